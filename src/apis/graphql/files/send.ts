import { Readable } from 'node:stream';
import type { ExecutionResult } from 'graphql';
import { stopwatch } from '../../../base/clock.ts';
import { writePages } from '../../../base/paged-text.ts';
import { ContinuedAccess } from '../../access/continued-access.ts';
import type { Context } from '../context.ts';
import { GatheredFile, longestGatherMs } from './gathered.ts';
import { type Page, pageIn } from './list.ts';

/** Repeats the request for the page after a cursor. */
export type AskAgain = (after: string) => Promise<ExecutionResult>;

/** A file: as a whole, or as a stream. */
export interface MadeFile {
  readonly headers: Readonly<Record<string, string | number>>;
  readonly text: string | Buffer | Readable;
}

/** A file that cannot say in its last line that it had to stop. */
export class Incomplete extends Error {
  constructor(why: string) {
    super(`The list could not be read to the end: ${why}`);
  }
}

/** The one list of an answer as a file; undefined where there is none to be sent. */
export async function fileOf(
  { data, errors }: ExecutionResult,
  context: Context,
  askAgain: AskAgain,
): Promise<MadeFile | undefined> {
  const { file, container } = context;
  if (errors || !file?.list || 'problem' in file.list) return undefined;
  const { format, list, snapshot } = file;
  const page = pageIn(data, list);
  const shown = page.rows.length;
  const total = list.isPage ? (page.total ?? 0) : (file.total ?? shown);
  const isWhole = list.pages ? list.pages.after === null : shown >= total;
  const headers = {
    'content-type': format.type,
    'content-disposition': `attachment; filename="zonegraph.${format.extension}"`,
    'x-total-count': total,
    ...(!isWhole && { 'x-truncated': 'true' }),
  };
  if (page.next === undefined || !snapshot) {
    // Ended before the answer is sent, because the caller may request the next file as soon as it has this one.
    await snapshot?.end();
    const text = format.write(page.rows, list.columns, true);
    return { headers, text: format instanceof GatheredFile ? format.end() : text };
  }
  const isGathered = format instanceof GatheredFile;
  const longestMs = Math.min(
    container.config.FILE_TIMEOUT * 1000,
    snapshot.longestMs,
    isGathered ? longestGatherMs : Infinity,
  );
  const elapsed = stopwatch();
  const access = new ContinuedAccess(container, context, snapshot);
  const pages = writePages<Page>(page, {
    longestMs,
    hasNext: ({ next }) => next !== undefined,
    next: async ({ next = '' }) => {
      const { data, errors } = await askAgain(next);
      if (errors?.[0]) throw errors[0];
      return pageIn(data, list);
    },
    stopReason: () => access.stopReason(),
    write: ({ rows }, isFirst) => format.write(rows, list.columns, isFirst),
    // Who reads with the rights of somebody else cannot change the variables.
    stopped: (why, { next }) =>
      format.stopped(context.sender.onBehalfOf ? why : `${why}; go on with after: "${next}"`, list.columns),
    pause: (stop) => file.place?.pause(stop) ?? (() => undefined),
    end: () => snapshot.end(),
  });
  const text = Readable.from(pages, { objectMode: false });
  // This happens in every case: read to the end, cancelled half way, or never started.
  text.once('close', () => {
    access.end();
    void snapshot.end();
  });
  if (!isGathered) return { headers, text };
  if (total > format.mostRows) {
    text.destroy();
    throw format.tooLong();
  }
  // The file is filled while it is read.
  for await (const _ of text);
  if (format.why !== undefined)
    throw elapsed() < longestMs ? new Incomplete(format.why) : format.tooSlow(longestMs);
  return { headers, text: format.end() };
}
