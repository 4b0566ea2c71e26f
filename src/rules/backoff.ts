/** An outage of an evening is survived: with 8 attempts the last comes some 15 hours after the first. */
export const maxDeliveryAttempts = 8;

const firstDelayMs = 10_000;
const longestDelayMs = 12 * 60 * 60 * 1000;

/** Four times as long after each failure, spread by a fifth so that what failed together does not return together. */
export function retryDelayMs(failedAttempts: number, random: () => number = Math.random): number {
  const delay = Math.min(firstDelayMs * 4 ** (failedAttempts - 1), longestDelayMs);
  return Math.round(delay * (0.8 + 0.4 * random()));
}

/** For so long a registrar's webhook is tried; then it is switched off (docs/rules/webhooks.md#delivery). */
const webhookTimeoutMs = 3 * 24 * 60 * 60 * 1000;

/** When a message that has just failed is sent again, the last time when patience ends; undefined: it has ended. */
export function nextWebhookAttempt(
  { firstAt, failedAttempts, now }: { firstAt: Date; failedAttempts: number; now: Date },
  random: () => number = Math.random,
): Date | undefined {
  const end = firstAt.getTime() + webhookTimeoutMs;
  if (now.getTime() >= end) return undefined;
  return new Date(Math.min(now.getTime() + retryDelayMs(failedAttempts, random), end));
}
