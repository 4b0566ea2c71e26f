import { z } from 'zod';
import { contact } from '../../entities/contact.ts';
import { historyReader } from '../../entities/history.ts';
import type { Db } from '../../store/driver/pool.ts';
import type { Contact } from '../../store/registry/contacts.ts';
import { type HistoryEntry, snapshotsAt } from '../../store/registry/history.ts';
import { type Registrar, registrarsByCode } from '../../store/registry/registrars.ts';

const readPast = historyReader(contact);
const sponsored = z.object({ registrar: z.string() });

/** Contacts as they were at a moment, by code; those that did not exist then are left out. */
export async function contactsAsOf(
  db: Db,
  codes: readonly string[],
  at: Date,
): Promise<ReadonlyMap<string, Contact>> {
  const entries = Array.from((await snapshotsAt(db, 'contact', codes, at)).values()).filter(
    ({ snapshot }) => snapshot !== null,
  );
  const then = entries.map((entry) => ({ entry, sponsor: sponsored.parse(entry.snapshot).registrar }));
  const registrars = new Map(
    (await registrarsByCode(db, [...new Set(then.map(({ sponsor }) => sponsor))])).map((one) => [
      one.code,
      one,
    ]),
  );
  return new Map(
    then.flatMap(({ entry, sponsor }) => {
      const registrar = registrars.get(sponsor);
      return registrar ? [[entry.object_key, contactFrom(entry, registrar)]] : [];
    }),
  );
}

/** Secrets are not kept; whether domains used it then is said by the domains of that time. */
const contactFrom = (
  { object_id, at, snapshot }: HistoryEntry,
  registrar: Pick<Registrar, 'id' | 'code' | 'name' | 'website'>,
): Contact => ({
  ...readPast(snapshot ?? {}),
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
