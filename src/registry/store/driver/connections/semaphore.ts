import { FairSemaphore, halfOf } from '../../../../base/fair-semaphore.ts';
import { DatabaseUnavailable } from './trouble.ts';

export interface TransactionLimits {
  /** The number of connections for concurrent transactions; the others are reserved for single statements. */
  readonly transactions: number;
  /** How many callers may wait for a connection; further ones are refused. */
  readonly queue: number;
  readonly longestWaitMs: number;
}

/** Limits concurrent transactions, with at most half of them for one caller and a timeout for those that wait. */
export const transactionSlots = ({ transactions, queue, longestWaitMs }: TransactionLimits): FairSemaphore =>
  new FairSemaphore(transactions, {
    share: halfOf(transactions),
    longestQueue: queue,
    longestWaitMs,
    busy: () => new DatabaseUnavailable('busy'),
  });
