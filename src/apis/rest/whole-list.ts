import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Slice } from '../../base/filter.ts';
import { writePages } from '../../base/paged-text.ts';
import type { RestAnswer, RestCall } from './route.ts';

export interface Paging {
  /** The most rows; undefined for all, `usual` if it was left out. */
  readonly limit: number | 'usual' | undefined;
  readonly offset: number;
}

interface Rows {
  readonly rows: readonly unknown[];
  readonly count: number | undefined;
}

interface ListAnswer {
  readonly paging: Paging;
  /** True if each row is shown in full; then pages are shorter and cost more. */
  readonly details?: boolean;
  /** Reads the rows of a slice through the given call, as they are shown. */
  page(call: RestCall, slice: Slice, withCount: boolean): Promise<Rows>;
  /** The whole answer, which must contain `rows` once. */
  body(call: RestCall, rows: readonly unknown[], count: number): Promise<unknown> | unknown;
}

const rowsOfPage = { short: 1000, detailed: 250 };

/**
 * Answers with a list of any length. A list longer than a page is read page by page from one snapshot and is sent
 * while it is read: it is never in memory as a whole (docs/rules/registrar.md#paging).
 */
export async function answerList(call: RestCall, list: ListAnswer): Promise<RestAnswer> {
  const { paging, details = false, page, body } = list;
  const limit = limitOf(call, paging);
  const { offset } = paging;
  const size = details ? rowsOfPage.detailed : rowsOfPage.short;
  const { rows, count = 0 } = await page(call, { by: 'offset', limit: Math.min(limit, size), offset }, true);
  if (limit <= size || count - offset <= size)
    return { body: await body(call, rows, count), extraCost: extraCost(rows.length, details) };
  return { stream: await streamOf(call, list, { skip: offset, most: limit, limit: size }) };
}

/** How many rows a list has at most (docs/rules/registrar.md#paging). */
export function limitOf({ links }: RestCall, { limit }: Pick<Paging, 'limit'>): number {
  return (limit === 'usual' ? links.config.usualRows : limit) ?? Number.MAX_SAFE_INTEGER;
}

interface Walk {
  readonly skip: number;
  readonly most: number;
  readonly limit: number;
}

interface Page {
  readonly rows: readonly unknown[];
  /** How many rows follow it. */
  readonly remaining: number;
}

async function streamOf(asked: RestCall, { details, page, body }: ListAnswer, walk: Walk): Promise<Readable> {
  const whole = await asked.openSnapshot();
  const { call } = whole;
  try {
    const read = async (isFirst: boolean): Promise<Rows> => {
      const found = await page(call, { by: 'walk', isFirst, ...walk }, isFirst);
      whole.charge(extraCost(found.rows.length, details));
      return found;
    };
    const { rows, count = 0 } = await read(true);
    const mark = randomUUID();
    const envelope = JSON.stringify(await body(call, [mark], count));
    const [head, tail] = envelope.split(`"${mark}"`);
    const written = writePages<Page>(
      { rows, remaining: Math.min(walk.most, count - walk.skip) - rows.length },
      {
        longestMs: whole.longestMs,
        hasNext: ({ remaining }) => remaining > 0,
        next: async ({ remaining }) => {
          const next = await read(false);
          return { rows: next.rows, remaining: remaining - next.rows.length };
        },
        stopReason: whole.stopReason,
        write: (shown, isFirst) =>
          (isFirst ? head : ',') + shown.rows.map((row) => JSON.stringify(row)).join(','),
        // JSON has no place for a remark, so the answer is cut off, and its reader sees that it is incomplete.
        stopped: (why) => {
          throw new Error(`a list was not sent completely: ${why}`);
        },
        end: whole.end,
      },
    );
    const text = async function* () {
      yield* written;
      yield tail;
    };
    const stream = Readable.from(text(), { objectMode: false });
    // This happens in every case: read to the end, cancelled half way, or never started.
    stream.once('close', () => void whole.end());
    return stream;
  } catch (error) {
    await whole.end();
    throw error;
  }
}

const shownRowsOfPoint = 50;
const objectsOfDetails = 7;

/** The points for a list of this many rows, as in the graph, in addition to the one point of every call. */
export function extraCost(rows: number, details = false): number {
  const objects = rows * (details ? objectsOfDetails : 1);
  return Math.max(0, Math.ceil(objects / shownRowsOfPoint) - 1);
}
