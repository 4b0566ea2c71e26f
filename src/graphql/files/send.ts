import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { ExecutionResult } from 'graphql';
import { stopwatch } from '../../core/clock.ts';
import type { Context } from '../context.ts';
import { whenUnwelcome } from '../welcome.ts';
import { type OneList, type Page, pageIn } from './list.ts';
import type { FileRequest, Snapshot } from './request.ts';

/** For so long a reader that stands still may keep the database waiting. */
const longestPauseMs = 30_000;

/** The same question, for the page after a cursor. */
export type AskAgain = (after: string) => Promise<ExecutionResult>;

/** The one list of an answer as a file; undefined where there is none to be sent. */
export function sendFile(
  reply: FastifyReply,
  { data, errors }: ExecutionResult,
  context: Context,
  askAgain: AskAgain,
): FastifyReply | undefined {
  const { file, house } = context;
  if (errors || !file?.list || 'problem' in file.list) return undefined;
  const { format, list, snapshot } = file;
  const page = pageIn(data, list);
  const shown = page.rows.length;
  const total = list.isPage ? (page.total ?? 0) : (file.total ?? shown);
  const isWhole = list.pages ? list.pages.after === null : shown >= total;
  reply
    .type(format.type)
    .header('content-disposition', `attachment; filename="zonegraph.${format.extension}"`)
    .header('x-total-count', total);
  if (!isWhole) reply.header('x-truncated', 'true');
  if (page.next === undefined || !snapshot) {
    void snapshot?.end();
    return reply.send(format.write(page.rows, list.columns, true));
  }
  const longestMs = Math.min(house.config.FILE_TIMEOUT * 1000, snapshot.longestMs);
  const welcome = new Welcome(context, snapshot);
  const walk = { format, list, snapshot, longestMs, whyNot: () => welcome.whyNot(), askAgain };
  const text = Readable.from(allPages(page, walk), { objectMode: false });
  // Whatever becomes of it: read, given up half way, or never begun.
  text.once('close', () => {
    welcome.end();
    void snapshot.end();
  });
  return reply.send(text);
}

/** Whether the next page may be read: who asked for the first may have been shown out since. */
class Welcome {
  readonly #context: Context;
  /** What holds the only connection sees nothing change meanwhile, and would wait for itself. */
  readonly #isAlone: boolean;
  readonly end: () => void;
  #isOver = false;

  constructor(context: Context, { writes }: Snapshot) {
    this.#context = context;
    this.#isAlone = writes !== undefined;
    this.end = whenUnwelcome(context, () => {
      this.#isOver = true;
    });
  }

  async whyNot(): Promise<string | undefined> {
    const { house, actor } = this.#context;
    if (house.service.ending) return 'the registry is being restarted';
    const ended = 'the credentials that it was asked for with have ended';
    if (this.#isOver) return ended;
    if (this.#isAlone) return undefined;
    return house.authenticator.isStillWelcome(actor).then(
      (isWelcome) => (isWelcome ? undefined : ended),
      () => 'it is not known whether they may be read on',
    );
  }
}

interface Walk extends Pick<FileRequest, 'format'> {
  readonly list: OneList;
  readonly snapshot: Snapshot;
  readonly longestMs: number;
  /** In words, why no further page is read. */
  readonly whyNot: () => Promise<string | undefined>;
  readonly askAgain: AskAgain;
}

/** Reads a page when the one before it was taken away, and keeps none. */
async function* allPages(first: Page, walk: Walk): AsyncGenerator<string> {
  const { format, list, snapshot, longestMs } = walk;
  const elapsed = stopwatch();
  const tooLong = `this took longer than ${longestMs / 1000} seconds: narrow the list down`;
  let page = first;
  let stopped: string | undefined;
  const stop = (why: string): void => {
    stopped ??= why;
    void snapshot.end();
  };
  while (page.next !== undefined) {
    const leftMs = longestMs - elapsed();
    const pause = setTimeout(
      () => stop(leftMs > longestPauseMs ? `nobody read on for ${longestPauseMs / 1000} seconds` : tooLong),
      Math.min(longestPauseMs, leftMs),
    );
    try {
      yield format.write(page.rows, list.columns, page === first);
    } finally {
      clearTimeout(pause);
    }
    if (elapsed() >= longestMs) stop(tooLong);
    const whyNot = stopped === undefined ? await walk.whyNot() : undefined;
    if (whyNot !== undefined) stop(whyNot);
    const { data, errors } = stopped === undefined ? await walk.askAgain(page.next) : {};
    if (errors?.[0]) stop(errors[0].message);
    if (stopped !== undefined) return yield format.stopped(`${stopped}; go on with after: "${page.next}"`);
    page = pageIn(data, list);
  }
  // The rest is only read away.
  await snapshot.end();
  yield format.write(page.rows, list.columns, page === first);
}
