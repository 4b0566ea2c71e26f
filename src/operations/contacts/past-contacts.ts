import { z } from 'zod';
import { contact } from '../../entities/contact.ts';
import { historyReader } from '../../entities/history.ts';
import type { Db } from '../../store/driver/pool.ts';
import type { Contact } from '../../store/registry/contacts.ts';
import type { HistoryEntry } from '../../store/registry/history.ts';
import { entriesThen } from '../../store/registry/past.ts';
import { type Registrar, registrarsByCode } from '../../store/registry/registrars.ts';

const readPast = historyReader(contact);
const sponsored = z.object({ registrar: z.string() });

export type PastContact = Contact & {
  /** The last entry of its history by then. */
  readonly asOfEntry: number;
};

/** Contacts as they were at a moment, by code; those that did not exist then are left out. */
export const contactsAsOf = async (
  db: Db,
  codes: readonly string[],
  asOf: Date,
): Promise<ReadonlyMap<string, PastContact>> =>
  new Map(
    (await contactsFrom(db, await entriesThen(db, 'contact', codes, asOf))).map((one) => [one.code, one]),
  );

/** Contacts as entries of history left them. */
export async function contactsFrom(db: Db, entries: readonly HistoryEntry[]): Promise<PastContact[]> {
  const then = entries
    .filter(({ snapshot }) => snapshot !== null)
    .map((entry) => ({ entry, sponsor: sponsored.parse(entry.snapshot).registrar }));
  if (then.length === 0) return [];
  const registrars = new Map(
    (await registrarsByCode(db, [...new Set(then.map(({ sponsor }) => sponsor))])).map((one) => [
      one.code,
      one,
    ]),
  );
  return then.flatMap(({ entry, sponsor }) => {
    const registrar = registrars.get(sponsor);
    return registrar ? [contactFrom(entry, registrar)] : [];
  });
}

/** Secrets are not kept; whether domains used it then is said by the domains of that time. */
const contactFrom = (
  { id, object_id, at, snapshot }: HistoryEntry,
  registrar: Pick<Registrar, 'id' | 'code' | 'name' | 'website'>,
): PastContact => ({
  ...readPast(snapshot ?? {}),
  asOfEntry: id,
  id: object_id,
  uuid: '',
  registrar_id: registrar.id,
  auth_info: '',
  original_id: null,
  unlinked_at: null,
  updated_at: at,
  linked: false,
  registrar_code: registrar.code,
  registrar_name: registrar.name,
  registrar_website: registrar.website,
});
