import { Zip, ZipDeflate } from 'fflate';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { GatheredFile } from '../../apis/graphql/files/gathered.ts';
import { addFormat } from '../../apis/graphql/files/rows.ts';
import type { Column } from '../../apis/graphql/files/selected.ts';
import { limit } from '../../base/limits.ts';
import { ParquetRows } from './charts/parquet-rows.ts';
import { mostSheetRows, Xlsx } from './charts/xlsx.ts';

const mostParquetRows = limit(
  'rows of a Parquet file',
  100_000,
  'It is built in memory: longer lists are for CSV or JSON lines, which are streamed.',
);

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

addFormat((timeZone) => new ParquetFile(timeZone));
addFormat(() => new ExcelFile());
