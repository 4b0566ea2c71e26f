import { Zip, ZipDeflate } from 'fflate';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { ParquetRows } from '../../../extensions/workshop/charts/parquet-rows.js';
import { cellAt } from '../../../extensions/workshop/charts/table-rows.js';
import { mostSheetRows, Xlsx } from '../../../extensions/workshop/charts/xlsx.js';
import type { Format } from './format.ts';
import type { Column } from './selected.ts';

/** The list has more rows than such a file may hold, or takes longer than its reader waits. */
export class TooLong extends Error {}

/** Nothing is sent before the file is complete, and proxies give up after 75 seconds without a byte. */
export const longestGatherMs = 60_000;

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

/** Built in memory: longer lists are for CSV or JSON lines, which are streamed. */
const mostParquetRows = 100_000;

export class ParquetFile extends GatheredFile {
  readonly type = 'application/vnd.apache.parquet';
  readonly name = 'Parquet';
  readonly extension = 'parquet';
  readonly #timeZone: string;
  #file: ParquetRows | undefined;

  constructor(timeZone: string) {
    super(mostParquetRows);
    this.#timeZone = timeZone;
  }

  protected override add(rows: (string | null)[][], columns: readonly Column[]): void {
    this.#file ??= new ParquetRows({ ByteWriter, ParquetWriter }, columns, this.#timeZone);
    this.#file.add(rows);
  }

  override end(): Buffer {
    return Buffer.from(this.#file?.end() ?? []);
  }
}

/** Compressed while rows are read, so that a long list needs little memory. */
export class ExcelFile extends GatheredFile {
  readonly type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  readonly name = 'Excel';
  readonly extension = 'xlsx';
  readonly #parts: Uint8Array[] = [];
  #file: Xlsx | undefined;

  constructor() {
    super(mostSheetRows - 1);
  }

  protected override add(rows: (string | null)[][], columns: readonly Column[]): void {
    this.#file ??= new Xlsx({ Zip, ZipDeflate }, columns, (bytes: Uint8Array) => this.#parts.push(bytes));
    this.#file.add(rows);
  }

  override end(): Buffer {
    this.#file?.end();
    return Buffer.concat(this.#parts);
  }
}
