import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../../base/clock.ts';
import type { Config } from '../../../base/config.ts';
import type { Bus } from '../../../base/events.ts';
import { isStorableText } from '../../../base/text.ts';
import type { Database } from '../../../registry/store/driver/connections/database.ts';
import { type SandboxPayment, sandboxPayment } from '../store/sandbox-payments.ts';
import { CallbackSender } from './callbacks.ts';
import type { ViewOptions } from './payment-view.ts';
import { type Move, type MovedPayment, movePayment, type NewPayment, openPayment } from './payments.ts';

export interface ProviderParts {
  readonly config: Config;
  readonly clock: Clock;
  readonly database: Database;
  readonly bus: Bus;
  readonly log: FastifyBaseLogger;
  readonly address: { readonly publicUrl: string; readonly ownUrl: string };
}

/** The merchant's address for callbacks. */
export const callbackPath = '/api/v1/callback_handler/callback';

/**
 * The sandbox's payment provider: stores payments, moves them and notifies the merchant
 * (docs/rules/billing.md#the-provider).
 */
export class SandboxPaymentProvider {
  readonly callbacks: CallbackSender;
  readonly #parts: ProviderParts;

  constructor(parts: ProviderParts) {
    this.#parts = parts;
    this.callbacks = new CallbackSender({
      ...parts,
      url: () => `${parts.address.ownUrl}${callbackPath}`,
    });
  }

  get config(): Config {
    return this.#parts.config;
  }

  get database(): Database {
    return this.#parts.database;
  }

  now(): Date {
    return this.#parts.clock.now();
  }

  get view(): ViewOptions {
    const { config, address } = this.#parts;
    return { publicUrl: address.publicUrl, apiUsername: config.PAYMENT_API_USERNAME };
  }

  open(payment: NewPayment): Promise<SandboxPayment> {
    return this.database.transaction((db) => openPayment(db, payment, this.now()));
  }

  async find(reference: string): Promise<SandboxPayment | undefined> {
    return isStorableText(reference) ? sandboxPayment(this.database.db, reference) : undefined;
  }

  /** The caller must send the callback afterwards. */
  move(reference: string, move: Move): Promise<MovedPayment> {
    return this.database.transaction((db) => movePayment(db, reference, move, this.now()));
  }

  /** Creates a payment in its final state. */
  openAndMove(payment: NewPayment, move: Move): Promise<MovedPayment> {
    return this.database.transaction(async (db) => {
      const { payment_reference } = await openPayment(db, payment, this.now());
      return movePayment(db, payment_reference, move, this.now());
    });
  }
}

/** Explicit settings replace the stand-in (docs/rules/product.md#stand-ins). */
export const usesStandIn = ({ isTrial, PAYMENT_PROVIDER_URL, LINKPAY_URL }: Config): boolean =>
  isTrial && !PAYMENT_PROVIDER_URL && !LINKPAY_URL;
