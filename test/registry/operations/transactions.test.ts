import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import { failure, refuseWith } from '#src/base/errors.ts';
import { allOrNothing } from '#src/registry/operations/all-or-nothing.ts';
import { defineCommand } from '#src/registry/operations/operation.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const actor = { kind: 'system', job: 'test' } as const;
const call = { actor, request: { id: 'test', via: 'job' } } as const;

beforeAll(async () => {
  world = await testWorld();
  await sql`create table seats (id int primary key, taken int not null default 0)`.execute(
    world.container.database.db,
  );
  await sql`insert into seats (id) values (1), (2)`.execute(world.container.database.db);
});

let runs = 0;
const stumble = defineCommand({
  name: 'test.stumble',
  summary: 'Meets an error of the database a few times before it succeeds.',
  permits: ['system'],
  scope: 'WRITE',
  input: z.object({ times: z.int(), errcode: z.string() }),
  errors: [],
  run: async ({ db, record }, { times, errcode }) => {
    runs += 1;
    await sql`update seats set taken = taken + 1 where id = 1`.execute(db);
    record({ type: 'setting', id: 1, key: 'stumble', after: { run: runs } });
    if (runs <= times)
      await sql`do ${sql.lit(`begin raise exception 'again' using errcode = '${errcode}'; end`)}`.execute(db);
    return { runs };
  },
});

const taken = async () => {
  const { rows } = await sql<{ taken: number }>`select taken from seats where id = 1`.execute(
    world.container.database.db,
  );
  return rows[0]?.taken ?? 0;
};

describe('a command that the database cannot serialize', () => {
  it.each([
    ['a serialization failure', '40001'],
    ['a deadlock', '40P01'],
  ])('is run again after %s, from the beginning', async (_, errcode) => {
    runs = 0;
    const before = await taken();
    const history = world.container.database.db
      .selectFrom('history')
      .selectAll()
      .where('object_key', '=', 'stumble');
    const rows = (await history.execute()).length;
    expect(await world.container.runner.run(stumble, { times: 3, errcode }, call)).toMatchObject({
      ok: true,
      value: { runs: 4 },
    });
    expect(await taken()).toBe(before + 1);
    expect(await history.execute()).toHaveLength(rows + 1);
  });

  it('keeps its idempotency key through all attempts', async () => {
    runs = 0;
    const keyed = { ...call, idempotencyKey: 'stumbling' };
    const input = { times: 2, errcode: '40001' };
    expect(await world.container.runner.run(stumble, input, keyed)).toMatchObject({
      value: { runs: 3 },
      replayed: false,
    });
    expect(await world.container.runner.run(stumble, input, keyed)).toMatchObject({
      value: { runs: 3 },
      replayed: true,
    });
  });

  it('is a fault in the end, when it never succeeds', async () => {
    runs = 0;
    const before = await taken();
    await expect(world.container.runner.run(stumble, { times: 99, errcode: '40001' }, call)).rejects.toThrow(
      'again',
    );
    expect(runs).toBe(6);
    expect(await taken()).toBe(before);
  });

  it('is a fault at once for any other error', async () => {
    runs = 0;
    await expect(world.container.runner.run(stumble, { times: 1, errcode: '22012' }, call)).rejects.toThrow(
      'again',
    );
    expect(runs).toBe(1);
  });
});

const sit = defineCommand({
  name: 'test.sit',
  summary: 'Takes new seats while it goes on with something else.',
  permits: ['system'],
  scope: 'WRITE',
  input: z.object({
    seats: z.array(z.int()),
    isRefused: z.boolean(),
    isItem: z.boolean(),
    isLast: z.boolean(),
  }),
  errors: ['OBJECT_EXISTS', 'PARAMETER_VALUE_POLICY'],
  conflicts: { seats_pkey: failure('OBJECT_EXISTS') },
  run: async (context, { seats, isRefused, isItem, isLast }) => {
    const take = async (): Promise<void> => {
      for (const id of seats) await sql`insert into seats (id) values (${id})`.execute(context.db);
    };
    const work = async (item: Pick<typeof context, 'writing' | 'writingLast'>): Promise<void> => {
      if (isLast)
        for (const id of seats)
          item.writingLast(sql`insert into seats (id) values (${id})`.compile(context.db));
      else item.writing(take());
      if (isRefused) refuseWith(failure('PARAMETER_VALUE_POLICY'));
    };
    if (isItem) await allOrNothing(context, work).catch(() => {});
    else await work(context);
    return {};
  },
});

