import { isDeepStrictEqual } from 'node:util';
import { contactChange } from '../../../../registry/operations/contacts/contact-document.ts';
import type { OperationContext } from '../../../../registry/operations/operation.ts';
import { hiddenName } from '../../../../registry/rules/visibility.ts';
import { type Contact, contactsByCode } from '../../../../registry/store/registry/contacts.ts';
import { unknownContact } from '../../fields.ts';
import {
  type ContactValues,
  ensureUnknownRegistrar,
  readMirror,
  unknownRegistrarCode,
  putContacts as writeContacts,
} from '../../store/mirror.ts';
import type { MirroredContact, MirroredPerson } from './mirrored.ts';

/** Writes our own contacts that differ from the registry's report, with history. */
export async function putContacts(
  context: OperationContext,
  registrarId: number,
  reported: readonly MirroredContact[],
): Promise<void> {
  if (reported.length === 0) return;
  const { db, now } = context;
  const contacts = [...new Map(reported.map((contact) => [contact.code, contact])).values()];
  const codes = contacts.map(({ code }) => code);
  const before = new Map((await contactsByCode(db, codes)).map((contact) => [contact.code, contact]));
  const changed = contacts.flatMap((contact) => {
    const stored = before.get(contact.code);
    const created_at = contact.created_at ?? stored?.created_at ?? now;
    const { domains: _, ...columns } = contact;
    const values = { ...columns, registrar_id: registrarId, created_at, updated_at: now };
    return stored && isSame(stored, values) ? [] : [values];
  });
  await writeContacts(db, changed);
  const after = await contactsByCode(
    db,
    changed.map(({ code }) => code),
  );
  const mirror = after.length === 0 ? undefined : await readMirror(db);
  for (const contact of after) {
    const stored = before.get(contact.code);
    // Nothing was known of another registrar's contact.
    const isKnown = stored?.registrar_id === registrarId;
    context.record({
      ...contactChange(isKnown ? stored : undefined, contact),
      // Contacts of the first pass already existed, so nothing is recorded.
      ...(!isKnown && !mirror?.synced_at && { kind: 'MET' as const }),
    });
  }
}

/** The time of reading, because the registry does not report when it changed. */
function isSame(stored: Contact, { updated_at: _, ...values }: ContactValues): boolean {
  return Object.entries(values).every(([name, value]) =>
    isDeepStrictEqual(stored[name as keyof Contact], value),
  );
}

/** The registry may report a name with one domain and hide it with another. */
export const isReported = (name: string | undefined): name is string =>
  name !== undefined && name !== hiddenName;

/**
 * Writes the contacts of domains that are not our own: the registry reports only their codes and names. They belong
 * to a placeholder registrar.
 */
export async function putContactsOfOthers(
  { db, now }: OperationContext,
  people: readonly MirroredPerson[],
): Promise<ReadonlyMap<string, Contact>> {
  const named = new Map<string, string | undefined>();
  for (const { code, name } of people) named.set(code, isReported(name) ? name : named.get(code));
  const known = new Map((await contactsByCode(db, [...named.keys()])).map((row) => [row.code, row]));
  const isStranger = (code: string): boolean => known.get(code)?.registrar_code === unknownRegistrarCode;
  const missing = [...named].filter(
    ([code, name]) =>
      !known.has(code) || (isStranger(code) && name !== undefined && known.get(code)?.name !== name),
  );
  if (missing.length === 0) return known;
  const registrarId = await ensureUnknownRegistrar(db, now);
  await writeContacts(
    db,
    missing.map(([code, name]) => ({
      ...unknownContact,
      code,
      name: name ?? hiddenName,
      registrar_id: registrarId,
      created_at: now,
      updated_at: now,
    })),
  );
  return new Map((await contactsByCode(db, [...named.keys()])).map((row) => [row.code, row]));
}
