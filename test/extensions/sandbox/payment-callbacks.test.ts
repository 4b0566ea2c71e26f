import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxPaymentProvider } from '#src/extensions/sandbox/payment-provider/provider.ts';
import type { PaymentOutcome } from '#src/extensions/sandbox/payment-provider/states.ts';
import type { Sandbox } from '#src/extensions/sandbox/sandbox.ts';
import { minutes } from '../../support/outbox.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let provider: SandboxPaymentProvider;
let merchant: Server;
let heard: string[];
let answer: number;
beforeAll(async () => {
  world = await testWorld();
  provider = (world.container.standIns as Sandbox).payments as SandboxPaymentProvider;
  merchant = createServer((request, response) => {
    heard.push(request.url ?? '');
    response.writeHead(answer).end();
  });
  await new Promise<void>((resolve) => merchant.listen(0, '127.0.0.1', resolve));
  world.container.address.ownUrl = `http://127.0.0.1:${(merchant.address() as AddressInfo).port}`;
});
afterAll(() => new Promise<void>((resolve) => void merchant.close(() => resolve())));
beforeEach(() => {
  heard = [];
  answer = 200;
});

let orders = 160000;
async function moved(...steps: PaymentOutcome[]): Promise<{ reference: string; order: string }> {
  orders += 1;
  const order = String(orders);
  const { payment_reference: reference } = await provider.open({
    source: 'oneoff',
    account_name: 'EUR-sandbox',
    order_reference: order,
    initial_amount: '20.00' as never,
  });
  for (const outcome of steps) {
    const { callbackId } = await provider.move(reference, { outcome });
    await provider.callbacks.sendNow(callbackId);
  }
  return { reference, order };
}
const passes = (ms: number) => world.clock.moveTo(new Date(world.clock.now().getTime() + ms));
const url = (reference: string, order: string, event: string) =>
  `/api/v1/callback_handler/callback?payment_reference=${reference}&order_reference=${order}&event_name=${event}`;

describe('the payment provider', () => {
  it.each([
    [['settled'], 'status_updated'],
    [['failed'], 'status_updated'],
    [['abandoned'], 'abandoned'],
    [['sent_for_processing'], 'status_updated'],
    [['authorised', 'voided'], 'voided'],
    [['settled', 'refunded'], 'refunded'],
    [['settled', 'chargebacked'], 'chargebacked'],
  ] as [PaymentOutcome[], string][])('tells the merchant of %j by %s', async (steps, event) => {
    const { reference, order } = await moved(...steps);
    expect(heard).toHaveLength(steps.length);
    expect(heard.at(-1)).toBe(url(reference, order, event));
  });

  it('does not report again what the merchant has confirmed', async () => {
    await moved('settled');
    passes(minutes(60 * 24 * 10));
    await provider.callbacks.drain();
    expect(heard).toHaveLength(1);
  });

  it('tries again after 1 s, 5 min, 1 h, 24 h, 48 h and 72 h of its clock, then gives up', async () => {
    answer = 502;
    const { reference } = await moved('settled');
    expect(heard).toHaveLength(1);
    for (const [index, wait] of [1, 300, 3600, 86_400, 172_800, 259_200].entries()) {
      await provider.callbacks.drain();
      expect(heard).toHaveLength(index + 1);
      passes(wait * 1000);
      await provider.callbacks.drain();
      expect(heard).toHaveLength(index + 2);
    }
    passes(minutes(60 * 24 * 30));
    await provider.callbacks.drain();
    expect(heard).toHaveLength(7);
    expect(
      await world.container.database.db
        .selectFrom('sandbox_callbacks')
        .selectAll()
        .where('payment_reference', '=', reference)
        .execute(),
    ).toMatchObject([
      { attempts: 7, given_up_at: expect.any(Date), last_error: 'the merchant answered 502' },
    ]);
  });

  it('is heard at the second attempt when the merchant was away at the first', async () => {
    answer = 500;
    const { reference } = await moved('settled');
    answer = 200;
    passes(1000);
    await provider.callbacks.drain();
    expect(heard).toHaveLength(2);
    expect(
      await world.container.database.db
        .selectFrom('sandbox_callbacks')
        .selectAll()
        .where('payment_reference', '=', reference)
        .execute(),
    ).toMatchObject([{ attempts: 2, done_at: expect.any(Date), given_up_at: null, last_error: null }]);
  });

  it('sends what a process noted down and did not live to send', async () => {
    orders += 1;
    const { payment_reference } = await provider.open({
      source: 'oneoff',
      account_name: 'EUR-sandbox',
      order_reference: String(orders),
      initial_amount: '20.00' as never,
    });
    await provider.move(payment_reference, { outcome: 'settled' });
    await provider.callbacks.drain();
    expect(heard).toEqual([]);
    passes(minutes(1));
    await provider.callbacks.drain();
    expect(heard).toEqual([url(payment_reference, String(orders), 'status_updated')]);
  });
});