describe('a write that the command does not wait for', () => {
  const rows = async (...ids: number[]) =>
    (
      await world.container.database.db
        .selectFrom(sql<{ id: number }>`seats`.as('seats'))
        .select('id')
        .execute()
    )
      .map(({ id }) => id)
      .filter((id) => ids.includes(id));
  let key = 0;
  const ways = [
    ['', () => call],
    [' with a key', () => ({ ...call, idempotencyKey: `sitting-${++key}` })],
  ] as const;

  it.each(ways)('is there when it has ended%s', async (_, way) => {
    const as = way();
    const seats = [10 + key, 20 + key];
    const input = { seats, isRefused: false, isItem: false, isLast: false };
    expect(await world.container.runner.run(sit, input, as)).toMatchObject({ ok: true });
    expect(await rows(...seats)).toEqual(seats);
  });

  it.each(ways)('is there when it was held back to the end%s', async (_, way) => {
    const as = way();
    const seats = [60 + key, 70 + key];
    const input = { seats, isRefused: false, isItem: false, isLast: true };
    expect(await world.container.runner.run(sit, input, as)).toMatchObject({ ok: true });
    expect(await rows(...seats)).toEqual(seats);
  });

  it.each(ways)('refuses it when the database does, and none of it stays%s', async (_, way) => {
    const input = { seats: [31, 1, 32], isRefused: false, isItem: false, isLast: false };
    expect(await world.container.runner.run(sit, input, way())).toMatchObject({
      ok: false,
      failures: [{ code: 'OBJECT_EXISTS' }],
    });
    expect(await rows(31, 32)).toEqual([]);
  });

  it.each(ways)('is undone with all that is to come of it when it is refused%s', async (_, way) => {
    const input = { seats: [41, 42, 43, 44], isRefused: true, isItem: false, isLast: false };
    expect(await world.container.runner.run(sit, input, way())).toMatchObject({
      ok: false,
      failures: [{ code: 'PARAMETER_VALUE_POLICY' }],
    });
    expect(await rows(41, 42, 43, 44)).toEqual([]);
  });

  it.each([
    ['an item that is refused', [51, 52, 53], true, false],
    ['an item that the database refuses', [51, 1, 53], false, false],
    ['an item that is refused and writes last', [51, 52, 53], true, true],
    ['an item that the database refuses and that writes last', [51, 1, 53], false, true],
  ])('is undone of %s, and the command goes on', async (_, seats, isRefused, isLast) => {
    const input = { seats, isRefused, isItem: true, isLast };
    expect(await world.container.runner.run(sit, input, call)).toMatchObject({ ok: true });
    expect(await rows(51, 52, 53)).toEqual([]);
  });
});

const together: (() => void)[] = [];
const crossing = defineCommand({
  name: 'test.cross',
  summary: 'Takes two seats, one after the other.',
  permits: ['system'],
  scope: 'WRITE',
  input: z.object({ first: z.int(), second: z.int() }),
  errors: [],
  run: async ({ db }, { first, second }) => {
    await sql`update seats set taken = taken + 1 where id = ${first}`.execute(db);
    if (together.length < 2) {
      // Both hold their first seat before either asks for the second.
      await new Promise<void>((resolve) => {
        together.push(resolve);
        if (together.length === 2) for (const go of together) go();
      });
    }
    await sql`update seats set taken = taken + 1 where id = ${second}`.execute(db);
    return {};
  },
});

describe('two commands that lock each other out', () => {
  it.runIf(inject('testDatabase').kind === 'postgres')('both succeed', async () => {
    const { db } = world.container.database;
    const sum = async () => {
      const { rows } = await sql<{ sum: number }>`select sum(taken)::int as sum from seats`.execute(db);
      return rows[0]?.sum ?? 0;
    };
    const before = await sum();
    const outcomes = await Promise.all([
      world.container.runner.run(crossing, { first: 1, second: 2 }, call),
      world.container.runner.run(crossing, { first: 2, second: 1 }, call),
    ]);
    expect(outcomes).toMatchObject([{ ok: true }, { ok: true }]);
    expect(await sum()).toBe(before + 4);
  });
});
