import { archiveOrphans } from './archive-orphans.ts';
import { cancelOverduePrepayments } from './cancel-overdue-prepayments.ts';
import { endDisputes } from './end-disputes.ts';
import { expireDomains } from './expire-domains.ts';
import { expireReservations } from './expire-reservations.ts';
import { holdForceDeleted } from './hold-force-deleted.ts';
import type { Job } from './job.ts';
import { lapsePendingChanges } from './lapse-pending-changes.ts';
import { markOverdueInvoices } from './mark-overdue-invoices.ts';
import { noticeEnds } from './notice-ends.ts';
import { outzoneDomains } from './outzone-domains.ts';
import { releaseDomains } from './release-domains.ts';
import { reloadBalances } from './reload-balances.ts';
import { remindRegistrants } from './remind-registrants.ts';
import { removeDomains } from './remove-domains.ts';
import { startDisputes } from './start-disputes.ts';
import { startForceDeletes } from './start-force-deletes.ts';
import { summariseMonths } from './summarise-months.ts';

/** All time-driven changes, in the order in which they happen at the same moment. */
export const lifecycleJobs: readonly Job[] = [
  lapsePendingChanges,
  expireDomains,
  remindRegistrants,
  outzoneDomains,
  startForceDeletes,
  holdForceDeleted,
  releaseDomains,
  removeDomains,
  archiveOrphans,
  endDisputes,
  startDisputes,
  expireReservations,
  markOverdueInvoices,
  cancelOverduePrepayments,
  reloadBalances,
  summariseMonths,
  noticeEnds,
];

/** Delivers the outbox. */
export const outboxJob = 'outbox';
/** Deletes rows that are kept for a limited time: answers for idempotency keys, notifications without effect. */
export const forgetJob = 'forget';
/** Counts the events of domains by day, for statistics. */
export const countJob = 'count';
/** Does the work of operators on many objects; it has a worker of its own. */
export const bulkJob = 'bulk';
/** Writes the files of zones for nameservers; it has a worker of its own, in processes with `ZONE_DIR`. */
export const zoneFilesJob = 'zone-files';

/** Jobs that only extensions do; without them they do not run. */
export const jobsOfExtensions: ReadonlySet<string> = new Set([bulkJob, zoneFilesJob]);

/** Maintenance jobs, which run everywhere; all others change objects, which is up to the registry that owns them. */
export const housekeepingJobs: readonly string[] = [outboxJob, forgetJob, countJob];

const descriptions: ReadonlyMap<string, string> = new Map([
  ...lifecycleJobs.map(({ name, work }) => [name, work.summary] as const),
  [outboxJob, 'Delivers mail, invoices, refunds and webhooks that wait in the outbox.'],
  [forgetJob, 'Deletes rows that are kept for a limited time, such as answers for idempotency keys.'],
  [countJob, 'Adds up by day how many domains were gained and lost, for statistics.'],
  [bulkJob, 'Goes on with what operators do to many objects.'],
  [zoneFilesJob, 'Writes the files of zones that have changed, for nameservers.'],
]);

/** A sentence for operators that says what the job does. */
export const describeJob = (name: string): string => descriptions.get(name) ?? '';

/** The names that operators use, in the order in which the jobs run. */
export const jobNames: readonly string[] = [
  ...lifecycleJobs.map(({ name }) => name),
  ...housekeepingJobs,
  bulkJob,
  zoneFilesJob,
];
