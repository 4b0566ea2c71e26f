import { FairSemaphore, halfOf } from '../../core/fair-semaphore.ts';
import { DatabaseUnavailable } from './trouble.ts';

export interface TransactionLimits {
  /** How many connections transactions may have at once; the others are kept back for statements on their own. */
  readonly transactions: number;
  /** How many may wait for a connection; the next ones are refused. */
  readonly queue: number;
  readonly longestWaitMs: number;
}

/** Transactions at once, at most half of them for one caller, and none waits longer than it is worth. */
export const transactionSlots = ({ transactions, queue, longestWaitMs }: TransactionLimits): FairSemaphore =>
  new FairSemaphore(transactions, {
    share: halfOf(transactions),
    longestQueue: queue,
    longestWaitMs,
    busy: () => new DatabaseUnavailable('busy'),
  });
