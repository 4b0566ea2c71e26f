import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { addFlows } from '#src/registry/store/registry/domain-flows.ts';
import { domainFlows } from '#src/registry/store/registry/domain-statistics.ts';
import { gate } from '../../support/gate.ts';
import { askOf, mutateOf } from '../../support/operator.ts';
import { seed } from '../../support/seed.ts';
import { advance, clockAt, domainNow } from '../../support/time.ts';
import { alpha, beta, operator, type TestWorld, testWorld } from '../../support/world.ts';

/** What statistics are read from is what the versions of domains say, however much of it was added up already. */

let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);
const onServer = inject('testDatabase').kind === 'postgres';
const database = () => world.container.database;

const from = '2026-03-01';
const asked = (to: string) => `{
  days: domainStatistics(from: "${from}", to: "${to}", per: DAY, by: [ZONE, REGISTRAR]) {
    period zone registrar { code } registered renewed transferredIn transferredOut deleted atEnd }
  months: domainStatistics(from: "${from}", to: "${to}", per: MONTH) { period registered deleted atEnd }
  first: domains(asOf: "2026-03-05T12:00:00+02:00") { totalCount }
  second: domains(asOf: "2026-03-10T01:30:00+02:00") { totalCount }
  marketShare(month: "2026-03") { registrars { name domains } } }`;

const today = () => world.container.calendar.dateOf(world.clock.now());
const everything = async () => (await ask(asked(today()))).data;
const add = (most?: number) =>
  database().background.transaction((db) => addFlows(db, world.container.calendar.zone, most));

async function addAll(most?: number): Promise<number> {
  for (let times = 1; ; times += 1) if ((await add(most)).isDone) return times;
}

/** What domain_flows must be when everything is added up, counted without it. */
async function expectAgreement(timeZone: string): Promise<void> {
  const columns = sql`registered, renewed, transferred_in, transferred_out, deleted, met`;
  const { rows: flows } = await sql`select day::text, zone_id, registrar_id, ${columns} from domain_flows
    order by 1, 2, 3`.execute(database().db);
  const { rows: counted } = await sql`
    select day::text, zone_id, registrar_id, sum((kind = 'REGISTERED')::int)::int as registered,
      sum((kind = 'RENEWED')::int)::int as renewed, sum((kind = 'IN')::int)::int as transferred_in,
      sum((kind = 'OUT')::int)::int as transferred_out, sum((kind = 'DELETED')::int)::int as deleted, 0 as met
    from (
      select (valid_from at time zone ${timeZone})::date as day, zone_id, registrar_id,
        case kind when 'TRANSFERRED' then 'IN' else kind end as kind from domain_versions
      union all
      select (valid_from at time zone ${timeZone})::date, zone_id, from_registrar_id, 'OUT' from domain_versions
      where from_registrar_id is not null) sides
    where kind not in ('UPDATED', 'REGISTRANT_CHANGED', 'EXPIRED') group by 1, 2, 3 order by 1, 2, 3`.execute(
    database().db,
  );
  expect(flows.length).toBeGreaterThan(5);
  expect(flows).toEqual(counted);
}

beforeAll(async () => {
  world = await testWorld(
    { RATE_LIMIT_POINTS: '100000000', RATE_LIMIT_REGISTRAR_POINTS: '100000000' },
    { clock: clockAt('2026-03-01T10:00:00+02:00') },
  );
  for (let at = 0; at < 12; at += 1) {
    const name = `flow-${at}.${at % 3 ? 'ee' : 'com.ee'}`;
    const auth = at % 2 ? alpha : beta;
    const { transferCode } = await seed(world, auth).domain(name, { period: 3, unit: 'm' });
    if (at % 4 === 0) await mutate('domainTransfer', { name, transferCode }, '__typename', alpha);
    if (at % 5 === 0) {
      const expires = (await domainNow(world, name))?.expires_at ?? new Date(0);
      const expiresOn = world.container.calendar.dateOf(expires);
      await mutate('domainRenew', { name, period: 'P3M', expiresOn }, '__typename', alpha);
    }
    if (at % 6 === 1) await mutate('domainDelete', { name, verified: true }, '__typename', auth);
    await advance(world, { by: 'P1DT3H' });
  }
  await advance(world, { by: 'P60D' });
});

