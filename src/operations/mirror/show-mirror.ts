import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../core/errors.ts';
import type { Db } from '../../store/driver/lane.ts';
import { countMirrored, type MirrorCounts, theMirror } from '../../store/registry/mirror.ts';
import { defineQuery } from '../operation.ts';

export interface MirrorState extends MirrorCounts {
  /** filling: not everything was read yet; behind: it should have been read again long ago. */
  readonly state: 'filling' | 'current' | 'behind';
  /** How much of the pass that is under way is done, 0 to 1; 1 between passes. */
  readonly progress: number;
  readonly syncedAt: Date | null;
  readonly lagSeconds: number | null;
  /** Why it is not read again; null when nothing is wrong. */
  readonly trouble: string | null;
}

/** What a registrar must know to trust its lists. */
export const showMirror = defineQuery({
  name: 'mirror.show',
  summary: 'Tells how complete and how old the copy of the registry behind this one is.',
  permits: ['registrar', 'operator'],
  inFront: 'mirror',
  input: z.object({}),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  graphql: 'Query.mirror',
  run: async ({ db, now, config }) =>
    (await mirrorState(db, now, config.upstream?.syncEveryMs ?? 0)) ?? refuseWith(objectDoesNotExist()),
});

const stages = ['contacts', 'domains', 'notifications', 'account', 'missing'];

export async function mirrorState(db: Db, now: Date, syncEveryMs: number): Promise<MirrorState | undefined> {
  const mirror = await theMirror(db);
  if (!mirror) return undefined;
  const { stage, position, total, synced_at: syncedAt } = mirror;
  const lag = syncedAt && now.getTime() - syncedAt.getTime();
  const part = total > 0 ? Math.min(1, position / total) : 0;
  return {
    ...(await countMirrored(db, mirror.registrar_id)),
    state: lag === null ? 'filling' : lag > syncEveryMs * 3 + 60_000 ? 'behind' : 'current',
    progress: stage === null ? (syncedAt ? 1 : 0) : (stages.indexOf(stage) + part) / stages.length,
    syncedAt,
    trouble: mirror.trouble,
    lagSeconds: lag === null ? null : Math.max(0, Math.round(lag / 1000)),
  };
}
