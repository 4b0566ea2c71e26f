import type { Column } from './selected.ts';

/** How rows become a file. */
export interface Format {
  readonly type: string;
  readonly name: string;
  readonly extension: string;
  /** The rows as text; the first ones stand at the beginning of the file. */
  write(rows: readonly unknown[], columns: readonly Column[], areFirst: boolean): string;
  /** The last line of an incomplete file. */
  stopped(why: string, columns: readonly Column[]): string;
}
