import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../bench/free-port.ts';

export type Behaviour =
  | 'well'
  | 'error 500'
  | 'slow'
  | 'garbage'
  | 'redirect'
  | 'huge'
  | 'hang up'
  | 'refuse';

interface ProviderRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

type ProviderPayment = Record<string, unknown>;

/** A payment provider over real HTTP whose answers a test can choose. */
export interface TestProvider {
  readonly url: string;
  readonly requests: ProviderRequest[];
  readonly payments: Map<string, ProviderPayment>;
  behaviour: Behaviour;
  slowMs: number;
  /** From now on it answers nobody, until it is told to. */
  hold(): () => void;
  /** How it takes refunds; `lenient`: as many as it is asked for, whatever is left of the payment. */
  refunds: 'strict' | 'lenient' | 'shown later' | 'done but not answered' | 'not done and not answered';
  /** How much each payment has paid out. */
  readonly paidOut: Map<string, number>;
  refusal: unknown;
  /** Another payment than those it made itself, such as one by LinkPay; answers with its reference. */
  add(payment: ProviderPayment): string;
  change(reference: string, changes: ProviderPayment): void;
  down(): Promise<void>;
  up(): Promise<void>;
}

export async function startProvider(): Promise<TestProvider> {
  const server = createServer((request, response) => void answer(request, response));
  // One that nobody else is given while it is down.
  const port = await freePort();
  const listen = () => new Promise<void>((done) => server.listen(port, '127.0.0.1', () => done()));
  await listen();
  server.unref();
  let held: Promise<void> | undefined;

  const provider: TestProvider = {
    url: `http://127.0.0.1:${port}/api/v4`,
    requests: [],
    payments: new Map(),
    behaviour: 'well',
    slowMs: 500,
    hold: () => {
      let answerAll = () => {};
      provider.behaviour = 'slow';
      held = new Promise((resolve) => {
        answerAll = resolve;
      });
      return () => {
        held = undefined;
        answerAll();
      };
    },
    refunds: 'strict',
    paidOut: new Map(),
    refusal: { code: 4997, message: 'The timestamp is not valid' },
    add: (payment) => {
      const reference = randomBytes(32).toString('hex');
      provider.payments.set(reference, { ...blank(reference), ...payment });
      return reference;
    },
    change: (reference, changes) => void Object.assign(provider.payments.get(reference) ?? {}, changes),
    down: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
    up: listen,
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString('utf8');
    const body = text === '' ? {} : JSON.parse(text);
    const path = (request.url ?? '').replace('/api/v4', '');
    const { authorization } = request.headers;
    provider.requests.push({ method: request.method ?? '', path, authorization, body });
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
    switch (provider.behaviour) {
      case 'error 500':
        return void response.writeHead(500).end('Internal Server Error');
      case 'garbage':
        return void response.writeHead(200).end('<html>hello</html>');
      case 'redirect':
        return void response.writeHead(302, { location: `${provider.url}/elsewhere` }).end();
      case 'huge':
        return void response.writeHead(200).end(`{"payment_state":"${'x'.repeat(2 * 1024 * 1024)}"}`);
      case 'hang up':
        return void request.socket.destroy();
      case 'refuse':
        return void json(200, { error: provider.refusal });
      case 'slow':
        await (held ?? sleep(provider.slowMs));
    }
    if (path === '/payments/oneoff') {
      const reference = provider.add({
        order_reference: body.order_reference,
        customer_url: body.customer_url,
        initial_amount: body.amount,
        standing_amount: body.amount,
        account_name: body.account_name,
      });
      return void json(201, provider.payments.get(reference));
    }
    if (path === '/payments/refund') {
      if (provider.refunds === 'not done and not answered') return void request.socket.destroy();
      const done = refund(body);
      return void (provider.refunds === 'done but not answered' ? request.socket.destroy() : json(...done));
    }
    const payment = provider.payments.get(/^\/payments\/([^?]+)/.exec(path)?.[1] ?? '');
    if (payment) json(200, payment);
    else json(404, { error: { code: 4034, message: 'Payment not found' } });
  }

  function refund(body: ProviderPayment): [number, unknown] {
    const payment = provider.payments.get(String(body.payment_reference));
    const rest = Number(payment?.standing_amount) - Number(body.amount);
    const left = provider.refunds === 'lenient' ? Math.max(0, rest) : rest;
    if (!payment || left < 0) return [422, { error: { code: 4036, message: 'Amount is too large' } }];
    const reference = String(body.payment_reference);
    provider.paidOut.set(reference, (provider.paidOut.get(reference) ?? 0) + Number(body.amount));
    if (provider.refunds === 'shown later') return [201, { payment_state: payment.payment_state }];
    Object.assign(payment, {
      standing_amount: left,
      payment_state: left === 0 ? 'refunded' : 'partially_refunded',
    });
    return [201, { payment_state: payment.payment_state, initial_amount: payment.initial_amount }];
  }
  return provider;
}

const blank = (reference: string): ProviderPayment => ({
  account_name: 'EUR-sandbox',
  order_reference: null,
  email: 'payer@example.com',
  customer_ip: '192.0.2.7',
  customer_url: null,
  payment_created_at: '2026-05-10T10:00:00Z',
  initial_amount: 0,
  standing_amount: 0,
  payment_reference: reference,
  payment_link: `https://pay.example/${reference}`,
  api_username: 'sandbox-merchant',
  warnings: {},
  stan: null,
  fraud_score: null,
  payment_state: 'initial',
  payment_method: null,
  ob_details: { creditor_iban: 'EE471000001020145685', ob_payment_state: 'ACSC' },
  transaction_time: null,
});
