import { setTimeout as sleep } from 'node:timers/promises';
import { stopwatch } from '../src/base/clock.ts';

/** Health is told within two seconds, whatever happens. */
const promisedMs = 2_000;
/** A machine with more to do than it can is no broken promise. */
const slackMs = 1_000;

/** The status of /readyz; undefined where nobody listens. */
export async function ready(url: string): Promise<number | undefined> {
  const elapsed = stopwatch();
  try {
    const { status, body } = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(30_000) });
    await body?.cancel();
    if (elapsed() > promisedMs + slackMs) throw new TypeError(`/readyz took ${Math.round(elapsed())} ms`);
    return status;
  } catch (error) {
    if (error instanceof TypeError && error.message === 'fetch failed') return undefined;
    throw error;
  }
}

export async function becomesReady(url: string, withinMs = 30_000): Promise<void> {
  const elapsed = stopwatch();
  while ((await ready(url)) !== 200) {
    if (elapsed() > withinMs) throw new Error(`not ready again after ${withinMs} ms`);
    await sleep(50);
  }
}
