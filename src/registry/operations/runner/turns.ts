import { FairSemaphore, halfOf } from '../../../base/fair-semaphore.ts';
import { itemsIn } from '../../../base/items.ts';
import { usualWaitMs } from '../../../base/prefer-wait.ts';
import {
  longestQueue,
  longestQueueOfOne,
  proofsAtOnce,
  readsAtOnce,
  totalsAtOnce,
} from '../../store/driver/connections/timeouts.ts';
import { DatabaseUnavailable } from '../../store/driver/connections/trouble.ts';
import { type Call, isPlainRead, paysByItems, readRequestOf, slotRequestOf } from './running-context.ts';

/** A write with more items counts as a bulk write, of which few are in progress at once. */
const manyItems = 200;
const bulksAtOnce = 2;

/** The queues of a runner, one for each kind of work that must not take all connections. */
export class Turns {
  readonly #totals = places(totalsAtOnce);
  readonly #proofs = places(proofsAtOnce);
  readonly #reads = places(readsAtOnce);
  readonly #bulks = places(bulksAtOnce);

  /** Queries that aggregate whole lists share a few connections; one caller gets at most half of them. */
  addUp<T>(call: Pick<Call, 'actor' | 'request' | 'snapshot'>, work: () => Promise<T>): Promise<T> {
    return call.snapshot ? work() : this.#totals.run(work, readRequestOf(call));
  }

  /** Proofs look at whole tables. */
  prove<T>(call: Call, work: () => Promise<T>): Promise<T> {
    return this.#proofs.run(work, readRequestOf(call));
  }

  /** A REST call holds a connection for all its reads; a GraphQL document holds one for each statement only. */
  read<T>(call: Call, work: () => Promise<T>): Promise<T> {
    return isPlainRead(call) && !call.snapshot ? this.#reads.run(work, readRequestOf(call)) : work();
  }

  /** Writes of very many items occupy this process as much as the database, so a registrar may have one in progress. */
  write<T>(input: unknown, call: Call, work: () => Promise<T>): Promise<T> {
    return paysByItems({ kind: 'command' }, call) && itemsIn(input) > manyItems
      ? this.#bulks.run(work, slotRequestOf(call))
      : work();
  }
}

/** A queue for one kind of work: fair between registrars, and callers that have waited too long are refused. */
const places = (size: number): FairSemaphore =>
  new FairSemaphore(size, {
    share: halfOf(size),
    longestQueue,
    longestQueueOfOne,
    longestWaitMs: usualWaitMs,
    busy: () => new DatabaseUnavailable('busy'),
  });
