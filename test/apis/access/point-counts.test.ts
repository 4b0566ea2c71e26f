import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { Batch } from '#src/apis/access/batch.ts';
import { Budget } from '#src/apis/access/budget.ts';
import type { RegistrarActor } from '#src/base/actor.ts';
import type { SimulatedClock } from '#src/base/clock.ts';
import { type Database, openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { DatabaseUnavailable } from '#src/registry/store/driver/connections/trouble.ts';
import { cutLine } from '../../support/cut-line.ts';
import { secondConnection, testDatabase, testDatabaseUrl } from '../../support/database.ts';
import { readConfig } from '../../support/extensions.ts';
import { gate } from '../../support/gate.ts';
import { clockAt } from '../../support/time.ts';

const onServer = inject('testDatabase').kind === 'postgres';
const config = readConfig({
  RATE_LIMIT_POINTS: '1000',
  RATE_LIMIT_REGISTRAR_POINTS: '1500',
  RATE_LIMIT_WINDOW: '60',
});
const userOf = (userId: number): RegistrarActor => ({
  kind: 'registrar',
  userId,
  username: `user-${userId}`,
  roles: ['super'],
  registrarId: 1,
  registrarCode: 'ALPHA',
});
const [alice, bob] = [userOf(1), userOf(2)];

let clock: SimulatedClock;
let database: Database;
/** Two processes: each has counted what the other does not know. */
let one: Budget;
let two: Budget;
const batches: Batch[] = [];
const processOn = (on: Database): Budget => {
  const batch = new Batch();
  batches.push(batch);
  return new Budget({ config, clock, database: on, batch });
};
beforeEach(async () => {
  clock = clockAt('2026-05-10T10:00:00Z');
  database = await testDatabase();
  await database.db.deleteFrom('rate_budgets').execute();
  one = processOn(database);
  two = processOn((await secondConnection()) ?? database);
});
afterEach(async () => {
  await Promise.all(batches.splice(0).map((batch) => batch.close()));
});

const later = (seconds: number): void => clock.moveTo(new Date(clock.now().getTime() + seconds * 1000));
const rows = () =>
  database.db.selectFrom('rate_budgets').select(['caller', 'used']).orderBy('caller').execute();
const used = async () => (await rows()).map((row) => row.used);
/** What is left by the budget that has less. */
const left = async (budget: Budget, actor = alice) => {
  await budget.flush();
  return (await budget.charge(actor, 0)).remaining;
};

describe('points', () => {
  it('are counted in the process, and added with those of all callers by one statement', async () => {
    for (const actor of [alice, bob]) await one.charge(actor, 1);
    const statements: string[] = [];
    const stop = database.onStatement((sql) => statements.push(sql));
    for (const actor of [alice, bob, alice]) expect((await one.charge(actor, 2)).allowed).toBe(true);
    expect(statements).toEqual([]);
    await one.flush();
    stop();
    expect(statements).toHaveLength(1);
    expect(await rows()).toEqual([
      { caller: 'registrar:1', used: 8 },
      { caller: 'user:1', used: 5 },
      { caller: 'user:2', used: 3 },
    ]);
  });

  it('are not asked for by a process at rest', async () => {
    const statements: string[] = [];
    const stop = database.onStatement((sql) => statements.push(sql));
    await one.flush();
    stop();
    expect(statements).toEqual([]);
  });

  it('are charged in the database where a request costs more than a fiftieth, and for every write', async () => {
    await one.charge(alice, 21);
    expect(await used()).toEqual([21, 21]);
    await one.charge(alice, 1, { isWrite: true });
    expect(await used()).toEqual([22, 22]);
    await one.charge(alice, 20);
    expect(await used()).toEqual([22, 22]);
  });

  it('that the others do not know of are a twentieth at most', async () => {
    for (let time = 0; time < 60; time += 1) await one.charge(alice, 1);
    const [, ofAlice = 0] = await used();
    expect(ofAlice).toBeGreaterThanOrEqual(10);
  });

  it('of a refusal are charged to nobody', async () => {
    await one.charge(bob, 900);
    expect((await one.charge(alice, 700)).allowed).toBe(false);
    expect((await two.charge(alice, 1001)).allowed).toBe(false);
    expect(await used()).toEqual([900, 0, 900]);
    expect((await two.charge(alice, 600)).allowed).toBe(true);
    expect((await two.charge(alice, 1)).allowed).toBe(false);
    expect(await left(one, alice)).toBe(0);
  });

  it('that were given back are there for the other process at once, where they are many', async () => {
    const paid = await one.charge(alice, 900);
    await one.refund(890, paid);
    expect((await two.charge(alice, 900)).allowed).toBe(true);
  });

  it('are refused only because of the state of the database at that moment', async () => {
    const paid = await one.charge(alice, 1000);
    expect((await two.charge(alice, 1)).allowed).toBe(false);
    await one.refund(500, paid);
    expect((await two.charge(alice, 1)).allowed).toBe(true);
  });

  it('of a sum that was overtaken do not take the place of those that were read later', async () => {
    const [answered, handedOver] = [gate(), gate()];
    let isHeld = false;
    const db = database.db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        answered.open();
        if (isHeld) await handedOver.opened;
        return result;
      },
    });
    const here = processOn(
      new Proxy(database, { get: (target, key) => (key === 'db' ? db : Reflect.get(target, key)) }),
    );
    await here.charge(alice, 1);
    isHeld = true;
    const overtaken = here.flush();
    await answered.opened;
    await here.charge(alice, 900, { isWrite: true, db: database.db });
    handedOver.open();
    await overtaken;
    expect((await here.charge(alice, 0)).remaining).toBe(99);
  });
});

