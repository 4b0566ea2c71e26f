import type { Contact } from '../../registry/operations/readers/shown.ts';
import type { Notice, Notices } from '../../registry/operations/runner/notices.ts';
import { mostNamed, notifiedInWords } from '../../registry/rules/registrar/notified-in-words.ts';
import { hiddenName, isOwnContact, seesDomains } from '../../registry/rules/visibility.ts';
import { builder } from './builder.ts';
import { ContactRef } from './contact/type.ts';
import type { Context } from './context.ts';
import { enumOf } from './enum-of.ts';
import { NotFound } from './loading.ts';
import { measure } from './measures.ts';
import { RegistrarRef } from './registrar/type.ts';

const NotifiedByEnum = enumOf('NotifiedBy', 'How somebody is notified.', {
  mail: 'By e-mail.',
  message: 'By a poll message.',
});

const RecipientKindEnum = enumOf('RecipientKind', 'The kinds of recipients of notifications.', {
  CONTACT: 'A contact, such as the registrant of a domain.',
  REGISTRAR: 'A registrar, at its own address or in its poll queue.',
  OPERATORS: 'The operators of the registry.',
  OTHER: 'A person whose address was given in the request.',
});

const RecipientRef = builder.objectRef<Notice>('Recipient').implement({
  description: 'Somebody who would be notified by a write.',
  fields: (t) => ({
    by: t.expose('by', { type: NotifiedByEnum, description: 'By mail, or by poll message.' }),
    kind: t.field({
      type: RecipientKindEnum,
      description: 'The kind of recipient: a contact, a registrar, the operators, or another person.',
      resolve: ({ to }) => {
        if (typeof to === 'string') return to === 'operators' ? 'OPERATORS' : 'OTHER';
        return 'contactId' in to ? 'CONTACT' : 'REGISTRAR';
      },
    }),
    contact: t.field({
      type: ContactRef,
      nullable: true,
      description:
        "The contact before the write; null when it is no contact, or a new one. The names of other registrars' contacts are hidden.",
      resolve: ({ to }, _, context) =>
        typeof to === 'object' && 'contactId' in to ? contactFor(to.contactId, context) : null,
    }),
    registrar: t.field({
      type: RegistrarRef,
      nullable: true,
      description: 'The registrar; null when the recipient is not one.',
      resolve: ({ to }) => (typeof to === 'object' && 'registrarId' in to ? to.registrarId : null),
    }),
    count: t.exposeInt('count', {
      extensions: measure('COUNT'),
      description: 'How many mails or messages it gets.',
    }),
  }),
});

/**
 * A dry run reveals no names of other registrars' contacts (docs/rules/rulings.md#guessing-about-objects-of-others).
 */
async function contactFor(id: number, context: Context): Promise<Contact | null> {
  const [contact] = await ContactRef.getDataloader(context).loadMany([id]);
  if (!contact || contact instanceof NotFound) return null;
  if (contact instanceof Error) throw contact;
  return isOwnContact(contact, context.actor) ? contact : { ...contact, name: hiddenName };
}

/** Names contacts by their codes only: the access log must note every name that is read. */
async function whoIs({ to }: Notice, context: Context): Promise<string> {
  if (to === 'operators') return 'the operators of the registry';
  if (typeof to === 'string') return 'the address that you gave';
  if ('registrarId' in to) {
    const { name } = await RegistrarRef.getDataloader(context).load(to.registrarId);
    return `registrar ${name}`;
  }
  const contact = await contactFor(to.contactId, context);
  if (!seesDomains(context.actor)) return 'a contact';
  return contact ? `contact ${contact.code}` : 'a new contact';
}

export const NoticesRef = builder.objectRef<Notices>('Notices').implement({
  description: 'The recipients of mails and poll messages of a write.',
  fields: (t) => ({
    mails: t.exposeInt('mails', {
      extensions: measure('COUNT'),
      description: 'How many mails would be sent.',
    }),
    messages: t.exposeInt('messages', {
      extensions: measure('COUNT'),
      description: 'How many poll messages would be written.',
    }),
    recipients: t.field({
      type: [RecipientRef],
      description: 'The recipients, each once for each channel; at most the first 100.',
      resolve: ({ recipients }) => [...recipients],
    }),
    summary: t.string({
      description:
        'The same in words, to show before a confirmation: registrar Beta by poll message; contact ALPHA:TAMM by e-mail.',
      resolve: async ({ recipients, ...counts }, _, context) => {
        const named = recipients.map(async (one, index) => ({
          ...one,
          who: index < mostNamed ? await whoIs(one, context) : '',
        }));
        return notifiedInWords(await Promise.all(named), counts);
      },
    }),
  }),
});
