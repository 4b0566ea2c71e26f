import { beforeEach, describe, expect, it, onTestFinished, test, vi } from 'vitest';
import { CircuitBreaker } from '#src/base/circuit-breaker.ts';
import { realClock } from '#src/base/clock.ts';
import { money } from '#src/base/money.ts';
import { HttpPaymentProvider } from '#src/integrations/payment-provider.ts';
import { type Behaviour, startProvider, type TestProvider } from '../support/payment-provider.ts';
import { letPass } from '../support/time.ts';

let server: TestProvider;
let provider: HttpPaymentProvider;
const waitingFor = (timeoutMs: number) =>
  new HttpPaymentProvider({
    baseUrl: () => server.url,
    username: 'merchant',
    // In the URL-safe alphabet this would hold - and _.
    secret: '>>>???~~~',
    accountName: 'EUR-sandbox',
    clock: realClock,
    timeoutMs,
  });
beforeEach(async () => {
  server = await startProvider();
  provider = waitingFor(10_000);
});

const order = {
  amount: money('12.30'),
  orderReference: '150005',
  customerUrl: 'https://portal.example/',
  structuredReference: '',
};

describe('the payment provider', () => {
  it('makes a payment', async () => {
    const reply = await provider.createOneOffPayment(order);
    expect(reply).toMatchObject({
      kind: 'ok',
      value: { state: 'initial', orderReference: '150005', initialAmount: '12.30', standingAmount: '12.30' },
    });
    expect(server.requests[0]?.authorization).toBe(
      `Basic ${Buffer.from('merchant:>>>???~~~').toString('base64')}`,
    );
    expect(server.requests[0]?.authorization).toMatch(/[+/]/);
  });

  it('gets another nonce with each request', async () => {
    for (let count = 0; count < 5; count += 1) await provider.createOneOffPayment(order);
    expect(new Set(server.requests.map(({ body }) => body.nonce)).size).toBe(5);
  });

  it('is asked for a payment by its reference, escaped, and not for another path', async () => {
    const reference = server.add({ order_reference: '1', payment_state: 'settled' });
    expect(await provider.payment(reference)).toMatchObject({ kind: 'ok', value: { state: 'settled' } });
    expect(await provider.payment('refund?x')).toMatchObject({ kind: 'refused', error: { code: 4034 } });
    expect(server.requests.at(-1)?.path).toBe('/payments/refund%3Fx?api_username=merchant');
    const asked = server.requests.length;
    for (const reference of ['../refund', '..', '.', '', 'a\\b', 'a%2Fb', 'a\n'])
      expect(await provider.payment(reference)).toMatchObject({ kind: 'refused' });
    expect(server.requests).toHaveLength(asked);
  });

  it('refunds with two decimals', async () => {
    const reference = server.add({ standing_amount: 12.3, payment_state: 'settled' });
    expect(await provider.refund(reference, money('12.3'))).toMatchObject({
      kind: 'ok',
      value: { state: 'refunded' },
    });
    expect(server.requests.at(-1)?.body).toEqual({
      api_username: 'merchant',
      amount: '12.30',
      payment_reference: reference,
      nonce: expect.stringMatching(/^\d{30}$/),
      timestamp: expect.any(String),
    });
  });

  it('refuses by the key `error`, whatever the status says', async () => {
    server.behaviour = 'refuse';
    expect(await provider.createOneOffPayment(order)).toEqual({
      kind: 'refused',
      error: { code: 4997, message: 'The timestamp is not valid' },
    });
    server.refusal = 'no';
    expect(await provider.createOneOffPayment(order)).toEqual({
      kind: 'refused',
      error: { code: null, message: 'no' },
    });
  });

  test.each<[Behaviour, object]>([
    ['error 500', { kind: 'unavailable', reason: 'HTTP 500' }],
    ['redirect', { kind: 'unavailable', reason: 'HTTP 302' }],
    ['hang up', { kind: 'unavailable' }],
    ['huge', { kind: 'unavailable' }],
    ['slow', { kind: 'unavailable', reason: 'ETIMEDOUT' }],
    ['garbage', { kind: 'unreadable' }],
  ])('when it answers badly (%s) says so', async (behaviour, expected) => {
    server.behaviour = behaviour;
    const asking = behaviour === 'slow' ? waitingFor(300) : provider;
    expect(await asking.createOneOffPayment(order)).toMatchObject(expected);
    expect(server.requests).toHaveLength(1);
    expect(await asking.payment('x')).toMatchObject(expected);
    // Reading is tried again, a few times; a redirect is never followed.
    expect(server.requests).toHaveLength(behaviour === 'garbage' ? 2 : 4);
    expect(server.requests.some(({ path }) => path.includes('elsewhere'))).toBe(false);
  });

  it('that is down is unavailable, and found again once it is up', async () => {
    await server.down();
    expect(await provider.payment('x')).toMatchObject({ kind: 'unavailable', reason: 'ECONNREFUSED' });
    await server.up();
    expect(await provider.payment('x')).toMatchObject({ kind: 'refused' });
  });

  it('that recovers while it is asked again is not missed', async () => {
    const reference = server.add({ payment_state: 'settled' });
    server.behaviour = 'error 500';
    const reply = provider.payment(reference);
    await expect.poll(() => server.requests.length, { interval: 1 }).toBe(1);
    server.behaviour = 'well';
    expect(await reply).toMatchObject({ kind: 'ok' });
  });

  it('that fails again and again is left in peace for a while', async () => {
    server.behaviour = 'error 500';
    for (let count = 0; count < 8; count += 1) await provider.createOneOffPayment(order);
    server.behaviour = 'well';
    server.requests.length = 0;
    expect(await provider.createOneOffPayment(order)).toEqual({
      kind: 'unavailable',
      reason: 'ECIRCUITOPEN',
    });
    expect(server.requests).toEqual([]);
    letPass(2_100);
    expect(await provider.createOneOffPayment(order)).toMatchObject({ kind: 'ok' });
  });

  test.each([
    ['no state', { payment_state: null }],
    ['a state that is no text', { payment_state: 5 }],
    ['text that no database can hold', { payment_state: 'settled', stan: '\u0000' }],
    ['half of a character', { payment_state: 'settled', warnings: { x: ['\ud800'] } }],
  ])('that tells of a payment with %s is not understood', async (_, payment) => {
    expect(await provider.payment(server.add(payment))).toEqual({ kind: 'unreadable' });
  });
});

describe('a circuit breaker', () => {
  it('lets one through to try after its rest', () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const circuit = new CircuitBreaker({ failures: 2, restMs: 30 });
    circuit.failed();
    expect(circuit.admits()).toBe(true);
    circuit.failed();
    expect(circuit.admits()).toBe(false);
    vi.advanceTimersByTime(30);
    expect(circuit.admits()).toBe(true);
    expect(circuit.admits()).toBe(false);
    circuit.failed();
    expect(circuit.admits()).toBe(false);
    vi.advanceTimersByTime(30);
    expect(circuit.admits()).toBe(true);
    circuit.succeeded();
    expect(circuit.admits()).toBe(true);
  });
});
