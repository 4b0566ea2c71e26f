import { scopeOf } from '../../base/actor.ts';
import type { Config } from '../../base/config.ts';
import { failure, refuseWith } from '../../base/errors.ts';
import type { Metrics } from '../../base/metrics.ts';
import type { Admission } from '../access/admissions.ts';
import type { Budget } from '../access/budget.ts';
import { ContinuedAccess } from '../access/continued-access.ts';
import type { Streams } from '../access/streams.ts';
import type { Services } from '../services.ts';

export type SnapshotParts = Pick<Services, 'admissions' | 'database' | 'service'> & {
  readonly config: Pick<Config, 'FILE_TIMEOUT'>;
  readonly files: Streams;
  readonly budget: Budget;
  readonly metrics: Metrics;
};

/** A database snapshot for one caller, from which a whole list is read. */
export interface OpenSnapshot {
  readonly snapshot: Awaited<ReturnType<Services['database']['snapshot']>>;
  readonly longestMs: number;
  /** The age in milliseconds of the replica's data, if the primary does not answer. */
  readonly staleMs: number | undefined;
  /** The reason why nothing more may be read from it. */
  stopReason(): Promise<string | undefined>;
  /** Never refuses, so that a list is not cut off half way; its cost counts against the next calls. */
  charge(points: number): void;
  end(): Promise<void>;
}

export async function openSnapshot(parts: SnapshotParts, admission: Admission): Promise<OpenSnapshot> {
  const { actor } = admission;
  const { files, database, budget, config } = parts;
  const close = files.open(scopeOf(actor));
  if (!close) {
    parts.metrics.throttled();
    return refuseWith(
      failure('RATE_LIMITED', `At most ${files.limit} whole lists may be sent to one caller at once`),
    );
  }
  try {
    const reader = (await database.replicas?.reader()) ?? database;
    const snapshot = await reader.snapshot();
    const access = new ContinuedAccess(parts, admission, snapshot);
    return {
      snapshot,
      staleMs: reader.staleMs,
      longestMs: Math.min(config.FILE_TIMEOUT * 1000, snapshot.longestMs),
      stopReason: () => access.stopReason(),
      charge: (points) => {
        if (points > 0) budget.add(actor, points);
      },
      end: () => {
        access.end();
        return snapshot.end().finally(close);
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}
