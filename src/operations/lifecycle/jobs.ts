import { archiveOrphans } from './archive-orphans.ts';
import { cancelOverduePrepayments } from './cancel-overdue-prepayments.ts';
import { countDomains } from './count-domains.ts';
import { endDisputes } from './end-disputes.ts';
import { expireDomains } from './expire-domains.ts';
import { expireReservations } from './expire-reservations.ts';
import { holdForceDeleted } from './hold-force-deleted.ts';
import type { Job } from './job.ts';
import { lapsePendingChanges } from './lapse-pending-changes.ts';
import { markOverdueInvoices } from './mark-overdue-invoices.ts';
import { outzoneDomains } from './outzone-domains.ts';
import { releaseDomains } from './release-domains.ts';
import { reloadBalances } from './reload-balances.ts';
import { remindRegistrants } from './remind-registrants.ts';
import { removeDomains } from './remove-domains.ts';
import { startDisputes } from './start-disputes.ts';
import { startForceDeletes } from './start-force-deletes.ts';
import { summariseMonths } from './summarise-months.ts';

/** Everything that time does, in the order in which it happens at one and the same moment. */
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
  countDomains,
];

/** Delivers what has to leave the house. */
export const outboxJob = 'outbox';
/** Forgets what was only kept for a while: answers for idempotency keys, notifications that led to nothing. */
export const forgetJob = 'forget';

/** What looks after the house; all others do what time does to objects, which is for the registry that they are of. */
export const housekeepingJobs: readonly string[] = [outboxJob, forgetJob];

/** As operators name them, in the order in which they work. */
export const jobNames: readonly string[] = [...lifecycleJobs.map(({ name }) => name), ...housekeepingJobs];
