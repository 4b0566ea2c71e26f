import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { countStatements } from '../../../support/database.ts';
import { seed, twoNameservers } from '../../../support/seed.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
  const jaan = await seed(world).contact();
  await seed(world).domain('copy-0.ee', {
    registrant: jaan,
    admins: [jaan],
    techs: [jaan],
    nameservers: twoNameservers,
    keys: [{ flags: '257', protocol: '3', alg: '8', public_key: 'dGVzdA==' }],
  });
  await copyNinetyNineTimes();
});

async function copyNinetyNineTimes(): Promise<void> {
  const { db } = world.container.database;
  await sql`insert into domains (name, name_puny, zone_id, registrar_id, registrant_id, transfer_code, period,
      period_unit, statuses, expires_at, created_at, updated_at)
    select 'copy-' || n || '.ee', 'copy-' || n || '.ee', zone_id, registrar_id, registrant_id, transfer_code, period,
      period_unit, statuses, expires_at, created_at, updated_at
    from domains, generate_series(1, 99) n`.execute(db);
  const others = sql`from domains where name <> 'copy-0.ee'`;
  await sql`insert into nameservers (domain_id, hostname, hostname_puny, created_at)
    select id, 'ns1.x.ee', 'ns1.x.ee', created_at ${others}`.execute(db);
  await sql`insert into domain_contacts (domain_id, contact_id, role) select id, registrant_id, 'admin' ${others}`.execute(
    db,
  );
}

/** Without finding out who calls, which is the same at every request. */
async function statementsOf(url: string): Promise<string[]> {
  const { statements } = await countStatements(world.container.database, async () => {
    const { status } = await world.request({ url });
    expect(status).toBe(200);
  });
  return statements.filter((statement) => !/api_users|rate_budgets/.test(statement));
}

describe('a page of domains in full', () => {
  it('costs the same number of statements for one, ten and a hundred', async () => {
    const [one, ten, hundred] = [
      await statementsOf('/registry/v1/domains?details=true&limit=1'),
      await statementsOf('/registry/v1/domains?details=true&limit=10'),
      await statementsOf('/registry/v1/domains?details=true&limit=100'),
    ];
    expect(ten.length).toBe(one.length);
    expect(hundred.length).toBe(one.length);
    // The page and new_domain, each with all that hangs on it; and the count. One trip for all of them.
    expect(hundred).toHaveLength(3);
  });

  it('costs three as names only', async () => {
    expect(await statementsOf('/registry/v1/domains')).toHaveLength(3);
  });

  it('costs one for a single domain', async () => {
    expect(await statementsOf('/registry/v1/domains/copy-7.ee')).toHaveLength(1);
  });
});
