import { GraphQLError } from 'graphql';
import { scopeOf } from '../../../base/actor.ts';
import { callerOf } from '../../access/budget.ts';
import type { Context } from '../context.ts';

/** An open stream: it is counted, and ends with the caller, with the process, and when the caller would be refused. */
export interface OpenStream {
  readonly wakeup: Wakeup;
  readonly stop: () => void;
}

/** `subscribe` gets the function that wakes the stream, and returns the functions that end its subscriptions. */
export function openStream(
  context: Context,
  subscribe: (wakeup: Wakeup) => readonly (() => void)[],
): OpenStream {
  const { bus, container } = context;
  const signal = context.abortSignal?.();
  const wakeup = new Wakeup();
  const unsubscribe = [
    countStream(context),
    bus.onEnd(() => wakeup.end()),
    // Ids begin again.
    bus.subscribe('reset', () => wakeup.end()),
    container.admissions.watch(context, () => wakeup.end()),
    ...subscribe(wakeup),
  ];
  const stop = () => {
    for (const one of unsubscribe) one();
    wakeup.end();
  };
  // If a caller disconnects before its stream is read, nothing else would end it.
  if (signal?.aborted) stop();
  else signal?.addEventListener('abort', stop, { once: true });
  return { wakeup, stop };
}

/** Stops even if nobody has begun to read. */
export const stoppable = <T>(items: AsyncGenerator<T, void>, stop: () => void): AsyncIterable<T> => ({
  [Symbol.asyncIterator]: () => ({
    next: () => items.next(),
    return: async () => {
      stop();
      return items.return();
    },
  }),
});

/** Counts it until it is closed; a caller, and all users of a registrar together, have a limited number. */
function countStream({ container, actor }: Context): () => void {
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
export class Wakeup {
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
