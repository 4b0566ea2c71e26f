import { type ProviderParts, SandboxPaymentProvider, standsIn } from './payment-provider/provider.ts';

/** The stand-ins for the outside world. Explicit settings replace each of them. */
export interface Sandbox {
  readonly payments: SandboxPaymentProvider | undefined;
  /** From now on they work by themselves. */
  start(): void;
  /** Does everything of theirs that is due, and waits for it. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

export function openSandbox(parts: ProviderParts): Sandbox {
  const payments = standsIn(parts.config) ? new SandboxPaymentProvider(parts) : undefined;
  return {
    payments,
    start: () => payments?.callbacks.start(),
    drain: async () => payments?.callbacks.drain(),
    stop: async () => payments?.callbacks.stop(),
  };
}
