import { initContextCache } from '@pothos/core';
import { GraphQLError } from 'graphql';
import { callerOf } from '../../access/budget.ts';
import { scopeOf } from '../../core/actor.ts';
import type { Topic } from '../../core/events.ts';
import type { Query } from '../../operations/operation.ts';
import type { Context } from '../context.ts';
import { runList } from '../run.ts';

/** Wake-up calls sent while the connection that listens was lost never come: look now and then. */
const lookEveryMs = 15_000;
const page = 100;

interface Following<I, T> {
  /** The topic that wakes it. */
  readonly topic: Topic;
  readonly isNews: (key: string) => boolean;
  readonly operation: Query<
    I & { after: number | null; limit: number },
    { readonly rows: readonly T[]; readonly last: number }
  >;
  readonly input: I;
  /** The last id seen; null: from now on. */
  readonly after: number | null;
}

/**
 * A growing list as a stream. The bus only wakes it, the database tells what is new: nothing is lost between reading
 * and waiting, over processes, reconnects or restarts. Ends with the caller, with the process, and when the caller
 * would not be let in any more, which is asked before each reading.
 */
export async function follow<I, T>(context: Context, following: Following<I, T>): Promise<AsyncIterable<T>> {
  const { bus, gone, container } = context;
  const waiter = new Waiter();
  const read = (after: number | null) =>
    runList(context, following.operation, { ...following.input, after, limit: page });
  const unsubscribe = [
    openStream(context),
    bus.onEnd(() => waiter.end()),
    bus.subscribe(following.topic, (key) => following.isNews(key) && waiter.wake()),
    bus.onMissed(() => waiter.wake()),
    container.admissions.watch(context, () => waiter.end()),
  ];
  const stop = () => {
    for (const one of unsubscribe) one();
    waiter.end();
  };
  // A caller that goes away before its stream is read leaves nobody who would end it.
  if (gone?.aborted) stop();
  else gone?.addEventListener('abort', stop, { once: true });
  try {
    // Refusals are answered before the stream begins; from here on nothing is missed.
    let last = following.after ?? (await read(null)).last;
    const stream = (async function* () {
      try {
        while (!waiter.ended) {
          if (!(await container.admissions.holds(context))) return;
          const found = await read(last);
          last = found.last;
          for (const row of found.rows) {
            if (waiter.ended) return;
            await context.payForEvent?.();
            yield row;
          }
          if (found.rows.length < page) await waiter.wait(lookEveryMs);
        }
      } finally {
        stop();
      }
    })();
    return {
      [Symbol.asyncIterator]: () => ({
        next: () => stream.next(),
        return: async () => {
          stop();
          return stream.return();
        },
      }),
    };
  } catch (error) {
    stop();
    throw error;
  }
}

/** Counts it until it is closed; a caller has so many at once and no more, and so have all users of a registrar. */
function openStream({ container, actor }: Context): () => void {
  const close = container.streams.open(callerOf(actor));
  const closeShared = close && container.sharedStreams.open(scopeOf(actor));
  if (closeShared)
    return () => {
      close();
      closeShared();
    };
  close?.();
  container.metrics.throttled();
  const reported = close
    ? `At most ${container.sharedStreams.limit} streams of one registrar may be open at once`
    : `At most ${container.streams.limit} streams of one caller may be open at once`;
  throw new GraphQLError(reported, {
    extensions: { code: 'THROTTLED', resultCode: 2502, http: { status: 429 } },
  });
}

/** Waits for news, for a while, or for the end; news that came meanwhile counts. */
class Waiter {
  #news = false;
  #resume: (() => void) | undefined;
  ended = false;

  wake(): void {
    this.#news = true;
    this.#resume?.();
  }

  end(): void {
    this.ended = true;
    this.#resume?.();
  }

  async wait(milliseconds: number): Promise<void> {
    if (!this.#news && !this.ended) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        this.#resume = resolve;
        timer = setTimeout(resolve, milliseconds);
      });
      clearTimeout(timer);
      this.#resume = undefined;
    }
    this.#news = false;
  }
}

/** Each item is read with new loaders: a stream outlives their caches. */
export function dropLoaderCaches(context: Context): void {
  Object.assign(context, initContextCache());
}
