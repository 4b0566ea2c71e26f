import pg from 'pg';
import { past } from './growth-past.ts';
import { credit, type Naming, seedBare, statements } from './load.ts';

/** A registrar with few domains among those with millions; its user has ALPHA's password. */
export const small = { code: 'GAMMA', username: 'gamma', domains: 200 };

const words = [
  ...['tamm', 'kask', 'lepp', 'saar', 'mets', 'kuusk', 'jarv', 'kivi', 'luik', 'rebane', 'ilves', 'karu'],
  ...['talu', 'maja', 'pood', 'auto', 'raamat', 'muusika', 'sport', 'reis', 'kool', 'vesi', 'tuli', 'leib'],
  ...['valge', 'must', 'punane', 'sinine', 'roheline', 'hall', 'suur', 'noor', 'vana', 'uus', 'kiire'],
];

/** Every combination of two words, over and over, as SQL. */
const twoWords = (n: string, between: string): string => {
  const list = `(array['${words.join("','")}'])`;
  return `${list}[1 + ${n} % ${words.length}] || '${between}' || ${list}[1 + ${n} / ${words.length} % ${words.length}]`;
};

const naming: Naming = {
  domain: (n) => `${twoWords(n, '')} || '-' || ${n} || '.ee'`,
  person: (n) => `initcap(${twoWords(n, ' ')}) || ' ' || ${n}`,
};

/**
 * A registry that has grown: what `load` makes, with names in which something can be searched for; entries of
 * history and a movement of money for each domain, messages, invoices, items of the outbox, reservations; some domains
 * that have expired and wait for their end, some with letters beyond a to z; and registrars that have little of it.
 */
export async function loadGrown(databaseUrl: string, domains: number): Promise<void> {
  await seedBare(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // What is loaded is whole, and to look at each row whether it is takes longer than to load it.
    await client.query(
      "set session_replication_role = 'replica'; set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '1GB'",
    );
    const indexes = await dropIndexes(client);
    const made = statements(domains, naming).filter((statement) => !statement.startsWith('update contacts'));
    for (const statement of [...made, ...grown(domains)]) await client.query(statement);
    for (const index of indexes) await client.query(index);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/** Made again when all rows are there; those of constraints stay. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
      from pg_index join pg_class on pg_class.oid = indrelid
      where relnamespace = current_schema()::regnamespace and not indisunique
        and not exists (select from pg_inherits where inhrelid = indexrelid)`,
  );
  await client.query(`drop index ${rows.map(({ name }) => name).join(', ')}`);
  // Of a table that is divided: on all of its parts again.
  return rows.map(({ definition }) => definition.replace(' ON ONLY ', ' ON '));
}

const ago = (n: string, unit: string): string => `now() - ${n} * interval '1 ${unit}'`;

const grown = (domains: number): readonly string[] => [
  `insert into registrars (code, name, created_at, updated_at)
    select code, 'Registrar ' || code, now(), now() from unnest(array['${small.code}', 'DELTA', 'EPSILON']) as code`,
  `insert into accounts (registrar_id) select id from registrars where not exists (
    select from accounts where accounts.registrar_id = registrars.id)`,
  `insert into api_users (registrar_id, username, password_hash, roles, verified_at, created_at, updated_at)
    select registrars.id, lower(registrars.code), alpha.password_hash, alpha.roles, alpha.verified_at, now(), now()
    from registrars join api_users as alpha on alpha.username = 'alpha'
    where registrars.code in ('${small.code}', 'DELTA', 'EPSILON')`,
  `insert into contacts (code, registrar_id, name, email, phone, ident, ident_type, ident_country_code, auth_info,
      created_at, updated_at)
    select registrars.code || ':SMALL' || n, registrars.id, 'Small Person ' || n, 'small' || n || '@mail.example',
      '+372.' || (4000000 + n), '1234' || n, 'org', 'EE', 'auth', now(), now()
    from generate_series(1, 20) as n, registrars where registrars.code in ('${small.code}', 'DELTA', 'EPSILON')`,
  `insert into domains (name, name_puny, zone_id, registrar_id, registrant_id, transfer_code, period, period_unit,
      status_times, expires_at, created_at, updated_at)
    select lower(registrars.code) || '-' || n || '.ee', lower(registrars.code) || '-' || n || '.ee', zones.id, contacts.registrar_id, contacts.id,
      'code', 1, 'y', '{}', now() + n * interval '3 days' + interval '1 day', ${ago('n', 'day')}, ${ago('n', 'hour')}
    from generate_series(1, ${small.domains}) as n cross join registrars
      join contacts on contacts.code = registrars.code || ':SMALL' || (1 + n % 20) join zones on zones.origin = 'ee'`,
  // Letters beyond a to z.
  `update domains set name = 'ö' || name, name_puny = 'xn--' || n || '-nda.ee'
    from (select id as numbered, n from bench_domains where n % 200 = 7) idn where domains.id = numbered`,
  // Expired within the last weeks, some of them out of the zone already.
  `update domains set expires_at = ended.at, outzone_at = ended.at + interval '15 days',
      delete_date = (ended.at + interval '45 days')::date,
      statuses = case when ended.at + interval '15 days' <= now() then array['expired', 'serverHold'] else array['expired'] end
    from (select id as numbered, ${ago('(1 + n % 40)', 'day')} as at from bench_domains where n % 33 = 5) ended
    where domains.id = numbered`,
  ...past(),
  `insert into ledger (registrar_id, activity, description, sum, balance, domain_id, created_at, position, zone_id)
    select registrar_id, 'create', 'Registration of ' || name, -10, 1000, id, created_at,
      100 + row_number() over (order by created_at), zone_id
    from domains order by created_at`,
  `insert into ledger (registrar_id, activity, description, sum, balance, created_at, position)
    select registrar_id, 'add_credit', 'Opening balance of the bench',
      ${credit} - coalesce((select sum(sum) from ledger where ledger.registrar_id = accounts.registrar_id), 0), ${credit},
      now(), (select max(position) from ledger) + registrar_id from accounts`,
  "select setval('ledger_position', (select max(position) from ledger))",
  `update accounts set balance = ${credit}`,
  `insert into notifications (registrar_id, kind, text, read_at, created_at)
    select registrar_id, 'domain_deleted', 'Domain ' || name || ' was deleted', case when id % 20 > 0 then now() end, created_at
    from domains where id % 5 = 0 order by created_at`,
  `insert into invoices (number, initiator, status, amount, amount_text, description, created_at, updated_at, paid_at)
    select 200000 + n, 'auction', case when n % 10 > 0 then 'paid' else 'cancelled' end, 10 + n % 90, '10.00',
      'Invoice of ' || ${twoWords('n', ' ')}, ${ago('n', 'minute')}, now(), case when n % 10 > 0 then ${ago('n', 'minute')} end
    from generate_series(1, ${Math.ceil(domains / 20)}) as n`,
  `insert into outbox (kind, subject, payload, attempts, next_attempt_at, created_at, done_at)
    select 'mail', name, '{}', 1, created_at, created_at, created_at from domains where id % 5 = 1 order by created_at`,
  `insert into reservations (user_unique_id, kind, held_at, materialised_at, created_at, made_by)
    select lpad(to_hex(n), 8, '0') || '-0', 'free', ${ago('n', 'minute')}, ${ago('n', 'minute')}, ${ago('n', 'minute')}, 'portal'
    from generate_series(1, ${Math.ceil(domains / 50)}) as n`,
  `insert into reservation_entries (reservation_id, position, name, expires_at)
    select id, 1, 'reserved-' || id || '.ee', now() - interval '1 day' from reservations`,
];