describe('the days that are added up', () => {
  it('change nothing of what statistics, market shares and counts of the past say', async () => {
    const before = await everything();
    expect(before.months).toContainEqual(expect.objectContaining({ period: from, registered: 12 }));
    await add(4);
    expect(await everything()).toEqual(before);
    expect(await addAll(4)).toBeGreaterThan(1);
    expect(await everything()).toEqual(before);
    await expectAgreement('Europe/Tallinn');
    await seed(world).domain('flow-later.ee');
    const later = await everything();
    expect(later).not.toEqual(before);
    await mutate('jobsRun', { jobs: ['count'] }, '__typename', operator);
    expect(await everything()).toEqual(later);
    await expectAgreement('Europe/Tallinn');
  });

  it('are read, and not the versions that are in them', async () => {
    const { data } = await ask(asked(today()));
    await sql`update domain_flows set registered = registered + 1 where day = (select min(day) from domain_flows)`.execute(
      database().db,
    );
    expect((await everything()).months).not.toEqual(data.months);
    await sql`update domain_flows set registered = registered - 1 where day = (select min(day) from domain_flows)`.execute(
      database().db,
    );
  });

  it('are added up anew in another time zone', async () => {
    const before = await everything();
    await database().background.transaction((db) => addFlows(db, 'Pacific/Auckland'));
    await expectAgreement('Pacific/Auckland');
    expect(await everything()).toEqual(before);
    await addAll();
    await expectAgreement('Europe/Tallinn');
    expect(await everything()).toEqual(before);
  });

  it('are added up again when the mark is gone, as after a reset of the sandbox', async () => {
    const before = await everything();
    const { db } = database();
    await sql`truncate domain_flows, domain_flows_mark`.execute(db);
    expect(await everything()).toEqual(before);
    await addAll(30);
    const { rows } = await sql<{ id: number }>`select id from domain_flows_mark`.execute(db);
    expect(rows[0]?.id).toBeGreaterThan(0);
    await expectAgreement('Europe/Tallinn');
    expect(await everything()).toEqual(before);
  });

  // The one connection of the embedded database is taken until the first statement's result is passed on.
  it.runIf(onServer)(
    'are counted from their versions when the mark goes back between two statements',
    async () => {
      await addAll();
      const { db } = database();
      const { calendar } = world.container;
      const beginnings = [calendar.startOf(calendar.dateOf(new Date(`${from}T12:00:00Z`)))] as const;
      const flows = (of: typeof db) =>
        domainFlows(of, calendar, {
          beginnings,
          by: { zone: true, registrar: true },
          registrarId: undefined,
        });
      const before = await flows(db);
      expect(before.length).toBeGreaterThan(5);
      let statements = 0;
      const interrupted = db.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => {
          statements += 1;
          if (statements === 1) await sql`truncate domain_flows, domain_flows_mark`.execute(db);
          return result;
        },
      });
      expect(await flows(interrupted)).toEqual(before);
      expect(statements).toBe(3);
      await addAll();
    },
  );

  it('are not looked for before there were any, however long ago that is', async () => {
    const { data, errors } = await ask('{ domains(asOf: "-P2020Y") { totalCount } }');
    expect(errors).toBeUndefined();
    expect(data).toEqual({ domains: { totalCount: 0 } });
  });

  it.runIf(onServer)('have an entry once that was numbered before them and committed after', async () => {
    const { opened, open } = gate();
    const written = gate();
    const entry = (name: string) => sql`insert into history
      (at, actor_kind, actor_name, operation, request_id, object_type, object_id, object_key, event, changes, snapshot)
      select ${world.clock.now()}, actor_kind, actor_name, operation, request_id, object_type, ${name.length + 900_000},
        ${name}, 'create', changes, snapshot from history where object_type = 'domain' and event = 'create' limit 1`;
    const registered = async () => {
      const { data } = await ask(
        `{ domainStatistics(from: "${from}", to: "${today()}", per: YEAR) { registered } }`,
      );
      return (data.domainStatistics as unknown as { registered: number }[])[0]?.registered ?? 0;
    };
    const before = await registered();
    const slow = database().background.transaction(async (db) => {
      await entry('slow.ee').execute(db);
      written.open();
      await opened;
    });
    await written.opened;
    await database().background.transaction((db) => entry('quick.ee').execute(db));
    await addAll();
    expect(await registered()).toBe(before + 1);
    open();
    await slow;
    expect(await registered()).toBe(before + 2);
    await addAll();
    expect(await registered()).toBe(before + 2);
    await expectAgreement('Europe/Tallinn');
  });
});
