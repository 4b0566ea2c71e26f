import { contactsByCode, deleteContacts } from '../../../store/registry/contacts.ts';
import { deleteDomains } from '../../../store/registry/domain-writer.ts';
import { lockDomains } from '../../../store/registry/domains.ts';
import { forgetStrangers } from '../../../store/registry/mirror.ts';
import { forgetDomains, forgetGone, othersNotReadSince } from '../../../store/registry/mirror-order.ts';
import { contactDocument } from '../../contacts/contact-document.ts';
import { domainDocument } from '../../domains/model/domain-document.ts';
import { domainStates } from '../../domains/model/domain-state.ts';
import type { OperationContext } from '../../operation.ts';

/** Domains of which the registry has said that they are not there. */
export async function dropDomains(context: OperationContext, names: readonly string[]): Promise<void> {
  if (names.length === 0) return;
  const { db, now, calendar } = context;
  const states = await domainStates(db, await lockDomains(db, names), calendar.dateOf(now));
  await deleteDomains(
    db,
    states.map(({ row }) => row.id),
  );
  for (const { row, draft } of states)
    context.record({
      type: 'domain',
      id: row.id,
      key: row.name,
      before: domainDocument(row.name, row.registrar_code, draft),
    });
}

/** Contacts likewise; one that stands on a domain of ours stays until that is read again. */
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
  for (const contact of gone)
    record({ type: 'contact', id: contact.id, key: contact.code, before: contactDocument(contact) });
}

/** So many at a time: the next pass clears away the rest. */
const mostOthers = 5_000;

/** Domains of others, which are looked up when somebody asks for them, and the people on them. */
export async function dropOthers({ db }: OperationContext, registrarId: number, since: Date): Promise<void> {
  const others = await othersNotReadSince(db, registrarId, since, mostOthers);
  await deleteDomains(
    db,
    others.map(({ id }) => id),
  );
  await forgetDomains(
    db,
    others.map(({ name }) => name),
  );
  await forgetStrangers(db, registrarId);
  await forgetGone(db, since);
}