describe('a window that has ended', () => {
  it('takes its points with it: counted, to be given back, small and large', async () => {
    const large = await one.charge(alice, 500);
    const small = await one.charge(alice, 5);
    later(61);
    await one.refund(400, large);
    await one.refund(4, small);
    await one.flush();
    await one.charge(alice, 7);
    expect(await left(one)).toBe(993);
    expect(await left(two)).toBe(993);
  });

  it('gives nothing back to the one after it', async () => {
    const [large, small] = [await one.charge(alice, 500), await one.charge(alice, 5)];
    later(61);
    await one.charge(alice, 7);
    await one.charge(alice, 30);
    await one.refund(4, small);
    await one.refund(400, large);
    expect(await left(one)).toBe(963);
  });

  it('is another one for the user than for the registrar', async () => {
    await one.charge(bob, 100);
    later(40);
    const paid = await one.charge(alice, 200);
    await two.charge(alice, 10);
    await two.flush();
    later(21);
    // The registrar's has ended, the user's goes on.
    await one.refund(150, paid);
    await one.charge(alice, 3);
    await one.flush();
    await two.flush();
    expect(await rows()).toEqual([
      { caller: 'registrar:1', used: 3 },
      { caller: 'user:1', used: 63 },
      { caller: 'user:2', used: 100 },
    ]);
    later(40);
    expect(await left(two)).toBe(1000);
  });

  it('is begun by two processes that do not know of each other, and is one', async () => {
    for (const budget of [one, two]) await budget.charge(alice, 1);
    for (const budget of [one, two]) await budget.flush();
    later(61);
    await one.charge(alice, 10);
    later(5);
    await two.charge(alice, 20);
    await two.flush();
    await one.flush();
    expect(await left(one)).toBe(970);
    expect(await left(two)).toBe(970);
  });
});

describe('a clock', () => {
  it('that goes back ends no window for longer than one lasts', async () => {
    await one.charge(alice, 1000);
    clock.setAhead(-10 * 3600_000);
    expect((await two.charge(alice, 30)).allowed).toBe(true);
    expect(await left(two)).toBe(970);
  });
});

describe.runIf(onServer)('a database that is away', () => {
  it('lets reads be counted, refuses writes, and gets the points when it is back', async () => {
    const target = new URL((await testDatabaseUrl()) ?? '');
    const line = await cutLine(target.href);
    const url = new URL(target);
    url.port = new URL(line.url).port;
    url.hostname = '127.0.0.1';
    const far = await openDatabase({ url: url.href, longestWait: 1 });
    const cut = processOn(far);
    try {
      await cut.charge(alice, 10);
      await cut.flush();
      await one.charge(alice, 100);
      line.isDown = true;
      line.cut();
      for (let time = 0; time < 5; time += 1) expect((await cut.charge(alice, 20)).allowed).toBe(true);
      expect((await cut.charge(alice, 300)).remaining).toBe(590);
      // Nobody has more than its limit there either.
      expect((await cut.charge(alice, 700)).allowed).toBe(false);
      await expect(cut.charge(alice, 1, { isWrite: true })).rejects.toThrow(DatabaseUnavailable);
      expect(await used()).toEqual([110, 110]);
      line.isDown = false;
      await expect
        .poll(
          () =>
            cut.flush().then(
              () => 'back',
              () => 'away',
            ),
          { timeout: 20_000 },
        )
        .toBe('back');
      expect(await used()).toEqual([510, 510]);
      expect(await left(cut)).toBe(490);
    } finally {
      await far.close();
    }
  });
});
