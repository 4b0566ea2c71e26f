import type { Check, Health, OpenParts } from '../../apis/extension-points.ts';
import { type MirrorState, mirrorState } from './operations/show-mirror.ts';

type Parts = Pick<OpenParts, 'database' | 'clock' | 'calendar'>;

/** Returns what /readyz says of the mirror; in an outage of the registry behind, the mirror answers. */
export async function mirrorHealth(
  { database, clock, calendar }: Parts,
  syncEveryMs: number,
): Promise<Health | undefined> {
  const mirror = await mirrorState(database.health.db, clock.now(), syncEveryMs);
  if (!mirror) return undefined;
  return {
    // During the first pass lists would be incomplete.
    isComplete: mirror.state !== 'FIRST_PASS',
    checks: [checkOf(mirror)],
    body: {
      upstream: mirror.trouble === null ? 'ok' : 'away',
      mirror: { ...mirror, syncedAt: mirror.syncedAt && calendar.format(mirror.syncedAt) },
    },
  };
}

function checkOf({ state, progress, trouble, lag }: MirrorState): Check {
  const name = 'mirror';
  const wrong = trouble === null ? '' : ` ${trouble}.`;
  const todo = 'The log says why the registry at UPSTREAM_URL cannot be read; it is retried automatically.';
  if (state === 'FIRST_PASS')
    return {
      name,
      state: 'failing',
      why: `The upstream registry is being read for the first time: ${Math.floor(progress * 100)} % is done.${wrong}`,
      todo: trouble === null ? 'Wait: it continues by itself, even after a restart.' : todo,
    };
  if (state === 'STALE')
    return { name, state: 'warning', why: `Lists are as they were ${lag} seconds ago.${wrong}`, todo };
  return { name, state: 'ok', why: 'The whole upstream registry was read recently.' };
}
