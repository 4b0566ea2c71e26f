import { limit } from '../../../base/limits.ts';
import { cellAt } from './cell.ts';
import type { Format } from './format.ts';
import type { Column } from './selected.ts';

/** The list has more rows than such a file may hold, or takes longer than its reader waits. */
export class TooLong extends Error {}

export const longestGatherMs = limit(
  'milliseconds in which a file is gathered',
  60_000,
  'Nothing is sent before it is complete, and proxies give up after 75 seconds without a byte.',
);

const instead = 'use CSV or JSON lines, which are sent while they are read, or filter the list';

/** A file that is sent when it is complete: it cannot say in a last line that it had to stop. */
export abstract class GatheredFile implements Format {
  abstract readonly type: string;
  abstract readonly name: string;
  abstract readonly extension: string;
  /** Why the file is incomplete. */
  why: string | undefined;
  readonly mostRows: number;
  #count = 0;

  constructor(mostRows: number) {
    this.mostRows = mostRows;
  }

  write(rows: readonly unknown[], columns: readonly Column[]): string {
    this.#count += rows.length;
    if (this.#count > this.mostRows) throw this.tooLong();
    this.add(
      rows.map((row) => columns.map((column) => cellIn(row, column))),
      columns,
    );
    return '';
  }

  stopped(why: string): string {
    this.why = why;
    return '';
  }

  tooLong(): TooLong {
    return new TooLong(
      `${this.#one} holds at most ${this.mostRows.toLocaleString('en')} rows, and this list is longer: ${instead}`,
    );
  }

  tooSlow(longestMs: number): TooLong {
    return new TooLong(
      `${this.#one} is sent when it is complete, and this list takes longer than ${longestMs / 1000} seconds: ${instead}`,
    );
  }

  get #one(): string {
    return `${/^[AEIOU]/.test(this.name) ? 'An' : 'A'} ${this.name} file`;
  }

  protected abstract add(rows: (string | null)[][], columns: readonly Column[]): void;
  abstract end(): Buffer;
}

function cellIn(row: unknown, { path }: Column): string | null {
  let value = row;
  for (const step of path) value = (value as Readonly<Record<string, unknown>> | null)?.[step];
  return value === null || value === undefined ? null : cellAt(row, path);
}
