import { limit } from './limits.ts';

export const usualWaitMs = limit(
  'milliseconds that a request waits for its turn, unless it says how long',
  10_000,
  'Clients and proxies give up later.',
);
const longestWaitSeconds = limit(
  'seconds that a request may want to wait for its turn',
  60,
  'Proxies give up after 75.',
);

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
