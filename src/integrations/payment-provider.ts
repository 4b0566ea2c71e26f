import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CircuitBreaker } from '../base/circuit-breaker.ts';
import { type Clock, stopwatch } from '../base/clock.ts';
import { limit } from '../base/limits.ts';
import type { Money } from '../base/money.ts';
import { isPathSegment } from '../base/text.ts';
import type {
  OneOffPaymentRequest,
  PaymentProvider,
  ProviderReply,
} from '../registry/operations/external-services.ts';
import {
  type PaymentDetails,
  readPayment,
  readProviderError,
} from '../registry/rules/money/payment-details.ts';
import { call } from './http.ts';

export interface PaymentProviderOptions {
  /** Resolved at each call: a trial knows its own address only once its port is bound. */
  readonly baseUrl: () => string;
  readonly username: string;
  readonly secret: string;
  readonly accountName: string;
  readonly clock: Clock;
  readonly timeoutMs?: number;
}

const usualTimeoutMs = limit(
  'milliseconds that the payment provider may take',
  10_000,
  'A payer waits for the link.',
);
const readAttempts = 3;
/** The time after which the call fails without a retry. */
const noRetryAfterMs = 5_000;

/**
 * Over HTTP: basic authentication in the standard alphabet, nonce and timestamp
 * (docs/rules/billing.md#calls-to-the-provider).
 */
export class HttpPaymentProvider implements PaymentProvider {
  readonly #options: PaymentProviderOptions;
  readonly #timeoutMs: number;
  readonly #circuit = new CircuitBreaker({ failures: 8, restMs: 2_000 });

  constructor(options: PaymentProviderOptions) {
    this.#options = options;
    this.#timeoutMs = options.timeoutMs ?? usualTimeoutMs;
  }

  createOneOffPayment(payment: OneOffPaymentRequest): Promise<ProviderReply<PaymentDetails>> {
    return this.#post('/payments/oneoff', {
      ...this.#signed(),
      account_name: this.#options.accountName,
      amount: Number(payment.amount),
      order_reference: payment.orderReference,
      request_token: false,
      customer_url: payment.customerUrl,
      preferred_country: 'EE',
      locale: 'en',
      structured_reference: payment.structuredReference,
    });
  }

  async payment(reference: string): Promise<ProviderReply<PaymentDetails>> {
    if (!isPathSegment(reference))
      return { kind: 'refused', error: { code: null, message: 'No payment has such a reference' } };
    const username = encodeURIComponent(this.#options.username);
    return this.#guarded(() =>
      this.#get(`/payments/${encodeURIComponent(reference)}?api_username=${username}`),
    );
  }

  refund(reference: string, amount: Money): Promise<ProviderReply<PaymentDetails>> {
    return this.#post('/payments/refund', {
      ...this.#signed(),
      amount,
      payment_reference: reference,
    });
  }

  #signed(): Record<string, unknown> {
    return {
      api_username: this.#options.username,
      nonce: Array.from({ length: 30 }, () => randomInt(10)).join(''),
      timestamp: this.#options.clock.now().toISOString(),
    };
  }

  async #guarded(work: () => Promise<ProviderReply<PaymentDetails>>): Promise<ProviderReply<PaymentDetails>> {
    if (!this.#circuit.admits()) return { kind: 'unavailable', reason: 'ECIRCUITOPEN' };
    const reply = await work();
    if (reply.kind === 'unavailable') this.#circuit.failed();
    else this.#circuit.succeeded();
    return reply;
  }

  /** A write is sent once: a lost answer may have been a success. */
  #post(path: string, body: Record<string, unknown>): Promise<ProviderReply<PaymentDetails>> {
    return this.#guarded(() => this.#exchange('POST', path, body));
  }

  /** Reads are idempotent, so a failure is retried. */
  async #get(path: string): Promise<ProviderReply<PaymentDetails>> {
    const waited = stopwatch();
    for (let attempt = 1; ; attempt += 1) {
      const reply = await this.#exchange('GET', path);
      const isFinal = reply.kind !== 'unavailable' || attempt >= readAttempts || waited() > noRetryAfterMs;
      if (isFinal) return reply;
      await sleep(100 * 2 ** attempt * (0.5 + Math.random()));
    }
  }

  async #exchange(
    method: 'GET' | 'POST',
    path: string,
    body?: Record<string, unknown>,
  ): Promise<ProviderReply<PaymentDetails>> {
    const { baseUrl, username, secret } = this.#options;
    try {
      const { status, text } = await call({
        method,
        url: `${baseUrl()}${path}`,
        timeoutMs: this.#timeoutMs,
        headers: {
          accept: 'application/json',
          authorization: `Basic ${Buffer.from(`${username}:${secret}`).toString('base64')}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return interpret(status, text);
    } catch (error) {
      return { kind: 'unavailable', reason: reasonOf(error) };
    }
  }
}

/**
 * A refusal is recognised by its `error` key, with 2xx and 4xx alike; 3xx and 5xx are outages
 * (docs/rules/billing.md#calls-to-the-provider).
 */
function interpret(status: number, text: string): ProviderReply<PaymentDetails> {
  if (status >= 500 || (status >= 300 && status < 400))
    return { kind: 'unavailable', reason: `HTTP ${status}` };
  const value = parseObject(text);
  if (!value)
    return status >= 400 ? { kind: 'unavailable', reason: `HTTP ${status}` } : { kind: 'unreadable' };
  const error = readProviderError(value);
  if (error) return { kind: 'refused', error };
  if (status >= 400) return { kind: 'unavailable', reason: `HTTP ${status}` };
  const payment = readPayment(value);
  return payment ? { kind: 'ok', value: payment } : { kind: 'unreadable' };
}

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // U+0000 and lone surrogates: text that the database cannot store.
    if (/\\u(?:0000|d[89a-f])/i.test(JSON.stringify(value))) return undefined;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'EUNKNOWN';
  if (error.name === 'TimeoutError') return 'ETIMEDOUT';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
