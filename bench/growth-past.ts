/** How many entries the history of each domain has: ten when nothing else is said. */
const entriesEach = Number(process.env.BENCH_ENTRIES ?? 10);
if (!(Number.isInteger(entriesEach) && entriesEach >= 1 && entriesEach <= 100))
  throw new Error(`BENCH_ENTRIES is a whole number from 1 to 100, not ${process.env.BENCH_ENTRIES}`);

/** When the entry was made: they are spread over the life of the domain. */
const at = (entry: number): string =>
  entry === 0
    ? 'created_at'
    : `date_trunc('milliseconds', created_at + (loaded_at - created_at) * ((${entry} + id % 60 / 61.0) / ${entriesEach}))`;

/** The entry at this part of the life; the first one registers, and is nothing else. */
const placed = (part: number): number => Math.floor(part * entriesEach);

const renewals = [placed(0.4), placed(0.8)].filter((entry) => entry > 0);
/** There is none where the history is so short that a renewal stands in its place. */
const transfer = [placed(0.6)].find((entry) => entry > 0 && !renewals.includes(entry));
const heir = placed(0.2);
const isMoved = "(id % 20 = 3 and registrar in ('ALPHA', 'BETA'))";

/** Who had it after the entry, and when it expired then. */
const sponsor = (entry: number, column: string, other: string): string =>
  transfer !== undefined && entry < transfer
    ? `case when ${isMoved} then ${other} else ${column} end`
    : column;
const registrar = (entry: number): string =>
  sponsor(entry, 'registrar', "case registrar when 'ALPHA' then 'BETA' else 'ALPHA' end");
const registrarId = (entry: number): string =>
  sponsor(
    entry,
    'registrar_id',
    "(select id from registrars where code = case bench_past.registrar when 'ALPHA' then 'BETA' else 'ALPHA' end)",
  );
/** It was renewed before it expired. */
const expiresAt = (entry: number): string => {
  const [next, ...later] = renewals.filter((one) => entry < one);
  return next === undefined
    ? 'expires_at'
    : `greatest(expires_at - interval '${1 + later.length} years', ${at(next)} + interval '10 days')`;
};

const change = (field: string, from: string, to: string): string =>
  `jsonb_build_object('${field}', jsonb_build_object('from', ${from}, 'to', ${to}))`;

function changes(entry: number): string {
  if (entry === 0) return change('registrar', 'null', registrar(0));
  if (renewals.includes(entry)) return change('expiresAt', expiresAt(entry - 1), expiresAt(entry));
  const other = `'{"transferCode": {"from": "(secret)", "to": "(secret, changed)"}}'::jsonb`;
  return entry === transfer
    ? `case when ${isMoved} then ${change('registrar', registrar(entry - 1), registrar(entry))} else ${other} end`
    : other;
}

function kind(entry: number): string {
  if (entry === 0) return "'REGISTERED'";
  if (renewals.includes(entry)) return "'RENEWED'";
  if (entry === transfer) return `case when ${isMoved} then 'TRANSFERRED' else 'UPDATED' end`;
  return entry === heir ? "case when id % 10 = 1 then 'REGISTRANT_CHANGED' else 'UPDATED' end" : "'UPDATED'";
}

const operation = (entry: number): string =>
  entry === 0 ? 'domain.register' : renewals.includes(entry) ? 'domain.renew' : 'domain.update';

/** Entries are numbered one after the other, first all that made a domain, then all that came next. */
const numbered = (entry: number): string => `(${entry}::bigint * (select max(id) from domains) + id)`;
const priced = (entry: number): boolean => entry === 0 || renewals.includes(entry);
const last = entriesEach - 1;

