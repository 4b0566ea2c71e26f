import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectDone, mutateOf } from '../../support/operator.ts';
import { seed } from '../../support/seed.ts';
import { advance, clockAt } from '../../support/time.ts';
import { alpha, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const mutate = mutateOf(() => world);
beforeAll(async () => {
  world = await testWorld({}, { clock: clockAt('2026-06-03T12:00:00+03:00') });
  await world.listen();
});

/** What left for the books and as e-invoices, and how that ended. */
async function sent(kind: 'accounting' | 'e-invoice') {
  const { rows } = await sql<{ subject: string; arrived: boolean; error: string | null }>`
    select subject, done_at is not null as arrived, last_error as error from outbox where kind = ${kind}
    order by id`.execute(world.container.database.db);
  return rows;
}

describe('the stand-ins of the bare sandbox', () => {
  it('take what is sent of a top-up, of its money, and of a monthly summary', async () => {
    const { invoice } = await mutate(
      'accountTopUp',
      { amount: '10' },
      'invoice { number amount referenceNumber }',
      alpha,
    );
    const transfer = {
      referenceNumber: invoice.referenceNumber,
      amount: invoice.amount,
      description: 'Top-up',
      bankReference: 'ours-1',
      receivedAt: '2026-06-03T10:00:00+03:00',
    };
    expectDone(await mutate('bankTransferRecord', transfer, 'invoice { number }'));
    await seed(world).domain('kokku.ee');
    await seed(world).domain('kokku-long.ee', { period: 2 });
    await advance(world, { to: '2026-07-02T12:00:00+03:00' }, { summaries: true });
    expectDone(await mutate('jobsRun', { jobs: [] }, 'events { kind }'));
    const arrived = { subject: expect.any(String), arrived: true, error: null };
    expect(await sent('e-invoice')).toEqual([arrived, arrived]);
    expect(await sent('accounting')).toEqual([arrived, arrived]);
  });
});
