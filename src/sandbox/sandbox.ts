import type { Config } from '../config.ts';
import { type ProviderParts, SandboxPaymentProvider, standsIn } from './payment-provider/provider.ts';
import type { ReceiverParts } from './webhook-receiver.ts';

/** The stand-ins for the outside world. Explicit settings replace each of them. */
export interface Sandbox {
  readonly config: Config;
  readonly payments: SandboxPaymentProvider | undefined;
  readonly receiver: ReceiverParts;
  /** From now on they work by themselves. */
  start(): void;
  /** Does everything of theirs that is due, and waits for it. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

export function openSandbox(parts: ProviderParts & ReceiverParts): Sandbox {
  const payments = standsIn(parts.config) ? new SandboxPaymentProvider(parts) : undefined;
  return {
    config: parts.config,
    payments,
    receiver: parts,
    start: () => payments?.callbacks.start(),
    drain: async () => payments?.callbacks.drain(),
    stop: async () => payments?.callbacks.stop(),
  };
}

/** Production brings its own; the stand-in and the adapter agree on this one. */
export const sandboxEInvoicePassword = 'sandbox-e-invoice';
