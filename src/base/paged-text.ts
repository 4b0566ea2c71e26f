import { stopwatch } from './clock.ts';
import { limit } from './limits.ts';

const longestPauseMs = limit(
  'milliseconds for which a reader that has stopped reading may occupy a connection',
  30_000,
  'Others wait for it.',
);

/** A long text made of pages. */
export interface PagedText<Page> {
  readonly longestMs: number;
  hasNext(page: Page): boolean;
  /** Reads the next page; throws an error for the reader. */
  next(page: Page): Promise<Page>;
  /** The reason why no further page is read. */
  stopReason(): Promise<string | undefined>;
  write(page: Page, isFirst: boolean): string;
  /** The end of an incomplete text; may throw. */
  stopped(why: string, last: Page): string;
  /** Called when the text waits for its reader; returns what to call when the reader goes on. */
  pause?(stop: (why: string) => void): () => void;
  /** Called at the end, and earlier when the reader has gone. */
  end(): Promise<void>;
}

/** Reads a page when the previous one was consumed, and keeps none. */
export async function* writePages<Page>(first: Page, text: PagedText<Page>): AsyncGenerator<string> {
  const { longestMs } = text;
  const elapsed = stopwatch();
  const tooLong = `this took longer than ${longestMs / 1000} seconds: filter the list`;
  let page = first;
  let stopped: string | undefined;
  const stop = (why: string): void => {
    stopped ??= why;
    void text.end();
  };
  while (text.hasNext(page)) {
    const remainingMs = longestMs - elapsed();
    const resume = text.pause?.(stop);
    const pause = setTimeout(
      () =>
        stop(
          remainingMs > longestPauseMs ? `the reader paused for ${longestPauseMs / 1000} seconds` : tooLong,
        ),
      Math.max(0, Math.min(longestPauseMs, remainingMs)),
    );
    try {
      yield text.write(page, page === first);
    } finally {
      clearTimeout(pause);
      resume?.();
    }
    if (elapsed() >= longestMs) stop(tooLong);
    const stopReason = stopped === undefined ? await text.stopReason() : undefined;
    if (stopReason !== undefined) stop(stopReason);
    const last = page;
    if (stopped === undefined)
      page = await text.next(page).catch((error: Error) => {
        stop(error.message);
        return last;
      });
    if (stopped !== undefined) return yield text.stopped(stopped, last);
  }
  // The rest is only discarded.
  await text.end();
  yield text.write(page, page === first);
}
