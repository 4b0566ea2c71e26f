import { z } from 'zod';
import { registrarOf } from '../../../../base/actor.ts';
import type { ErrorCode } from '../../../../base/error-catalogue.ts';
import { failure, Problems } from '../../../../base/errors.ts';
import { contactFieldFailures } from '../../../rules/contact/contact-fields.ts';
import type { DomainAction } from '../../../rules/domain/allowed-actions.ts';
import { type Contact, contactsByCode } from '../../../store/registry/contacts.ts';
import { type ContactRole, updateUnlinkedSince } from '../../../store/registry/domain-relations.ts';
import {
  lockDomainsOfContact,
  noteDomainUpdates,
  replaceContactOn,
} from '../../../store/registry/domain-replacements.ts';
import { text } from '../../input.ts';
import type { OperationContext } from '../../operation.ts';
import { type BulkResult, failed, succeeded } from './bulk-result.ts';
import { fieldsOf } from './check-domain.ts';
import { contactsIn } from './contact-links.ts';
import { domainChange } from './domain-document.ts';
import type { DomainDraft } from './domain-draft.ts';
import { type DomainState, domainStates } from './domain-state.ts';
import { forbidden } from './forbidden.ts';

export const replacedContactsInput = (role: 'admin' | 'tech', newContact: string) =>
  z.object({
    currentContact: text(`The code of the ${role} contact to replace, such as ALPHA:TAMM.`),
    newContact: text(newContact),
  });

export const replacementErrors: readonly ErrorCode[] = ['OBJECT_DOES_NOT_EXIST', 'OBJECT_STATUS_PROHIBITS'];

/**
 * The problems of the pair of contacts, for any domain
 * (docs/rules/registrar.md#replacing-a-contact-everywhere).
 */
export function replacementProblems(
  { now, calendar }: OperationContext,
  { current, wanted }: { current: Contact; wanted: Contact },
): Problems {
  const invalid = contactFieldFailures(fieldsOf(wanted), { now, calendar }).length > 0;
  return new Problems().direct(
    invalid ? prohibits('New contact must be valid') : undefined,
    wanted.id === current.id ? prohibits('New contact must be different from current') : undefined,
  );
}

export const prohibits = (message: string) =>
  failure('OBJECT_STATUS_PROHIBITS', message, { path: ['newContact'] });

/** Both contacts, which must be the caller's own. */
export async function ownContacts(
  { db, actor }: OperationContext,
  { currentContact, newContact }: z.infer<ReturnType<typeof replacedContactsInput>>,
): Promise<{ current: Contact; wanted: Contact }> {
  const found = await contactsByCode(db, [currentContact, newContact]);
  const own = found.filter((contact) => contact.registrar_id === registrarOf(actor).registrarId);
  const current = own.find(({ code }) => code === currentContact);
  const wanted = own.find(({ code }) => code === newContact);
  new Problems()
    .direct(current ? undefined : failure('OBJECT_DOES_NOT_EXIST', undefined, { path: ['currentContact'] }))
    .direct(wanted ? undefined : failure('OBJECT_DOES_NOT_EXIST', undefined, { path: ['newContact'] }))
    .refuseIfAny();
  if (!current || !wanted) throw new Error('a missing contact went unnoticed');
  return { current, wanted };
}

/**
 * Replaces one contact by another on all of the caller's own domains that allow it. Reads and writes in a fixed
 * number of statements, however many domains there are.
 */
export async function replaceContact(
  context: OperationContext,
  { current, wanted }: { current: Contact; wanted: Contact },
  { role, action }: { role: ContactRole; action: DomainAction },
): Promise<BulkResult[]> {
  const { db, now, calendar, actor } = context;
  const ids = await lockDomainsOfContact(db, registrarOf(actor).registrarId, current.id, role);
  const stands = (contact: Contact, { draft }: DomainState): boolean =>
    contactsIn(role, draft).some(({ id }) => id === contact.id);
  // Domains that lost the contact while this waited for their locks are left alone.
  const states = (await domainStates(db, ids, calendar.dateOf(now))).filter((state) =>
    stands(current, state),
  );

  const judged = states.map((state) => ({
    state,
    failures: [...forbidden(state, action), ...(stands(wanted, state) ? [contactExists()] : [])],
  }));
  const changed = judged.filter(({ failures }) => failures.length === 0).map(({ state }) => state);
  if (changed.length > 0) {
    const changedIds = changed.map(({ row }) => row.id);
    await replaceContactOn(db, changedIds, role, { from: current.id, to: wanted.id });
    await noteDomainUpdates(db, changedIds, now);
    await updateUnlinkedSince(db, new Map([current, wanted].map(({ id }) => [id, now])));
  }
  for (const state of changed)
    context.record(domainChange(state, replacedIn(state.draft, role, current, wanted)));
  return judged
    .map(({ state: { row }, failures }) =>
      failures.length === 0 ? succeeded(row.name) : failed(row.name, failures),
    )
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}

function replacedIn(draft: DomainDraft, role: ContactRole, current: Contact, wanted: Contact): DomainDraft {
  const contacts = contactsIn(role, draft).map((contact) => (contact.id === current.id ? wanted : contact));
  return role === 'admin' ? { ...draft, admins: contacts } : { ...draft, techs: contacts };
}

const contactExists = () => failure('OBJECT_EXISTS', 'Contact is on this domain already');
