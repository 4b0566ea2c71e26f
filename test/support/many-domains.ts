import { sql } from 'kysely';
import { newDomain } from './domains.ts';
import type { TestWorld } from './world.ts';

/**
 * Copies of one domain, with all that a domain has: `prefix-1.ee` and so on, `apart` from each other in their expiry.
 * Gives back their names.
 */
export async function manyDomains(
  world: TestWorld,
  { prefix, count, apart = '0' }: { prefix: string; count: number; apart?: string },
): Promise<string[]> {
  const original = await newDomain(world, { nameservers: ['ns1.host.example', 'ns2.host.example'] });
  const { db } = world.container.database;
  await sql`
    insert into domains (name, name_puny, zone_id, registrar_id, registrant_id, transfer_code, period, period_unit,
      statuses, expires_at, created_at, updated_at)
    select name, name, zone_id, registrar_id, registrant_id, 'code-' || n, period, period_unit, statuses,
      expires_at + n * ${apart}::interval, created_at, updated_at
    from (
      select ${prefix}::text || '-' || n || '.ee' as name, n, zone_id, registrar_id, registrant_id, period,
        period_unit, statuses, expires_at, created_at, updated_at
      from domains, generate_series(1, ${count}) n where name = ${original}) copies`.execute(db);
  const names = Array.from({ length: count }, (_, index) => `${prefix}-${index + 1}.ee`);
  await sql`
    insert into nameservers (domain_id, hostname, hostname_puny, created_at)
    select domains.id, host, host, domains.created_at
    from domains, unnest(array['ns1.host.example', 'ns2.host.example']) host
    where domains.name = any(${names})`.execute(db);
  return names;
}
