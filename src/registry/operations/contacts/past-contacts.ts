import { contact } from '../../entities/contact.ts';
import { historyReader } from '../../entities/history.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import type { Contact } from '../../store/registry/contacts.ts';
import { contactEntriesAsOf, type PastContactEntry } from '../../store/registry/past-entries.ts';

const readPast = historyReader(contact);

export type PastContact = Contact & {
  /** The moment that it is shown as of. */
  readonly asOf: Date;
  /** The last entry of its history at that time. */
  readonly asOfEntry: number;
};

/** Contacts as they were at a given time, by code; those that did not exist are left out. */
export const contactsAsOf = async (
  db: Db,
  codes: readonly string[],
  asOf: Date,
): Promise<ReadonlyMap<string, PastContact>> =>
  new Map(contactsFrom(await contactEntriesAsOf(db, codes, asOf), asOf).map((one) => [one.code, one]));

/**
 * Contacts as history entries describe them. History has no secrets, and whether domains used a contact follows from
 * the domains of that time.
 */
export const contactsFrom = (entries: readonly PastContactEntry[], asOf: Date): PastContact[] =>
  entries.flatMap(({ id, object_id, at, snapshot, ...entry }) =>
    snapshot === null
      ? []
      : [
          {
            ...readPast(snapshot),
            asOf,
            asOfEntry: id,
            id: object_id,
            uuid: '',
            registrar_id: entry.sponsor_id,
            auth_info: '',
            original_id: null,
            unlinked_at: null,
            updated_at: at,
            linked: false,
            registrar_code: entry.sponsor_code,
            registrar_name: entry.sponsor_name,
            registrar_website: entry.sponsor_website,
          },
        ],
  );
