import { stopwatch } from '../../base/clock.ts';
import { limit } from '../../base/limits.ts';

type Headers = Readonly<Record<string, string | string[] | undefined>>;

const longestMs = limit(
  'milliseconds that a request waits because the registry asks for it',
  15 * 60_000,
  'Even if it asks for more.',
);

/** The registry's rate limit: how long it wants no requests, by its last answers. */
export class Throttle {
  #ms = 0;
  #since = stopwatch();

  /** Milliseconds until it may be asked again. */
  get remainingMs(): number {
    return this.#ms === 0 ? 0 : Math.max(0, this.#ms - this.#since());
  }

  note(status: number, headers: Headers): void {
    const isUsedUp = status === 429 || remainingIn(headers) === 0;
    const seconds = isUsedUp ? (retryAfterIn(headers) ?? resetIn(headers) ?? 0) : 0;
    // Of several answers that arrive at once the longest wait counts.
    if (seconds * 1000 <= this.remainingMs) return;
    this.#ms = Math.min(seconds * 1000, longestMs);
    this.#since = stopwatch();
  }
}

/** `Retry-After`: a number of seconds, or a moment by the registry's own clock. */
export function retryAfterIn({ 'retry-after': header, date }: Headers): number | undefined {
  if (typeof header !== 'string' || header.trim() === '') return undefined;
  const seconds = /^\d+$/.test(header)
    ? Number(header)
    : (Date.parse(header) - Date.parse(String(date))) / 1000;
  return Number.isFinite(seconds) && seconds >= 0 ? Math.ceil(seconds) : undefined;
}

/**
 * `RateLimit-Remaining: 0`, or the newer `RateLimit: limit=100, remaining=0, reset=30` and `RateLimit:
 * "default";r=0;t=30`.
 */
const remainingIn = (headers: Headers): number | undefined =>
  numberIn(headers['ratelimit-remaining'] ?? headers['x-ratelimit-remaining']) ??
  partOf(headers.ratelimit, /\b(?:remaining|r)=(\d+)/);

function resetIn(headers: Headers): number | undefined {
  const seconds =
    numberIn(headers['ratelimit-reset'] ?? headers['x-ratelimit-reset']) ??
    partOf(headers.ratelimit, /\b(?:reset|t)=(\d+)/);
  if (seconds === undefined || seconds < 1_000_000_000) return seconds;
  // A timestamp, as some send it; undefined without a Date header to compare it with.
  const remaining = seconds - Date.parse(String(headers.date)) / 1000;
  return Number.isFinite(remaining) ? Math.max(0, Math.ceil(remaining)) : undefined;
}

const numberIn = (header: string | string[] | undefined): number | undefined =>
  partOf(header, /^\s*(\d+)\s*$/);

const partOf = (header: string | string[] | undefined, pattern: RegExp): number | undefined => {
  const found = typeof header === 'string' ? pattern.exec(header)?.[1] : undefined;
  return found === undefined ? undefined : Number(found);
};
