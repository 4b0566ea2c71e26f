import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Between, between } from '../../support/between.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { seed } from '../../support/seed.ts';
import { type Loose, type TestWorld, testWorld } from '../../support/world.ts';

/** More than the documented number of rows of a page, and more than is answered at once. */
const many = { domains: 230, contacts: 1040, messages: 215 };

let world: TestWorld;
let line: Between;
let facade: TestFacade;
beforeAll(async () => {
  world = await testWorld();
  await seed(world).contact({ id: 'holder' });
  line = await between(world);
  facade = await testFacade(line.url, { UPSTREAM_FRESH_FOR: 'PT1H' });
  await seed(world).domain('first.ee', { registrant: 'ALPHA:HOLDER' });
  await facade.upstream.mirror.pass();
  for (const { database } of [world.container, facade.container]) {
    const { db } = database;
    await sql`insert into domains (name, name_puny, zone_id, registrar_id, registrant_id, transfer_code, period, period_unit,
        statuses, expires_at, created_at, updated_at)
      select n || name, n || name, zone_id, registrar_id, registrant_id, 'code', period, period_unit, statuses, expires_at,
        created_at, updated_at
      from domains, generate_series(1, ${many.domains - 1}) n where name = 'first.ee'`.execute(db);
    await sql`insert into contacts (code, registrar_id, name, email, phone, ident, ident_type, ident_country_code, auth_info,
        created_at, updated_at)
      select code || '-' || n, registrar_id, name, email, phone, ident, ident_type, ident_country_code, auth_info,
        created_at, updated_at
      from contacts, generate_series(1, ${many.contacts - 1}) n where code = 'ALPHA:HOLDER'`.execute(db);
    await sql`insert into notifications (registrar_id, kind, text, created_at)
      select registrar_id, 'other', 'Message ' || n, now() from contacts, generate_series(1, ${many.messages}) n
      where code = 'ALPHA:HOLDER'`.execute(db);
  }
});

const lists = {
  '/domains': ({ data }: Loose) => data.domains,
  '/contacts': ({ data }: Loose) => data.contacts,
  '/registrar/notifications/all_notifications': ({ data }: Loose) => data,
} as const;
const sizes: Readonly<Record<string, number>> = {
  '/domains': many.domains,
  '/contacts': many.contacts,
  '/registrar/notifications/all_notifications': many.messages,
};
const rows = async (at: { request: TestFacade['request'] }, path: string): Promise<number> => {
  const [list = ''] = path.split('?');
  const { body } = await at.request({ url: `/repp/v1${path}` });
  return (lists[list as keyof typeof lists](body) as unknown as unknown[]).length;
};

describe.each(Object.keys(lists))('%s in front of a registry', (path) => {
  it('has all rows without a limit, as the registry returns them, and with a blank one', async () => {
    expect(await rows(facade, path)).toBe(sizes[path]);
    expect(await rows(facade, `${path}?limit`)).toBe(sizes[path]);
    expect(await rows(facade, `${path}?limit=&offset=10`)).toBe((sizes[path] ?? 0) - 10);
    expect(await rows(facade, `${path}?limit=7`)).toBe(7);
  });

  it('has the documented number if that is configured', async () => {
    const documented = await testFacade(
      line.url,
      { UPSTREAM_FRESH_FOR: 'PT1H', UPSTREAM_DEFAULT_LIMIT: '200' },
      { beside: facade },
    );
    expect(await rows(documented, path)).toBe(200);
    expect(await rows(documented, `${path}?limit`)).toBe(sizes[path]);
  });

  it('has the documented number in our own registry', async () => {
    expect(await rows(world, path)).toBe(200);
    expect(await rows(world, `${path}?limit`)).toBe(sizes[path]);
  });
});
