import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { lockNames } from '#src/registry/store/registry/name-locks.ts';
import { secondConnection } from '../../../support/database.ts';
import { type Pending, paymentsOf } from '../../../support/paid-reservations.ts';
import { type Entry, portalOf } from '../../../support/portal.ts';
import { seed } from '../../../support/seed.ts';
import { type Answer, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let portal: ReturnType<typeof portalOf>;
let payments: ReturnType<typeof paymentsOf>;
beforeAll(async () => {
  world = await testWorld();
  portal = portalOf(world);
  payments = paymentsOf(world, portal);
});

/** Real parallelism needs several connections. */
const parallel = it.runIf(inject('testDatabase').kind === 'postgres');
const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const names = (prefix: string, count = 20): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}.ee`);
const entriesIn = ({ body }: Answer): [Entry, ...Entry[]] => body.reserved_domains;

async function storedCodes(): Promise<Map<string, string>> {
  const rows = await world.container.database.db.selectFrom('reserved_names').selectAll().execute();
  return new Map(rows.map(({ name, password }) => [name, password]));
}

describe('free reservations at the same time', () => {
  parallel('of the same twenty names have one winner', async () => {
    const wanted = names('sama');
    const answers = await times(32, () => portal.reserve(...wanted));
    const won = answers.filter(({ status }) => status === 201);
    expect(won).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(31);
    const given = won.flatMap(entriesIn);
    const stored = await storedCodes();
    for (const { name, password } of given) expect(stored.get(name)).toBe(password);
    expect(given.map(({ name }) => name)).toEqual(wanted);
  });

  parallel('of overlapping names in any order give each name to one, who knows its code', async () => {
    const pool = names('segu', 30);
    const answers = await times(32, (index) => {
      const rotated = [...pool.slice(index % 30), ...pool.slice(0, index % 30)].slice(0, 20);
      return portal.reserve(...(index % 2 ? rotated : rotated.reverse()));
    });
    const reported = answers.filter(({ status }) => status === 201).flatMap(entriesIn);
    expect(reported.map(({ name }) => name).sort()).toEqual([...pool].sort());
    const stored = await storedCodes();
    for (const { name, password } of reported) expect(stored.get(name)).toBe(password);
    for (const { status } of answers) expect([201, 422]).toContain(status);
  });

  parallel('and a registration of the same name: one of them wins', async () => {
    const registrar = seed(world);
    const registrant = await registrar.contact();
    await times(8, async (round) => {
      const name = `voidu${round}.ee`;
      const [reservation, registration] = await Promise.all([
        portal.reserve(name),
        world.request({
          method: 'POST',
          url: '/registry/v1/domains',
          payload: { domain: { name, registrant, period: 1, period_unit: 'y' } },
        }),
      ]);
      expect([reservation.status === 201, registration.status === 200].filter(Boolean)).toHaveLength(1);
    });
  });
});

describe('paid reservations at the same time', () => {
  parallel('of the same names share one number', async () => {
    const wanted = names('ühine', 5);
    const pending = await times(16, () => payments.pending(...wanted));
    expect(new Set(pending.map(({ invoice_number }) => invoice_number)).size).toBe(1);
    expect(new Set(pending.map(({ user_unique_id }) => user_unique_id)).size).toBe(16);
  });

  parallel('all paid at once leave the names with one payer', async () => {
    const pending = await times(6, (index) => payments.pending('lukk.ee', `lukk${index}.ee`));
    const paid = await times(pending.length, (index) => payments.pay(pending[index] as Pending));
    expect(paid.filter(Boolean)).toHaveLength(1);
    const reported = await times(pending.length, (index) => payments.reported(pending[index] as Pending));
    expect(reported.filter(({ status }) => status === 'cancelled')).toHaveLength(5);
    const [winner] = reported.filter(({ status }) => status === 'paid');
    expect(winner?.reserved_domains).toMatchObject([{ status: 'reserved' }, { status: 'reserved' }]);
  });

  parallel('and free ones of the same name: one holder, and a payer who lost is known', async () => {
    for (const name of names('kaks', 6)) {
      const pending = await payments.pending(name);
      const [free] = await Promise.all([portal.reserve(name), payments.pay(pending)]);
      const [entry] = (await payments.reported(pending)).reserved_domains;
      const stored = (await storedCodes()).get(name);
      if (free.status === 201) {
        expect(entry.status).toBe('expired');
        expect(entriesIn(free)[0].password).toBe(stored);
      } else {
        expect(entry).toMatchObject({ status: 'reserved', password: stored });
      }
    }
  });
});

describe('questions after payment at the same time', () => {
  parallel('issue the codes once', async () => {
    const pending = await payments.pending(...names('korra'));
    await payments.pay(pending);
    const answers = await times(32, () => payments.statusOf(pending.invoice_number, pending.user_unique_id));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const history = await world.container.database.db
      .selectFrom('history')
      .select('operation')
      .where('object_key', '=', pending.user_unique_id)
      .where('operation', '=', 'paid-reservation.show')
      .execute();
    expect(history).toHaveLength(1);
  });
});

describe('the lock on names', () => {
  parallel('makes a reservation wait for the request that decides about the name', async () => {
    const order: string[] = [];
    const other = await secondConnection();
    let deciding: Promise<void> | undefined;
    await new Promise<void>((locked) => {
      deciding = other?.transaction(async (db) => {
        await lockNames(db, ['lukus.ee']);
        locked();
        await sleep(300);
        order.push('decided');
      });
    });
    const { status } = await portal.reserve('muu.ee', 'lukus.ee');
    order.push('reserved');
    await deciding;
    expect(status).toBe(201);
    expect(order).toEqual(['decided', 'reserved']);
  });
});
