import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Format } from '../../apis/graphql/files/rows.ts';
import type { Column } from '../../apis/graphql/files/selected.ts';
import { cellAt } from '../../core/table-rows.js';

/** A Parquet file is built in memory; longer lists are for CSV or NDJSON, which are streamed. */
export const mostRows = 100_000;
/** Rows in a row group, which is compressed while the next ones are read. */
const groupSize = 10_000;

type Schema = ConstructorParameters<typeof ParquetWriter>[0]['schema'];
type Element = Schema[number];

interface Kind {
  readonly element: Omit<Element, 'name'>;
  readonly read: (value: unknown) => unknown;
}

const text: Kind = {
  element: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  read: (value) => String(value),
};
const integer: Kind = { element: { type: 'INT32' }, read: Number };

/** The column types of the GraphQL scalars; all other types and lists become text. */
const kinds: Readonly<Record<string, Kind>> = {
  Int: integer,
  Float: { element: { type: 'DOUBLE' }, read: Number },
  Boolean: { element: { type: 'BOOLEAN' }, read: Boolean },
  Date: {
    element: { type: 'INT32', converted_type: 'DATE' },
    read: (value) => new Date(`${String(value)}T00:00:00Z`),
  },
  DateTime: {
    element: {
      type: 'INT64',
      converted_type: 'TIMESTAMP_MILLIS',
      logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
    },
    read: (value) => new Date(String(value)),
  },
  Decimal: {
    element: { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale: 2 },
    // Cents as an integer, which is exact.
    read: (value) => BigInt(String(value).replace('.', '')),
  },
};

/** The list has more rows than a Parquet file may hold. */
export class ParquetTooLong extends Error {
  constructor() {
    super(
      `A Parquet file holds at most ${mostRows.toLocaleString('en')} rows, and this list is longer: use .csv or .ndjson, or filter the list`,
    );
  }
}

/** A Parquet file, filled like any other file of rows (src/apis/graphql/files). */
export class ParquetFile implements Format {
  readonly type = 'application/vnd.apache.parquet';
  readonly name = 'Parquet';
  readonly extension = 'parquet';
  /** Why the file is incomplete. */
  why: string | undefined;
  readonly #bytes = new ByteWriter();
  #writer: ParquetWriter | undefined;
  #columns: readonly Column[] = [];
  #rows: unknown[] = [];
  #count = 0;

  write(rows: readonly unknown[], columns: readonly Column[]): string {
    this.#count += rows.length;
    if (this.#count > mostRows) throw new ParquetTooLong();
    this.#columns = columns;
    this.#rows.push(...rows);
    if (this.#rows.length >= groupSize) this.#flush();
    return '';
  }

  stopped(why: string): string {
    this.why = why;
    return '';
  }

  end(): Buffer {
    this.#flush();
    this.#writer?.finish();
    return Buffer.from(this.#bytes.getBytes());
  }

  #flush(): void {
    const columns = this.#columns;
    this.#writer ??= new ParquetWriter({
      writer: this.#bytes,
      schema: [
        { name: 'root', num_children: columns.length },
        ...columns.map((column) => ({
          name: column.name,
          repetition_type: 'OPTIONAL' as const,
          ...kindOf(column).element,
        })),
      ],
    });
    if (this.#rows.length === 0) return;
    this.#writer.write({
      rowGroupSize: groupSize * 2,
      columnData: columns.map((column) => ({
        name: column.name,
        data: this.#rows.map((row) => valueIn(row, column)),
      })),
    });
    this.#rows = [];
  }
}

const kindOf = ({ scalar = '' }: Column): Kind => kinds[scalar] ?? text;

function valueIn(row: unknown, column: Column): unknown {
  const { path, scalar } = column;
  let value = row;
  for (const step of path) value = (value as Readonly<Record<string, unknown>> | null)?.[step];
  if (value === null || value === undefined) return null;
  const isPlain = scalar !== undefined && typeof value !== 'object';
  return isPlain ? kindOf(column).read(value) : cellAt(row, path);
}
