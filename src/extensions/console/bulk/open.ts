import type { OpenParts, Running } from '../../../apis/extension-points.ts';
import { bulkJob } from '../../../registry/operations/lifecycle/jobs.ts';
import { bulkStandsSince } from '../store/bulk-works.ts';
import { BulkWorker } from './bulk-worker.ts';

/** Goes on with work on many objects. */
export function openBulk(parts: OpenParts): Running | undefined {
  const { metrics, database, clock } = parts;
  const standing = async (): Promise<number> => {
    const since = await bulkStandsSince(database.health.db);
    return since ? Math.max(0, clock.now().getTime() - since.getTime()) / 1000 : 0;
  };
  metrics.gauge('zonegraph_bulk_lag_seconds', 'How long a bulk work that goes on has not done a row', () =>
    // Metrics must be readable even if the database is not.
    standing().catch(() => Number.NaN),
  );
  if (!parts.jobNames.includes(bulkJob)) return undefined;
  const worker = new BulkWorker(parts);
  return {
    work: (_, held) => worker.work(held),
    start: () => worker.start(),
    stop: () => worker.stop(),
  };
}
