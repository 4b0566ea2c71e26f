import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { defineQuery } from '../../../registry/operations/operation.ts';
import type { Db } from '../../../registry/store/driver/connections/pool.ts';
import { upstreamOf } from '../settings.ts';
import { countMirrored, type MirrorCounts, readMirror } from '../store/mirror.ts';

export interface MirrorState extends MirrorCounts {
  /** Stale means that the registry could not be read on request, or should have been read again long ago. */
  readonly state: 'FIRST_PASS' | 'SYNCING' | 'SYNCED' | 'STALE';
  /** The progress of the current pass, from 0 to 1; 1 between passes. */
  readonly progress: number;
  readonly syncedAt: Date | null;
  /** The seconds since the mirror was last complete; null before that. */
  readonly lag: number | null;
  /** Why it cannot be read; null if nothing is wrong. */
  readonly trouble: string | null;
}

/**
 * Shows how complete and how old the mirror of the upstream registry is, so that a registrar or an operator knows how
 * current its lists are. Without a facade there is no mirror, and nothing to show.
 */
export const showMirror = defineQuery({
  name: 'mirror.show',
  summary: 'Shows how complete and how old the copy of the upstream registry is.',
  permits: ['registrar', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: z.object({}),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  graphql: 'Query.mirror',
  run: async ({ db, now, config }) =>
    (await mirrorState(db, now, upstreamOf(config)?.syncEveryMs ?? 0)) ?? refuseWith(objectDoesNotExist()),
});

const stages = ['contacts', 'domains', 'notifications', 'account', 'missing'];

export async function mirrorState(db: Db, now: Date, syncEveryMs: number): Promise<MirrorState | undefined> {
  const mirror = await readMirror(db);
  if (!mirror) return undefined;
  const { stage, position, total, synced_at: syncedAt, trouble } = mirror;
  const lagMs = syncedAt && now.getTime() - syncedAt.getTime();
  const isStale = trouble !== null || Number(lagMs) > syncEveryMs * 3 + 60_000;
  const part = total > 0 ? Math.min(1, position / total) : 0;
  return {
    ...(await countMirrored(db, mirror.registrar_id)),
    state: lagMs === null ? 'FIRST_PASS' : isStale ? 'STALE' : stage === null ? 'SYNCED' : 'SYNCING',
    progress: stage === null ? (syncedAt ? 1 : 0) : (stages.indexOf(stage) + part) / stages.length,
    syncedAt,
    trouble,
    lag: lagMs === null ? null : Math.max(0, Math.round(lagMs / 1000)),
  };
}
