import { z } from 'zod';
import { contact } from '../../entities/contact.ts';
import { domain } from '../../entities/domain.ts';
import { unknownRow } from '../../entities/entity-rows.ts';
import { historyReader } from '../../entities/history.ts';
import { keyTag } from '../../rules/domain/dnssec.ts';
import { toAscii } from '../../rules/domain/domain-name.ts';
import { hiddenName, unknownRegistrarId } from '../../rules/visibility.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import { type Contact, contactsByCode } from '../../store/registry/contacts.ts';
import type { Domain } from '../../store/registry/domain-columns.ts';
import type { DnssecKeyRow, DomainContact, NameserverRow } from '../../store/registry/domain-relations.ts';
import type { PastEntry } from '../../store/registry/past-entries.ts';
import { type Registrar, registrarsById } from '../../store/registry/registrars.ts';
import { contactsAsOf, type PastContact } from '../contacts/past-contacts.ts';
import { columnsOf, unchanged } from './model/domain-draft.ts';

/** The plain columns of a domain in history, without secrets. */
export const readPastDomain = historyReader(domain);

/** Further parts of it in history (domain-document.ts). */
const domainOfHistory = z.object({
  name: z.string(),
  registrant: z.string(),
  adminContacts: z.array(z.string()).default([]),
  techContacts: z.array(z.string()).default([]),
  nameservers: z
    .array(z.object({ hostname: z.string(), ipv4: z.array(z.string()), ipv6: z.array(z.string()) }))
    .default([]),
  dnssecKeys: z
    .array(z.object({ flags: z.int(), protocol: z.int(), alg: z.int(), publicKey: z.string() }))
    .default([]),
  forceDelete: z.object({ date: z.string().nullable() }).nullable().default(null),
});
type Past = z.infer<typeof domainOfHistory>;

/** The domain at that time with all its parts; history has no secrets. */
export type PastDomain = Domain & {
  /** The moment that it is shown as of; so have its people and its parts. */
  readonly asOf: Date;
  /** The last entry of its history at that time: later ones do not belong to it, and perhaps not to the caller. */
  readonly asOfEntry: number;
  readonly related: {
    readonly registrar: Registrar;
    readonly registrant: PastContact;
    readonly contacts: readonly (DomainContact & PastContact)[];
    readonly nameservers: readonly PastPart<NameserverRow>[];
    readonly keys: readonly PastPart<DnssecKeyRow>[];
  };
};

/** History keeps no numbers of parts: their ids are their places in the domain. */
type PastPart<Row> = Row & { readonly asOf: Date };

/**
 * Domains as history entries describe them, with their contacts at that time: any number, in a fixed number of
 * statements.
 */
export async function pastDomains(db: Db, entries: readonly PastEntry[], asOf: Date): Promise<PastDomain[]> {
  if (entries.length === 0) return [];
  const read = entries.map((entry) => ({ entry, past: domainOfHistory.parse(entry.snapshot) }));
  const codes = new Set(
    read.flatMap(({ past }) => [past.registrant, ...past.adminContacts, ...past.techContacts]),
  );
  const [people, sponsors] = await Promise.all([
    peopleAsOf(db, [...codes], asOf),
    registrarsById(db, [...new Set(entries.map(({ sponsor_id }) => sponsor_id))]),
  ]);
  const registrars = new Map(sponsors.map((registrar) => [registrar.id, registrar]));
  return read.flatMap(({ entry, past }) => {
    const registrar = registrars.get(entry.sponsor_id);
    const registrant = people.get(past.registrant);
    if (!registrar || !registrant) return [];
    return [pastDomain(entry, past, { people, registrar, registrant, asOf })];
  });
}

/** A contact without history, such as one that another registry has reported, is shown as it is known now. */
async function peopleAsOf(
  db: Db,
  codes: readonly string[],
  asOf: Date,
): Promise<ReadonlyMap<string, PastContact>> {
  const then = await contactsAsOf(db, codes, asOf);
  const missing = codes.filter((code) => !then.has(code));
  if (missing.length === 0) return then;
  const now = new Map(
    (await contactsByCode(db, missing)).map((one) => [
      one.code,
      { ...one, auth_info: '', asOf, asOfEntry: 0 },
    ]),
  );
  return new Map([
    ...then,
    ...missing.map((code) => [code, now.get(code) ?? { ...nobody, code, asOf, asOfEntry: 0 }] as const),
  ]);
}

const nobody: Contact = {
  ...unknownRow(contact),
  id: 0,
  uuid: '',
  name: hiddenName,
  registrar_id: unknownRegistrarId,
  original_id: null,
  unlinked_at: null,
  created_at: new Date(0),
  updated_at: new Date(0),
  linked: true,
  registrar_code: '',
  registrar_name: '',
  registrar_website: null,
};

/** Columns that history does not contain; all others are read from it. */
const unreported = columnsOf({
  ...unchanged,
  transferCode: '',
  months: 12,
  registrarId: unknownRegistrarId,
  registrant: { id: 0 },
  expiresAt: new Date(0),
});

interface Surroundings {
  readonly people: ReadonlyMap<string, PastContact>;
  readonly registrar: Registrar;
  readonly registrant: PastContact;
  readonly asOf: Date;
}

function pastDomain(
  entry: PastEntry,
  past: Past,
  { people, registrar, registrant, asOf }: Surroundings,
): PastDomain {
  const id = entry.object_id;
  const then = readPastDomain(entry.snapshot ?? {});
  const inRole = (role: 'admin' | 'tech', named: readonly string[]) =>
    named.flatMap((code) => {
      const contact = people.get(code);
      return contact ? [{ ...contact, linked: true, domain_id: id, role }] : [];
    });
  const made = { asOf, domain_id: id, created_at: entry.at, updated_at: entry.at };
  return {
    asOf,
    asOfEntry: entry.id,
    id,
    uuid: '',
    name: past.name,
    name_puny: toAscii(past.name),
    zone_id: entry.zone_id ?? 0,
    zone: entry.zone ?? past.name.slice(past.name.indexOf('.') + 1),
    registrar_code: registrar.code,
    registrar_name: registrar.name,
    registrar_website: registrar.website,
    registrant_code: registrant.code,
    registrant_name: registrant.name,
    registrant_registrar_id: registrant.registrar_id,
    ...unreported,
    ...then,
    registrar_id: registrar.id,
    registrant_id: registrant.id,
    force_delete_date: past.forceDelete?.date ?? null,
    status_times: {},
    created_at: entry.created_at ?? entry.at,
    updated_at: entry.at,
    disputed: then.statuses.includes('disputed'),
    related: {
      registrar,
      registrant: { ...registrant, linked: true },
      contacts: [...inRole('admin', past.adminContacts), ...inRole('tech', past.techContacts)],
      nameservers: past.nameservers.map((one, index) => ({
        ...made,
        ...one,
        id: index + 1,
        hostname_puny: toAscii(one.hostname),
      })),
      keys: past.dnssecKeys.map(({ publicKey, ...key }, index) => ({
        ...made,
        ...key,
        id: index + 1,
        public_key: publicKey,
        key_tag: keyTag(key.flags, key.protocol, key.alg, publicKey),
        ds_digest_type: 2,
        ds_digest: '',
      })),
    },
  };
}
