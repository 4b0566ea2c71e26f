import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BillingApi, billingApi } from '../../support/billing.ts';
import { newDomain } from '../../support/domains.ts';
import { restApi } from '../../support/rest.ts';
import { beta, type TestWorld, testWorld } from '../../support/world.ts';

const migration = readFileSync(
  fileURLToPath(
    new URL('../../../src/registry/store/migrations/0016_reasons_of_refusals.sql', import.meta.url),
  ),
  'utf8',
);
let world: TestWorld;
let auction: BillingApi;
beforeAll(async () => {
  world = await testWorld();
  auction = await billingApi(world, 'auction');
});
const call = restApi(() => world);

/** As the build before kept it: the status of one door instead of a reason. */
async function keptByTheBuildBefore(key: string, status: number): Promise<void> {
  const { db } = world.container.database;
  await sql`update idempotency_keys
    set answer = jsonb_set(answer #- '{failures,0,reason}', '{failures,0,httpStatus}', to_jsonb(${status}::int))
    where key = ${key}`.execute(db);
}
const migrateAgain = async () => {
  for (const statement of migration.split(/;\n/).filter((text) => text.trim() !== ''))
    await sql.raw(statement).execute(world.container.database.db);
};
const kept = async (key: string) => {
  const { rows } = await sql<{ failures: object[] }>`select answer -> 'failures' as failures
    from idempotency_keys where key = ${key}`.execute(world.container.database.db);
  return rows[0]?.failures;
};
const oneOff = (key: string, body: object) =>
  auction.post('/invoice_generator/oneoff', body, { 'idempotency-key': key });

describe('a refusal that the build before has stored for an idempotency key', () => {
  const refusals = [
    [
      'of something that the body names',
      'named',
      400,
      () =>
        call(
          'POST /domains',
          { domain: { name: 'named-object.ee', registrant: 'NOBODY', period: 1, period_unit: 'y' } },
          { headers: { 'idempotency-key': 'named' } },
        ),
    ],
    [
      'of a wrong transfer code',
      'wrong-code',
      400,
      async () =>
        call(
          'POST /domains/wrong-code.ee/transfer',
          { transfer: { transfer_code: 'wrong' } },
          { auth: beta, headers: { 'idempotency-key': 'wrong-code' } },
        ),
    ],
    [
      'of an invoice that is not there',
      'no-invoice',
      422,
      () => oneOff('no-invoice', { invoice_number: '4711', customer_url: 'https://auction.example/' }),
    ],
  ] as const;

  it.each(refusals)('%s is answered again as it was', async (_, key, status, ask) => {
    if (key === 'wrong-code') await newDomain(world, { name: 'wrong-code.ee', transferCode: 'right' });
    const first = await ask();
    expect(first.status).toBe(status);
    await keptByTheBuildBefore(key, status);
    await migrateAgain();
    const again = await ask();
    expect({ status: again.status, body: again.body }).toEqual({ status, body: first.body });
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('keeps the order of the reasons, and nothing of HTTP', async () => {
    const answer = {
      ok: false,
      failures: [
        { code: 'PARAMETER_VALUE_RANGE', message: 'one', httpStatus: 501 },
        { code: 'PARAMETER_VALUE_POLICY', message: 'two', httpStatus: 422 },
        { code: 'OBJECT_DOES_NOT_EXIST', message: 'three' },
      ],
    };
    await sql`insert into idempotency_keys (scope, key, operation, input_hash, answer, created_at)
      values ('somebody', 'several', 'x', 'x', ${JSON.stringify(answer)}, ${world.clock.now()})`.execute(
      world.container.database.db,
    );
    await migrateAgain();
    expect(await kept('several')).toEqual([
      { code: 'PARAMETER_VALUE_RANGE', message: 'one', reason: 'numbers-used-up' },
      { code: 'PARAMETER_VALUE_POLICY', message: 'two' },
      { code: 'OBJECT_DOES_NOT_EXIST', message: 'three' },
    ]);
  });

  it('of fields that the billing API could not read is forgotten, and judged anew', async () => {
    const deposit = () =>
      auction.post('/invoice_generator/deposit_prepayment', {}, { 'idempotency-key': 'unreadable' });
    const first = await deposit();
    expect(first.status).toBe(422);
    await keptByTheBuildBefore('unreadable', 422);
    await migrateAgain();
    expect(await kept('unreadable')).toBeUndefined();
    expect(await deposit()).toMatchObject({ status: 422, body: first.body });
  });
});