const domainEntry = (entry: number): readonly string[] => [
  `insert into history (id, at, actor_kind, actor_name, registrar_id, operation, request_id, object_type, object_id, object_key,
      event, changes, snapshot) overriding system value
    select ${numbered(entry)}, ${at(entry)}, 'registrar', lower(registrar), registrar_id, '${operation(entry)}', md5(id::text),
      'domain', id, name, '${entry === 0 ? 'create' : 'update'}', ${changes(entry)},
      document || jsonb_build_object('registrar', ${registrar(entry)}, 'expiresAt', ${expiresAt(entry)},
        'statuses', ${entry === last ? 'statuses' : "'{}'::text[]"})
    from bench_past order by id`,
  `insert into domain_versions
    select ${numbered(entry)}, id, name, name_puny, zone_id, ${kind(entry)}, ${registrarId(entry)},
      ${entry === transfer ? `case when ${isMoved} then ${registrarId(entry - 1)} end` : 'null'}, registrant,
      ${entry === last ? 'statuses' : "'{}'"}, ${expiresAt(entry)}, created_at, hostnames, signed,
      ${priced(entry) ? '12' : 'null'}, ${priced(entry) ? '10' : 'null'}, ${at(entry)},
      ${entry === last ? "'infinity'" : at(entry + 1)}
    from bench_past order by id`,
];

/** The past of domains and contacts that are there: what the triggers on history would have made of each entry, without them. */
export const past = (): readonly string[] => [
  `create temporary table bench_past as
    select domains.id, domains.name, name_puny, zone_id, domains.registrar_id, registrars.code as registrar, domains.created_at,
      now() as loaded_at, expires_at, domains.statuses, contacts.code as registrant, servers.names as hostnames, key.document is not null as signed,
      '{"statusNotes": {}, "forceDelete": null, "outzoneAt": null, "deleteDate": null}'::jsonb || jsonb_build_object(
        'name', domains.name, 'registrant', contacts.code, 'adminContacts', people.admins, 'techContacts', people.techs,
        'nameservers', servers.documents, 'dnssecKeys', coalesce(key.document, '[]')) as document
    from domains join registrars on registrars.id = domains.registrar_id join contacts on contacts.id = registrant_id
      left join (select domain_id, array_agg(contacts.code) filter (where role = 'admin') as admins,
          array_agg(contacts.code) filter (where role = 'tech') as techs
        from domain_contacts join contacts on contacts.id = contact_id group by domain_id) linked on linked.domain_id = domains.id
      cross join lateral (select coalesce(admins, '{}') as admins, coalesce(techs, '{}') as techs) people
      left join (select domain_id, array_agg(hostname order by id) as names, jsonb_agg(jsonb_build_object(
          'hostname', hostname, 'ipv4', ipv4, 'ipv6', ipv6) order by id) as documents
        from nameservers group by domain_id) served on served.domain_id = domains.id
      cross join lateral (select coalesce(names, '{}') as names, coalesce(documents, '[]') as documents) servers
      left join (select domain_id, jsonb_agg(jsonb_build_object('flags', flags, 'protocol', protocol, 'alg', alg,
          'publicKey', public_key)) as document
        from dnssec_keys group by domain_id) key on key.domain_id = domains.id`,
  'analyze bench_past',
  ...Array.from({ length: entriesEach }, (_, entry) => domainEntry(entry)).flat(),
  `insert into domain_terms
    select min(id), domain_id, registrar_id, name, expires_at, created_at, min(valid_from), max(valid_to) from domain_versions
    group by domain_id, registrar_id, name, expires_at, created_at`,
  `insert into history (id, at, actor_kind, actor_name, registrar_id, operation, request_id, object_type, object_id, object_key,
      event, changes, snapshot) overriding system value
    select ${entriesEach}::bigint * (select max(id) from domains) + contacts.id, contacts.created_at, 'registrar', lower(registrars.code),
      registrars.id, 'contact.create', md5(contacts.id::text), 'contact', contacts.id, contacts.code, 'create',
      ${change('registrar', 'null', 'registrars.code')},
      jsonb_build_object('code', contacts.code, 'name', contacts.name, 'email', contacts.email, 'phone', contacts.phone,
        'ident', jsonb_build_object('code', ident, 'type', ident_type, 'countryCode', ident_country_code),
        'statuses', contacts.statuses, 'statusNotes', status_notes, 'disclosedAttributes', disclosed_attributes,
        'createdAt', contacts.created_at, 'registrar', registrars.code)
    from contacts join registrars on registrars.id = contacts.registrar_id order by contacts.id`,
  `insert into contact_versions
    select ${entriesEach}::bigint * (select max(id) from domains) + id, id, code, registrar_id, name, ident_type, ident_country_code,
      created_at, created_at, 'infinity' from contacts order by id`,
  "select setval(pg_get_serial_sequence('history', 'id'), (select max(id) from history))",
];
