import type { Topic } from '../../../base/events.ts';
import type { Query } from '../../../registry/operations/operation.ts';
import type { Context } from '../context.ts';
import { runList } from '../run.ts';
import { sayPlace } from './after.ts';
import { openStream, stoppable } from './stream.ts';

/** Notifications are lost while the listening connection is down, so the stream also polls. */
export const lookEveryMs = 15_000;
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
  /** The last id seen; null to start from now. */
  readonly after: number | null;
}

/**
 * A growing list as a stream. The bus only wakes it, the database has the changes: nothing is lost between reading
 * and waiting, over processes, reconnects or restarts. Ends with the caller, with the process, and when the caller
 * would be refused now, which is checked before anything is sent.
 */
export async function follow<I, T>(context: Context, following: Following<I, T>): Promise<AsyncIterable<T>> {
  const { bus, container } = context;
  const read = (after: number | null) =>
    runList(context, following.operation, { ...following.input, after, limit: page });
  const { wakeup, stop } = openStream(context, (wakeup) => [
    bus.subscribe(following.topic, (key) => following.isNews(key) && wakeup.wake()),
    bus.onMissed(() => wakeup.wake()),
  ]);
  try {
    // Refusals are answered before the stream begins; from here on nothing is missed.
    let found = await read(following.after);
    if (following.after === null) await sayPlace(context, found.last);
    const stream = (async function* () {
      try {
        while (!wakeup.ended) {
          if (!(await container.admissions.holds(context))) return;
          for (const row of found.rows) {
            if (wakeup.ended) return;
            await context.payForEvent?.();
            yield row;
          }
          if (found.rows.length < page) await wakeup.wait(lookEveryMs);
          if (!wakeup.ended) found = await read(found.last);
        }
      } finally {
        stop();
      }
    })();
    return stoppable(stream, stop);
  } catch (error) {
    stop();
    throw error;
  }
}
