/** Survives an outage of several hours: with 8 attempts the last comes some 15 hours after the first. */
export const maxDeliveryAttempts = 8;

const firstDelayMs = 10_000;
const longestDelayMs = 12 * 60 * 60 * 1000;

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
