import { letter } from '../../../rules/words/letters.ts';
import type { Say } from '../../../rules/words/words.ts';
import type { Contact } from '../../../store/registry/contacts.ts';
import type { OperationContext } from '../../operation.ts';
import type { Mail } from './confirmation-mails.ts';

type Registrant = Pick<Contact, 'id' | 'name' | 'email'>;

/** Returns the mails for the earlier and the new registrant when an operator has changed the registrant. */
export const changedRegistrantMails = (domain: string, people: readonly Registrant[]): Mail[] =>
  people.map((person) => mailOf(person, domain, (say) => say('registryChanged', { domain })));

/** Returns the mail for the registrant of a domain that an operator has moved to another registrar. */
export const movedMails = (domain: string, registrar: string, registrant: Registrant): Mail[] => [
  mailOf(registrant, domain, (say) => say('registryMoved', { domain, registrar })),
];

const mailOf = ({ id, name, email }: Registrant, domain: string, what: (say: Say) => string): Mail => ({
  contactId: id,
  to: email ?? '',
  ...letter((say) => ({
    subject: say('registryActedSubject', { domain }),
    paragraphs: [say('greeting', { name }), what(say), say('registryActedElse')],
  })),
});

export function sendRegistrantMails(context: OperationContext, domain: string, mails: readonly Mail[]): void {
  for (const { contactId, ...payload } of mails)
    context.enqueue({ kind: 'mail', subject: domain, payload, recipients: [{ contactId }] });
}
