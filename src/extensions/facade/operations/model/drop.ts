import { limit } from '../../../../base/limits.ts';
import { contactChange } from '../../../../registry/operations/contacts/contact-document.ts';
import { domainChange } from '../../../../registry/operations/domains/model/domain-document.ts';
import { domainStates } from '../../../../registry/operations/domains/model/domain-state.ts';
import type { OperationContext } from '../../../../registry/operations/operation.ts';
import { contactsByCode, deleteContacts } from '../../../../registry/store/registry/contacts.ts';
import { deleteDomains } from '../../../../registry/store/registry/domain-writer.ts';
import { lockDomains } from '../../../../registry/store/registry/domains.ts';
import { endVersions } from '../../../../registry/store/registry/past-entries.ts';
import { deleteUnlinkedForeignContacts } from '../../store/mirror.ts';
import { forgetDomains, othersNotReadSince, purgeDeleted } from '../../store/mirror-order.ts';

/** Removes domains that the registry reports as missing; only our own get a history entry. */
export async function dropDomains(
  context: OperationContext,
  registrarId: number,
  names: readonly string[],
): Promise<void> {
  if (names.length === 0) return;
  const { db, now, calendar } = context;
  const states = await domainStates(db, await lockDomains(db, names), calendar.dateOf(now));
  await deleteDomains(
    db,
    states.map(({ row }) => row.id),
  );
  const others = states.filter(({ row }) => row.registrar_id !== registrarId);
  await endVersions(
    db,
    others.map(({ row }) => row.id),
    now,
  );
  for (const state of states) if (!others.includes(state)) context.record(domainChange(state, undefined));
}

/**
 * Removes contacts that the registry reports as missing; one that is on a domain of ours stays until that domain is
 * read again.
 */
export async function dropContacts(
  { db, record }: OperationContext,
  codes: readonly string[],
): Promise<void> {
  if (codes.length === 0) return;
  const gone = (await contactsByCode(db, codes)).filter(({ linked }) => !linked);
  await deleteContacts(
    db,
    gone.map(({ id }) => id),
  );
  for (const contact of gone) record(contactChange(contact, undefined));
}

const mostOthers = limit(
  'domains that are removed from the mirror at a time',
  5_000,
  'The next pass removes the rest.',
);

/** Removes domains of other registrars, which were looked up on request, and their contacts. */
export async function dropOthers(
  { db, now }: OperationContext,
  registrarId: number,
  since: Date,
): Promise<void> {
  const others = await othersNotReadSince(db, registrarId, since, mostOthers);
  const ids = others.map(({ id }) => id);
  await deleteDomains(db, ids);
  await endVersions(db, ids, now);
  await forgetDomains(
    db,
    others.map(({ name }) => name),
  );
  await deleteUnlinkedForeignContacts(db, registrarId);
  await purgeDeleted(db, since);
}
