import pg from 'pg';
import { seedWorld } from '#src/extensions/sandbox/world.ts';
import { createContainer } from '#src/server/container.ts';
import { extensions, readConfig } from '../test/support/extensions.ts';

/** A credit that no run of registrations can use up. */
export const credit = '100000000.00';

/**
 * The sandbox's bare world and, in it, many domains: half of them ALPHA's, a contact for every four of a registrar's
 * domains, one admin and one tech contact, two nameservers, a key on every fourth. They expire over the next years, so
 * that no job finds anything to do.
 */
export async function load(databaseUrl: string, domains: number): Promise<void> {
  await seedBare(databaseUrl);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const statement of statements(domains)) await client.query(statement);
    // The triggers, too, would read what was empty when they began from end to end.
    await client.query(`set enable_seqscan = off; ${registered}; reset enable_seqscan`);
    await client.query(
      `insert into ledger (registrar_id, activity, description, sum, created_at)
        select registrar_id, 'add_credit', 'Opening balance of the bench', ${credit}, now() from accounts`,
    );
    // Now, so that PostgreSQL does not do it by itself while something is measured.
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

/**
 * What history tells of each domain, from which triggers make its past. A registry has one: tables that PostgreSQL has
 * found empty it reads from end to end for every registration, however they grow, until it looks at them again.
 */
const registered = `insert into history (at, actor_kind, actor_name, registrar_id, operation, request_id, object_type,
    object_id, object_key, event, changes, snapshot)
  select domains.created_at, 'registrar', lower(registrars.code), registrars.id, 'domain.register', md5(domains.name),
    'domain', domains.id, domains.name, 'create', '{}', jsonb_build_object('name', domains.name, 'registrar',
      registrars.code, 'registrant', contacts.code, 'statuses', domains.statuses, 'expiresAt', expires_at)
  from domains join registrars on registrars.id = domains.registrar_id join contacts on contacts.id = registrant_id
  order by domains.id`;

export async function seedBare(databaseUrl: string): Promise<void> {
  const container = await createContainer(
    readConfig({ DATABASE_URL: databaseUrl, SANDBOX_WORLD: 'bare', LOG_LEVEL: 'silent' }),
    { extensions },
  );
  try {
    // Migrated by opening it.
    await seedWorld(container, 'bare');
  } finally {
    await container.close();
  }
}

/**
 * Domains and contacts are numbered; even numbers are ALPHA's, odd ones BETA's. The joins find them again by what was
 * made of their number, so that no id is taken for granted.
 */
export function statements(domains: number, naming: Naming = numbered): readonly string[] {
  const contacts = Math.max(2, Math.ceil(domains / 4));
  return [
    'create temporary table bench_registrars as select id, code, row_number() over (order by code) - 1 as half from registrars',
    `insert into contacts (code, registrar_id, name, email, phone, ident, ident_type, ident_country_code, auth_info,
      created_at, updated_at)
    select registrars.code || ':BENCH' || n, registrars.id, ${naming.person('n')}, 'person' || n || '@mail.example',
      '+372.' || (5000000 + n), (date '1970-01-01' + n % 9000)::text, 'birthday', 'US', md5('auth' || n), now() - interval '2 years',
      now() - interval '1 year'
    from generate_series(0, ${contacts - 1}) as n join bench_registrars as registrars on registrars.half = n % 2`,
    'update contacts set unlinked_at = null',
    `create temporary table bench_contacts as
    select id, registrar_id, substring(code from '[0-9]+$')::int as n from contacts`,
    'create unique index on bench_contacts (n)',
    'analyze bench_contacts',
    `insert into domains (name, name_puny, zone_id, registrar_id, registrant_id, transfer_code, period, period_unit,
      status_times, expires_at, created_at, updated_at)
    select ${naming.domain('series.n')}, ${naming.domain('series.n')}, zones.id, contacts.registrar_id, contacts.id,
      md5('transfer' || series.n), 1, 'y', '{}',
      date_trunc('day', now()) + interval '30 days' + interval '1 day' * ((series.n::bigint * 7919) % ${domains} * 1000.0 / ${domains}),
      now() - interval '2 years' + series.n * interval '1 second', now() - interval '1 year' + series.n * interval '1 second'
    from generate_series(0, ${domains - 1}) as series (n)
      join bench_contacts as contacts on contacts.n = ${contactOf('series.n', contacts)}
      join zones on zones.origin = 'ee'
    order by series.n`,
    `create temporary table bench_domains as
    select id, name, substring(name from '[0-9]+')::int as n from domains`,
    ...(['admin', 'tech'] as const).map(
      (role, index) => `insert into domain_contacts (domain_id, contact_id, role)
    select domains.id, contacts.id, '${role}'
    from bench_domains as domains
      join bench_contacts as contacts on contacts.n = ${contactOf(`(domains.n + ${2 * (index + 1)})`, contacts)}
    order by domains.n`,
    ),
    `insert into nameservers (domain_id, hostname, hostname_puny, ipv4, ipv6, created_at)
    select domains.id, host.name, host.name, array['192.0.2.' || (domains.n % 250 + 1)], array['2001:DB8::' || host.k],
      now() - interval '2 years'
    from bench_domains as domains
      cross join lateral (select k, 'ns' || k || '.host' || domains.n % 1000 || '.example' as name
        from generate_series(1, 2) as k) as host
    order by domains.n, host.k`,
    `insert into dnssec_keys (domain_id, flags, protocol, alg, public_key, key_tag, ds_digest_type, ds_digest,
      created_at, updated_at)
    select id, 257, 3, 13, encode(sha256(name::bytea) || sha256(('key' || name)::bytea), 'base64'), n % 65536, 2,
      encode(sha256(name::bytea), 'hex'), now() - interval '2 years', now() - interval '1 year'
    from bench_domains where n % 4 = 0`,
  ];
}

/** What is made of a number, as SQL; the number ends it. */
export interface Naming {
  readonly domain: (n: string) => string;
  readonly person: (n: string) => string;
}

const numbered: Naming = {
  domain: (n) => `'bench-' || ${n} || '.ee'`,
  person: (n) => `'Person Number ' || ${n}`,
};

/** A contact of the same registrar: the number keeps its parity. */
const contactOf = (n: string, contacts: number): string =>
  `(${n} / 8 * 2 + ${n} % 2) % ${contacts - (contacts % 2)}`;
