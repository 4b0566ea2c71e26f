/** An outage of an evening is survived: with 8 attempts the last comes some 15 hours after the first. */
export const maxDeliveryAttempts = 8;

const firstDelayMs = 10_000;
const longestDelayMs = 12 * 60 * 60 * 1000;

/** Four times as long after each failure, spread by a fifth so that what failed together does not return together. */
export function retryDelayMs(failedAttempts: number, random: () => number = Math.random): number {
  const delay = Math.min(firstDelayMs * 4 ** (failedAttempts - 1), longestDelayMs);
  return Math.round(delay * (0.8 + 0.4 * random()));
}
