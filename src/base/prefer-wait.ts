/** How long a request waits for its turn by default. */
export const usualWaitMs = 10_000;
const longestWaitSeconds = 60;

/**
 * How long the sender will wait for its turn, from `Prefer: wait=30` (RFC 7240), in milliseconds, at most a minute;
 * undefined without it. Other preferences and invalid numbers are ignored.
 */
export function waitPreferred(header: string | readonly string[] | undefined): number | undefined {
  for (const preference of String(header ?? '').split(',')) {
    const [, seconds] = /^wait="?(\d{1,5})"?$/i.exec(preference.split(';', 1)[0]?.trim() ?? '') ?? [];
    if (seconds !== undefined) return Math.min(Number(seconds), longestWaitSeconds) * 1000;
  }
  return undefined;
}
