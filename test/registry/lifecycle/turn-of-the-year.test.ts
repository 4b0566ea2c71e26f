import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { SimulatedClock } from '#src/base/clock.ts';
import { secondConnection } from '../../support/database.ts';
import { mutateOf } from '../../support/operator.ts';
import { seed, twoNameservers } from '../../support/seed.ts';
import { operator, type TestWorld, testWorld } from '../../support/world.ts';

let now = new Date('2031-11-20T12:00:00Z');
let world: TestWorld;
const mutate = mutateOf(() => world);
const keepHouse = () => mutate('jobsRun', { jobs: ['forget'] }, 'events { at }');

beforeAll(async () => {
  world = await testWorld({}, { clock: new SimulatedClock(0, { now: () => now }) });
});

const partsOf = async (year: number): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relispartition and relkind = 'r' and relname like ${`%\\_${year}`} order by 1`.execute(
    world.container.database.db,
  );
  return rows.map(({ name }) => name);
};

const divided = ['access_log', 'contact_versions', 'domain_versions', 'history', 'ledger'];
const allOf = (year: number) => divided.map((table) => `${table}_${year}`);

/** In which part each table has what was written at a moment. */
const placesAt = async (moment: Date): Promise<string[]> => {
  const { rows } = await sql<{ part: string }>`
    select distinct part from (
      select tableoid::regclass::text as part, at from history
      union all select tableoid::regclass::text, valid_from from domain_versions
      union all select tableoid::regclass::text, created_at from ledger
      union all select tableoid::regclass::text, at from access_log) written
    where at = ${moment} order by part`.execute(world.container.database.db);
  return rows.map(({ part }) => part);
};

/** A registration, which is charged, and an operator's look at personal data. */
async function write(name: string): Promise<string[]> {
  await seed(world).domain(name);
  const looked = await world.request({
    method: 'POST',
    url: '/graphql',
    auth: operator,
    payload: { query: '{ contacts(first: 5) { nodes { email } } }' },
  });
  expect(looked.body.errors).toBeUndefined();
  await expect.poll(() => placesAt(now)).toContainEqual(expect.stringMatching(/^access_log/));
  return placesAt(now);
}

it('a server that runs over New Year has the parts of the next year long before, and writes go on at midnight', async () => {
  await keepHouse();
  expect(await partsOf(2032)).toEqual(allOf(2032));
  expect(await partsOf(2033)).toEqual([]);
  now = new Date('2031-12-31T23:59:59.999Z');
  await write('last.ee');
  now = new Date('2032-01-01T00:00:00.000Z');
  const inNewYear = ['access_log_2032', 'domain_versions_2032', 'history_2032', 'ledger_2032'];
  expect(await write('first.ee')).toEqual(inNewYear);
  await keepHouse();
  expect(await partsOf(2033)).toEqual(allOf(2033));
});

it('a change in the new year ends what began in the old one, and both are read as one', async () => {
  now = new Date('2032-01-01T00:00:01.000Z');
  const changed = await world.request({
    method: 'POST',
    url: '/registry/v1/domains/last.ee/nameservers',
    payload: { nameservers: twoNameservers.map((hostname) => ({ hostname })) },
  });
  expect(changed.body).toMatchObject({ code: 1000 });
  const { rows } = await sql`
    select tableoid::regclass::text as part, valid_to = ${now} as "endsNow" from domain_versions
    where name = 'last.ee' order by valid_from`.execute(world.container.database.db);
  expect(rows).toEqual([
    { part: 'domain_versions_2031', endsNow: true },
    { part: 'domain_versions_2032', endsNow: false },
  ]);
  const asked = await world.request({
    method: 'POST',
    url: '/graphql',
    payload: {
      query: `{ domain(name: "last.ee") { history(first: 5) { nodes { operation } } }
        before: domain(name: "last.ee", asOf: "2031-12-31T23:59:59.999Z") { name } }`,
    },
  });
  expect(asked.body).toMatchObject({
    data: { domain: { history: { nodes: [{}, {}] } }, before: { name: 'last.ee' } },
  });
});

it('waits for no writer: parts that cannot be made at once are made by the next run', async ({ skip }) => {
  const other = await secondConnection();
  if (other === undefined) return skip('the embedded database has one connection');
  now = new Date('2033-02-01T00:00:00Z');
  let written = (): void => {};
  const isWritten = new Promise<void>((resolve) => {
    written = resolve;
  });
  let begun = (): void => {};
  const hasBegun = new Promise<void>((resolve) => {
    begun = resolve;
  });
  const writing = other.transaction(async (tx) => {
    await sql`insert into history (at, actor_kind, actor_name, operation, request_id, object_type, object_id, object_key, event, changes)
      values (${now}, 'system', 'test', 'test', 'test', 'registrar', 1, 'ALPHA', 'update', '{}')`.execute(tx);
    begun();
    await isWritten;
  });
  await hasBegun;
  await keepHouse();
  expect(await partsOf(2034)).not.toContain('history_2034');
  written();
  await writing;
  await keepHouse();
  expect(await partsOf(2034)).toEqual(allOf(2034));
});
