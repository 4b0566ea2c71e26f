import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { countStatements } from '../../../support/database.ts';
import { newDomain, setDomainStatuses, storedDomain } from '../../../support/domains.ts';
import { gate } from '../../../support/gate.ts';
import { expectRefusal, restApi } from '../../../support/rest.ts';
import { beta, type TestWorld, testWorld } from '../../../support/world.ts';

const onServer = inject('testDatabase').kind === 'postgres';
const code = 'open-sesame';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const call = restApi(() => world);
type Item = { domain_name: string; transfer_code?: string };
const transfer = (items: readonly Item[]) =>
  call('POST /domains/transfer', { data: { domain_transfers: items } }, { auth: beta });

/** `+` the right code, `-` a wrong one, `o` none. */
const itemsOf = (name: string, turns: string): Item[] =>
  [...turns].map((turn) => ({
    domain_name: name,
    ...(turn !== 'o' && { transfer_code: turn === '+' ? code : 'wrong' }),
  }));

interface Snapshot {
  readonly success: readonly unknown[];
  readonly failed: readonly { errors: { code: string; msg: string } }[];
}

const tellings = ({ body }: Awaited<ReturnType<typeof transfer>>) => {
  const { success, failed } = body.data as unknown as Snapshot;
  return {
    moved: success.length,
    refused: failed.map(({ errors }) => `${errors.code} ${errors.msg}`.replace(/\d+ seconds/, 'n seconds')),
  };
};

/** What is left: whose it is, and how many wrong codes are counted. */
async function stateOf(name: string) {
  const { id, registrar_code } = await storedDomain(world, name);
  const { rows } = await sql`select failures from secret_failures
    where subject = ${`domain:${id}`}`.execute(world.container.database.db);
  return { registrar_code, counted: rows };
}

const kinds = {
  'may be moved': () => newDomain(world, { transferCode: code }),
  'is its own': () => newDomain(world, { transferCode: code }, { auth: beta }),
  'may not be moved': async () => {
    const name = await newDomain(world, { transferCode: code });
    await setDomainStatuses(world, name, ['serverTransferProhibited']);
    return name;
  },
};

const sequences = [
  '++-+',
  '-o-+o+',
  '----+--+',
  '-----+-+o',
  '+-----+--+',
  '+----+-----+-',
  'o+-+--+---+----+-----+',
  '------------',
];

describe('a name that is given again and again in one bulk transfer', () => {
  it.each(Object.entries(kinds))(
    'gets what it gets in calls of their own, when the domain %s',
    async (_, make) => {
      for (const turns of sequences) {
        const [together, apart] = [await make(), await make()];
        const items = itemsOf(apart, turns);
        const expected = { moved: 0, refused: [] as string[] };
        for (const item of items) {
          const { moved, refused } = tellings(await transfer([item]));
          expected.moved += moved;
          expected.refused.push(...refused);
        }
        expect([turns, tellings(await transfer(itemsOf(together, turns)))]).toEqual([turns, expected]);
        expect([turns, await stateOf(together)]).toEqual([turns, await stateOf(apart)]);
      }
    },
  );

  it('is refused by the database each time, and no code of it counts as wrong', async () => {
    const name = await kinds['may be moved']();
    const { db } = world.container.database;
    await sql`alter table domains add constraint stays check (name <> ${sql.lit(name)} or updated_at = created_at)`.execute(
      db,
    );
    try {
      const answer = tellings(await transfer(itemsOf(name, '-+++++++-')));
      expect(answer.moved).toBe(0);
      const codes = answer.refused.map((text) => text.slice(0, 4));
      expect(codes).toEqual(['2202', ...Array.from({ length: 7 }, () => '2400'), '2202']);
      expect((await stateOf(name)).counted).toMatchObject([{ failures: 1 }]);
    } finally {
      await sql`alter table domains drop constraint stays`.execute(db);
    }
  });

  it('costs no more statements than twice, however often', async () => {
    const counts: number[] = [];
    for (const times of [2, 400]) {
      const name = await kinds['may be moved']();
      const other = await kinds['may be moved']();
      const items = Array.from({ length: times }, () => [...itemsOf(name, '+'), ...itemsOf(other, '-')]);
      const { count } = await countStatements(world.container.database, () => transfer(items.flat()));
      counts.push(count);
    }
    expect(counts[1]).toBe(counts[0]);
  });
});

describe('bulk transfer', () => {
  it('takes at most 5,000 items', async () => {
    const items = (count: number) => Array.from({ length: count }, () => ({ domain_name: 'nowhere.ee' }));
    expectRefusal(await transfer(items(5001)), 400, 2004, 'Domains count must be between 1-5000');
    expect(tellings(await transfer(items(5000))).refused).toHaveLength(5000);
  });

  it.runIf(onServer)('neither locks nor waits for domains of which it has no right code', async () => {
    const name = await kinds['may be moved']();
    const [held, goOn] = [gate(), gate()];
    const holding = world.container.database.transaction(async (tx) => {
      await sql`select from domains where name = ${name} for update`.execute(tx);
      held.open();
      await goOn.opened;
    });
    await held.opened;
    const wrong = '2202 Invalid authorization information';
    expect(tellings(await transfer(itemsOf(name, '-o')))).toEqual({ moved: 0, refused: [wrong, wrong] });
    goOn.open();
    await holding;
  });
});
