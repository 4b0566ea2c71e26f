import { stopwatch } from './clock.ts';

/** For so long a reader that stands still may keep the database waiting. */
const longestPauseMs = 30_000;

/** A long text that is made of pages. */
export interface PagedText<Page> {
  readonly longestMs: number;
  hasNext(page: Page): boolean;
  /** Reads the page that follows; throws what the reader is told. */
  next(page: Page): Promise<Page>;
  /** In words, why no further page is read. */
  whyNot(): Promise<string | undefined>;
  write(page: Page, isFirst: boolean): string;
  /** The end of a text that is not whole; it may throw. */
  stopped(why: string, last: Page): string;
  /** Called at the end, and before it when nobody reads on. */
  end(): Promise<void>;
}

/** Reads a page when the one before it was taken away, and keeps none. */
export async function* writePages<Page>(first: Page, text: PagedText<Page>): AsyncGenerator<string> {
  const { longestMs } = text;
  const elapsed = stopwatch();
  const tooLong = `this took longer than ${longestMs / 1000} seconds: narrow the list down`;
  let page = first;
  let stopped: string | undefined;
  const stop = (why: string): void => {
    stopped ??= why;
    void text.end();
  };
  while (text.hasNext(page)) {
    const leftMs = longestMs - elapsed();
    const pause = setTimeout(
      () => stop(leftMs > longestPauseMs ? `nobody read on for ${longestPauseMs / 1000} seconds` : tooLong),
      Math.min(longestPauseMs, leftMs),
    );
    try {
      yield text.write(page, page === first);
    } finally {
      clearTimeout(pause);
    }
    if (elapsed() >= longestMs) stop(tooLong);
    const whyNot = stopped === undefined ? await text.whyNot() : undefined;
    if (whyNot !== undefined) stop(whyNot);
    const last = page;
    if (stopped === undefined)
      page = await text.next(page).catch((error: Error) => {
        stop(error.message);
        return last;
      });
    if (stopped !== undefined) return yield text.stopped(stopped, last);
  }
  // The rest is only read away.
  await text.end();
  yield text.write(page, page === first);
}
