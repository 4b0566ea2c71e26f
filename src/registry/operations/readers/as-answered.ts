import type { Db } from '../../store/driver/connections/pool.ts';
import { type Contact, contactsByCode } from '../../store/registry/contacts.ts';
import type { DomainWithParts } from '../../store/registry/domain-reader.ts';
import { entryAnswered } from '../../store/registry/history.ts';
import { contactEntries, domainEntries } from '../../store/registry/past-entries.ts';
import { contactsFrom, type PastContact } from '../contacts/past-contacts.ts';
import { pastDomains, readPastDomain } from '../domains/past-domains.ts';
import type { FirstAnswer } from '../runner/outcome.ts';

/**
 * The answer to a repeated request (docs/rules/graph.md#idempotency): the domain with its parts as the first request
 * left it, whichever registrar has it now. Secrets are current, and shown only while the registrar is the same; a
 * domain that was transferred or deleted is shown as a domain of the past.
 */
export async function domainAsAnswered(
  db: Db,
  id: number,
  now: DomainWithParts | null,
  first: FirstAnswer,
): Promise<DomainWithParts | null> {
  const entry = await entryAnswered(db, 'domain', id, first);
  if (!entry?.snapshot) return now;
  const [then] = await pastDomains(db, await domainEntries(db, [entry.id]), first.at);
  if (!then) return now;
  if (!now || now.registrar_id !== then.registrar_id) return then;
  const { registrant, contacts, nameservers, keys } = then.related;
  const isNow = await presentContacts(db, [registrant, ...contacts]);
  // `now` has only the columns that the document selects.
  const times: Readonly<Record<string, string>> | undefined = now.status_times;
  const dated = Object.entries(times ?? {}).filter(([, at]) => new Date(at) <= first.at);
  return {
    ...now,
    ...readPastDomain(entry.snapshot),
    force_delete_date: then.force_delete_date,
    disputed: then.disputed,
    status_times: Object.fromEntries(dated),
    updated_at: entry.at,
    registrant_id: registrant.id,
    registrant_code: registrant.code,
    registrant_name: registrant.name,
    related: {
      ...now.related,
      registrant: isNow(registrant),
      contacts: contacts.map((one) => ({ ...isNow(one), domain_id: id, role: one.role })),
      nameservers: withIds(nameservers, now.related?.nameservers, ({ hostname }) => hostname),
      keys: withIds(keys, now.related?.keys, ({ public_key }) => public_key),
    },
  };
}

/**
 * The answer to a repeated request (docs/rules/graph.md#idempotency): the contact as the first request left it, with
 * its present registrar and secrets.
 */
export async function contactAsAnswered(
  db: Db,
  id: number,
  now: Contact | null,
  first: FirstAnswer,
): Promise<Contact | null> {
  const entry = await entryAnswered(db, 'contact', id, first);
  const [then] = entry ? contactsFrom(await contactEntries(db, [entry.id]), first.at) : [];
  if (!then) return now;
  return now ? contactThen(then, now) : then;
}

/** The past row with its present owner and secrets. */
function contactThen({ asOf: _, asOfEntry: __, ...then }: PastContact, now: Contact): Contact {
  const { uuid, registrar_id, registrar_code, registrar_name, registrar_website } = now;
  const { auth_info, linked, original_id, unlinked_at } = now;
  const owner = { uuid, registrar_id, registrar_code, registrar_name, registrar_website };
  return { ...then, ...owner, auth_info, linked, original_id, unlinked_at };
}

async function presentContacts(
  db: Db,
  people: readonly PastContact[],
): Promise<(one: PastContact) => Contact> {
  const rows = await contactsByCode(db, [...new Set(people.map(({ code }) => code))]);
  const present = new Map(rows.map((row) => [row.id, row]));
  return (one) => {
    const now = present.get(one.id);
    return now ? contactThen(one, now) : one;
  };
}

/** The past parts; those that still exist have their present ids. */
const withIds = <P extends { readonly id: number }>(
  then: readonly (P & { readonly asOf: Date })[],
  now: readonly P[] | undefined,
  nameOf: (part: P) => string,
): P[] => {
  const ids = new Map(now?.map((part) => [nameOf(part), part.id]));
  return then.map((part) => {
    const id = ids.get(nameOf(part));
    if (id === undefined) return part;
    const { asOf: _, ...present } = part;
    return { ...present, id } as unknown as P;
  });
};
