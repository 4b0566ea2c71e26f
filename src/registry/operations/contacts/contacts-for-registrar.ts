import { buildContactCode } from '../../rules/contact/contact-fields.ts';
import { comparedColumns, copyContacts, identicalContacts } from '../../store/registry/contact-copies.ts';
import { type Contact, contactsByCode, contactsById, takenCodes } from '../../store/registry/contacts.ts';
import type { OperationContext } from '../operation.ts';
import { contactChange } from './contact-document.ts';

/**
 * The counterpart of each contact at another registrar: the contact itself if it is the registrar's own, an identical
 * one if there is one, otherwise a copy with a new code and auth info. Nothing is validated, so that the old
 * registrar's data cannot block a transfer (docs/rules/registrar.md#transfer).
 */
export async function contactsForRegistrar(
  context: OperationContext,
  contacts: readonly Contact[],
  { id: registrarId, code: registrarCode }: { id: number; code: string },
): Promise<ReadonlyMap<number, Contact>> {
  const { db, now } = context;
  const foreign = contacts.filter((contact) => contact.registrar_id !== registrarId);
  // Identical contacts share one counterpart, even if it has to be created first.
  const leaderOf = new Map<string, Contact>();
  for (const contact of foreign)
    if (!leaderOf.has(contentOf(contact))) leaderOf.set(contentOf(contact), contact);
  const leaders = [...leaderOf.values()];

  const [twins, codes] = await Promise.all([
    identicalContacts(
      db,
      leaders.map(({ id }) => id),
      registrarId,
    ),
    // Each leader may need a code.
    freeCodes(context, registrarCode, leaders.length),
  ]);
  const withoutTwin = leaders.filter(({ id }) => !twins.has(id));
  const newCodes = codes.slice(0, withoutTwin.length);
  const [copies, known, copied] = await Promise.all([
    copyContacts(
      db,
      withoutTwin.map(({ id }, index) => ({
        originalId: id,
        code: newCodes[index] ?? '',
        authInfo: context.secret(11),
      })),
      registrarId,
      now,
    ),
    contactsById(db, [...twins.values()]),
    newCodes.length === 0 ? [] : contactsByCode(db, newCodes),
  ]);
  const standIns = [...known, ...copied];
  const standInById = new Map(standIns.map((contact) => [contact.id, contact]));
  for (const contact of copied) context.record(contactChange(undefined, contact));

  return new Map(
    contacts.map((contact) => {
      const leader = leaderOf.get(contentOf(contact));
      const standInId = leader && (twins.get(leader.id) ?? copies.get(leader.id));
      const standIn = standInId === undefined ? undefined : standInById.get(standInId);
      return [contact.id, contact.registrar_id === registrarId ? contact : (standIn ?? contact)];
    }),
  );
}

/** The values that must be equal for two contacts to be identical. */
const contentOf = (contact: Contact): string =>
  JSON.stringify(comparedColumns.map((column) => contact[column as keyof Contact]));

async function freeCodes(
  { db, secret }: OperationContext,
  registrarCode: string,
  count: number,
): Promise<string[]> {
  const codes = new Set<string>();
  while (codes.size < count) {
    const drawn = Array.from({ length: count - codes.size }, () =>
      buildContactCode(registrarCode, undefined, () => secret(4)),
    );
    const taken = await takenCodes(db, drawn);
    for (const code of drawn) if (!taken.includes(code)) codes.add(code);
  }
  return [...codes];
}
