// A Parquet file from rows, for the server and for browsers.
//
//   const file = new ParquetRows({ ByteWriter, ParquetWriter }, columns, 'Europe/Tallinn');   // hyparquet-writer's
//   file.add([['tamm.ee', '12.50']]);   // cells as texts; null for none
//   const bytes = file.end();
//
// Days are DATE, moments are UTC, and the metadata names the registry's time zone.

import type { ByteWriter, ParquetWriter, SchemaElement } from 'hyparquet-writer';

/** A column of a file: `scalar` is its type in GraphQL, `scale` the digits of a decimal. */
export interface FileColumn {
  readonly name: string;
  readonly scalar?: string | undefined;
  readonly scale?: number | undefined;
}
interface Kind {
  readonly element: Omit<SchemaElement, 'name'>;
  readonly read: (value: string) => unknown;
}
interface Writing {
  readonly ByteWriter: new () => ByteWriter;
  readonly ParquetWriter: new (options: ConstructorParameters<typeof ParquetWriter>[0]) => ParquetWriter;
}

/** Rows in a row group, which is compressed while the next ones are read. */
const groupSize = 10_000;

const text: Kind = { element: { type: 'BYTE_ARRAY', converted_type: 'UTF8' }, read: (value) => value };
const moment: Kind = {
  element: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  read: (value) => new Date(value),
};

/** Hundredths, or what the scale says, as an integer, which is exact. */
function scaled(value: string, scale: number): bigint {
  const [whole = '', part = ''] = value.split('.');
  return BigInt(whole + part.padEnd(scale, '0').slice(0, scale));
}
const decimal = (scale: number): Kind => ({
  element: { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale },
  read: (value) => scaled(value, scale),
});

/** The column types of scalars; all other types and lists are text. */
const kinds: Readonly<Record<string, Kind>> = {
  Int: { element: { type: 'INT32' }, read: Number },
  Long: { element: { type: 'INT64' }, read: BigInt },
  BigInt: { element: { type: 'INT64' }, read: BigInt },
  Float: { element: { type: 'DOUBLE' }, read: Number },
  Boolean: { element: { type: 'BOOLEAN' }, read: (value) => value === 'true' },
  Date: {
    element: { type: 'INT32', converted_type: 'DATE' },
    read: (value) => new Date(`${value}T00:00:00Z`),
  },
  DateTime: moment,
};
const kindOf = ({ scalar, scale = 2 }: FileColumn): Kind =>
  scalar === 'Decimal' ? decimal(scale) : (kinds[scalar ?? ''] ?? text);

export class ParquetRows {
  readonly #bytes: ByteWriter;
  readonly #writer: ParquetWriter;
  readonly #columns: readonly (Kind & { readonly name: string })[];
  #rows: (readonly (string | null)[])[] = [];

  constructor({ ByteWriter, ParquetWriter }: Writing, columns: readonly FileColumn[], timeZone: string) {
    this.#columns = columns.map((column) => ({ name: column.name, ...kindOf(column) }));
    this.#bytes = new ByteWriter();
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: [
        { name: 'root', num_children: columns.length },
        ...this.#columns.map(({ name, element }) => ({
          name,
          repetition_type: 'OPTIONAL' as const,
          ...element,
        })),
      ],
      kvMetadata: [{ key: 'zonegraph.timeZone', value: timeZone }],
    });
  }

  add(rows: readonly (readonly (string | null)[])[]): void {
    this.#rows.push(...rows);
    if (this.#rows.length >= groupSize) this.#flush();
  }

  end(): Uint8Array<ArrayBuffer> {
    this.#flush();
    this.#writer.finish();
    return new Uint8Array(this.#bytes.getBuffer());
  }

  #flush(): void {
    if (this.#rows.length === 0) return;
    this.#writer.write({
      rowGroupSize: groupSize * 2,
      columnData: this.#columns.map(({ name, read }, index) => ({
        name,
        data: this.#rows.map((row) => {
          const value = row[index] ?? null;
          return value === null ? null : read(value);
        }),
      })),
    });
    this.#rows = [];
  }
}
