import { limit } from '../../base/limits.ts';

export const maxDeliveryAttempts = limit(
  'attempts to deliver a mail',
  8,
  'The last one comes some 15 hours after the first, which outlives an outage of several hours.',
);

const firstDelayMs = 10_000;
const longestDelayMs = limit(
  'milliseconds between two attempts to deliver',
  12 * 60 * 60 * 1000,
  'Somebody whose server is back gets it the same day.',
);

/**
 * Four times as long after each failure, with a jitter of a fifth so that items that failed together are not
 * retried together.
 */
export function retryDelayMs(failedAttempts: number, random: () => number = Math.random): number {
  const delay = Math.min(firstDelayMs * 4 ** (failedAttempts - 1), longestDelayMs);
  return Math.round(delay * (0.8 + 0.4 * random()));
}

/** How long a registrar's webhook is tried before it is switched off (docs/rules/webhooks.md#delivery). */
const webhookTimeoutMs = 3 * 24 * 60 * 60 * 1000;

/** The time of the next attempt, the last one at the timeout; undefined if the timeout is over. */
export function nextWebhookAttempt(
  { firstAt, failedAttempts, now }: { firstAt: Date; failedAttempts: number; now: Date },
  random: () => number = Math.random,
): Date | undefined {
  const end = firstAt.getTime() + webhookTimeoutMs;
  if (now.getTime() >= end) return undefined;
  return new Date(Math.min(now.getTime() + retryDelayMs(failedAttempts, random), end));
}
