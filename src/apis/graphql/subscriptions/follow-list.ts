import { GraphQLError } from 'graphql';
import type { z } from 'zod';
import type { Actor } from '../../../base/actor.ts';
import type { Filter } from '../../../base/filter.ts';
import { getOrCreate } from '../../../base/get-or-create.ts';
import { limit } from '../../../base/limits.ts';
import { matcher } from '../../../base/matching.ts';
import {
  type followInput,
  isAfter,
  type ListChange,
  type ListChanges,
  type Place,
  type Version,
} from '../../../registry/operations/list-changes.ts';
import type { Query } from '../../../registry/operations/operation.ts';
import type { Services } from '../../services.ts';
import type { Context } from '../context.ts';
import { runList } from '../run.ts';
import { sayPlace } from './after.ts';
import { lookEveryMs } from './follow.ts';
import { ListFeed } from './list-feed.ts';
import { openStream, stoppable } from './stream.ts';

/** How many changes of its past a stream reads at once. */
const page = 100;
const mostWaiting = limit(
  'changes that wait for the reader of a stream',
  5_000,
  'A reader with more is too slow. Changes are shared between streams, which hold only references.',
);

type ListEffect = 'ENTERED' | 'CHANGED' | 'LEFT';

/** A change as a stream reports it. */
export interface ReportedChange<Now>
  extends Pick<ListChange<Now>, 'id' | 'place' | 'at' | 'operation' | 'key'> {
  readonly change: ListEffect;
  /** The present object; null if it has left the list, or is not the caller's any more. */
  readonly now: Now | null;
}

interface FollowedList<Now> {
  readonly topic: 'domain' | 'contact';
  readonly changes: ListChanges<Now>;
  readonly operation: Query<z.input<typeof followInput>, Awaited<ReturnType<ListChanges<Now>['read']>>>;
}

interface ListFilter {
  readonly filter: Filter | undefined;
  /** The last entry seen; null to start from now. */
  readonly after: number | null;
}

/** Follows a list, with one feed for all streams of a process. */
export function listFollower<Now extends OfRegistrar>(list: FollowedList<Now>) {
  const feeds = new WeakMap<Services, ListFeed<Now>>();
  return (context: Context, asked: ListFilter): Promise<AsyncIterable<ReportedChange<Now>>> => {
    const { container } = context;
    const feed = getOrCreate(feeds, container, () => new ListFeed(container, list.topic, list.changes));
    return followList(context, feed, list.operation, asked);
  };
}

/**
 * The changes of a list as a stream: past ones by pages of its own, new ones from the feed that all streams share.
 * Joins the feed before it reads, so that no change is missed; a change that comes from both is sent once.
 */
async function followList<Now extends OfRegistrar>(
  context: Context,
  feed: ListFeed<Now>,
  operation: FollowedList<Now>['operation'],
  { filter, after }: ListFilter,
): Promise<AsyncIterable<ReportedChange<Now>>> {
  const { container } = context;
  const report = reporterFor<Now>(context.actor, filter);
  const read = (from: number | Place | null) => runList(context, operation, { after: from, limit: page });
  let waiting: ReportedChange<Now>[] = [];
  let isBehind = true;
  let hasMissed = false;
  let failure: unknown;
  let leave: () => void = () => {};
  const { wakeup, stop } = openStream(context, () => [() => leave()]);
  const fail = (error: unknown): void => {
    failure = error;
    waiting = [];
    stop();
  };
  const receive = (change: ListChange<Now>): void => {
    const reported = report(change);
    if (!reported) return;
    if (waiting.length < mostWaiting) {
      waiting.push(reported);
      wakeup.wake();
    } else if (isBehind) {
      // These changes are read again.
      waiting = [];
      hasMissed = true;
    } else fail(tooSlow());
  };
  /** All past changes, then the new ones. */
  async function* changesFrom(
    first: Awaited<ReturnType<typeof read>>,
  ): AsyncGenerator<ReportedChange<Now>, void> {
    let { last } = first;
    for (let found = first; ; ) {
      for (const change of found.changes) {
        const reported = report(change);
        if (reported) yield reported;
      }
      if (wakeup.ended || !(found.isFull || hasMissed)) break;
      hasMissed &&= found.isFull;
      // Changes that are not reported cost as well.
      await context.payForEvent?.();
      found = await read(last);
      last = found.last;
    }
    isBehind = false;
    while (!wakeup.ended) {
      const next = waiting.shift();
      if (!next) await wakeup.wait(lookEveryMs);
      else if (isAfter(next.place, last)) yield next;
    }
  }
  try {
    leave = await feed.join({ receive, fail });
    // Refusals are answered before the stream begins.
    const first = await read(after);
    if (after === null) await sayPlace(context, first.last.entry ?? first.last.id);
    const stream = (async function* () {
      try {
        for await (const reported of changesFrom(first)) {
          if (wakeup.ended || !(await container.admissions.holds(context))) break;
          await context.payForEvent?.();
          yield reported;
        }
        if (failure) throw failure;
      } finally {
        stop();
      }
    })();
    if (wakeup.ended) leave();
    return stoppable(stream, stop);
  } catch (error) {
    stop();
    throw error;
  }
}

interface OfRegistrar {
  readonly registrar_id: number;
}

/** The effect of a change on the caller's list; undefined: none. */
function reporterFor<Now extends OfRegistrar>(
  actor: Actor,
  filter: Filter | undefined,
): (change: ListChange<Now>) => ReportedChange<Now> | undefined {
  const registrarId = actor.kind === 'registrar' ? actor.registrarId : undefined;
  const isOwn = (id: number | null): boolean => registrarId === undefined || id === registrarId;
  const chooses = filter ? matcher(filter) : () => true;
  const belongs = (version: Version | null): boolean =>
    version !== null && isOwn(version.registrarId) && chooses(version);
  return ({ id, place, at, operation, key, before, after, now }) => {
    const change = effectOn(belongs(before), belongs(after));
    return (
      change && {
        ...{ id, place, at, operation, key, change },
        now: change !== 'LEFT' && now && isOwn(now.registrar_id) ? now : null,
      }
    );
  };
}

function effectOn(before: boolean, after: boolean): ListEffect | undefined {
  if (after) return before ? 'CHANGED' : 'ENTERED';
  return before ? 'LEFT' : undefined;
}

const tooSlow = (): GraphQLError =>
  new GraphQLError(
    `This stream is read too slowly: more than ${mostWaiting} changes are waiting. Open it again with after, the id of the last change that you received`,
    { extensions: { code: 'SLOW_READER', resultCode: 2502, retryable: true } },
  );
