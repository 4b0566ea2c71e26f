import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../core/errors.ts';
import { domain } from '../../entities/domain.ts';
import { draftOf } from '../../entities/entity.ts';
import { historyReader } from '../../entities/history.ts';
import { keyTag } from '../../rules/domain/dnssec.ts';
import { normaliseLookup, toAscii } from '../../rules/domain/domain-name.ts';
import type { Contact } from '../../store/registry/contacts.ts';
import type { Domain } from '../../store/registry/domain-columns.ts';
import type { DnssecKeyRow, DomainContact, NameserverRow } from '../../store/registry/domain-relations.ts';
import { createdAt, type HistoryEntry, snapshotAt } from '../../store/registry/history.ts';
import { type Registrar, registrarsByCode } from '../../store/registry/registrars.ts';
import { zoneByOrigin } from '../../store/registry/zones.ts';
import { contactsAsOf } from '../contacts/past-contacts.ts';
import { defineQuery, type OperationContext } from '../operation.ts';
import { columnsOf, unchanged } from './model/domain-draft.ts';

/** The plain columns of a domain that history keeps, without its secrets. */
export const readPastDomain = historyReader(domain);

/** What else history keeps of it (domain-document.ts). */
const domainOfHistory = z.object({
  name: z.string(),
  registrar: z.string(),
  registrant: z.string(),
  adminContacts: z.array(z.string()),
  techContacts: z.array(z.string()),
  nameservers: z.array(
    z.object({ hostname: z.string(), ipv4: z.array(z.string()), ipv6: z.array(z.string()) }),
  ),
  dnssecKeys: z.array(z.object({ flags: z.int(), protocol: z.int(), alg: z.int(), publicKey: z.string() })),
  forceDelete: z.object({ date: z.string().nullable() }).nullable(),
});
type Past = z.infer<typeof domainOfHistory>;

/** The domain of that time with everything that hung on it; secrets are not kept. */
export type PastDomain = Domain & {
  /** The last entry of its history by then: what came later is not part of that time, and perhaps not the caller's. */
  readonly asOfEntry: number;
  readonly related: {
    readonly registrar: Registrar;
    readonly registrant: Contact;
    readonly contacts: readonly DomainContact[];
    readonly nameservers: readonly NameserverRow[];
    readonly keys: readonly DnssecKeyRow[];
  };
};

export const showDomainAsOf = defineQuery({
  name: 'domain.show-as-of',
  summary: 'Shows a domain of any registrar as it was at a moment.',
  permits: ['registrar:epp', 'operator'],
  scope: 'READ',
  facade: 'mirror',
  input: z.object({ name: z.string(), asOf: z.date() }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  run: async (context, { name, asOf }): Promise<PastDomain> => {
    const entry = await snapshotAt(context.db, 'domain', normaliseLookup(name), asOf);
    if (!entry?.snapshot) return refuseWith(objectDoesNotExist());
    return pastDomain(context, entry, domainOfHistory.parse(entry.snapshot), asOf);
  },
});

/** What history keeps to itself, or not at all. */
const unreported = { ...unchanged, transferCode: '', months: 12 };

async function pastDomain(
  { db }: OperationContext,
  entry: HistoryEntry,
  past: Past,
  asOf: Date,
): Promise<PastDomain> {
  const id = entry.object_id;
  const then = readPastDomain(entry.snapshot ?? {});
  const codes = [past.registrant, ...past.adminContacts, ...past.techContacts];
  const people = await contactsAsOf(db, [...new Set(codes)], asOf);
  const [registrar] = await registrarsByCode(db, [past.registrar]);
  const registrant = people.get(past.registrant);
  const zone = await zoneByOrigin(db, past.name.slice(past.name.indexOf('.') + 1));
  if (!registrar || !registrant || !zone) return refuseWith(objectDoesNotExist());
  const inRole = (role: 'admin' | 'tech', named: readonly string[]) =>
    named.flatMap((code) => {
      const contact = people.get(code);
      return contact ? [{ ...contact, linked: true, domain_id: id, role }] : [];
    });
  const made = { domain_id: id, created_at: entry.at, updated_at: entry.at };
  return {
    asOfEntry: entry.id,
    id,
    uuid: '',
    name: past.name,
    name_puny: toAscii(past.name),
    zone_id: zone.id,
    zone: zone.origin,
    registrar_code: registrar.code,
    registrar_name: registrar.name,
    registrar_website: registrar.website,
    registrant_code: registrant.code,
    registrant_name: registrant.name,
    registrant_registrar_id: registrant.registrar_id,
    ...columnsOf({ ...unreported, ...draftOf(domain, then), registrarId: registrar.id, registrant }),
    force_delete_date: past.forceDelete?.date ?? null,
    status_times: {},
    created_at: (await createdAt(db, 'domain', id)) ?? entry.at,
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
