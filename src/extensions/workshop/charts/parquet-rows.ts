// A Parquet file from rows, for the server and for browsers.
//
//   const file = new ParquetRows({ ByteWriter, ParquetWriter }, columns, 'Europe/Tallinn');   // hyparquet-writer's
//   file.add([['tamm.ee', '12.50']]);   // cells as texts; null for none
//   const bytes = file.end();
//
// Columns are { name, scalar, scale }. Days are DATE, moments are UTC, and the metadata names the registry's time zone.

/** Rows in a row group, which is compressed while the next ones are read. */
const groupSize = 10_000;

const text = { element: { type: 'BYTE_ARRAY', converted_type: 'UTF8' }, read: (value) => value };
const moment = {
  element: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  read: (value) => new Date(value),
};

/** Hundredths, or what the scale says, as an integer, which is exact. */
function scaled(value, scale) {
  const [whole, part = ''] = value.split('.');
  return BigInt(whole + part.padEnd(scale, '0').slice(0, scale));
}
const decimal = (scale) => ({
  element: { type: 'INT64', converted_type: 'DECIMAL', precision: 18, scale },
  read: (value) => scaled(value, scale),
});

/** The column types of scalars; all other types and lists are text. */
const kinds = {
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
const kindOf = ({ scalar, scale = 2 }) => (scalar === 'Decimal' ? decimal(scale) : (kinds[scalar] ?? text));

export class ParquetRows {
  #bytes;
  #writer;
  #columns;
  #rows = [];

  constructor({ ByteWriter, ParquetWriter }, columns, timeZone) {
    this.#columns = columns.map(({ name, ...column }) => ({ name, ...kindOf(column) }));
    this.#bytes = new ByteWriter();
    this.#writer = new ParquetWriter({
      writer: this.#bytes,
      schema: [
        { name: 'root', num_children: columns.length },
        ...this.#columns.map(({ name, element }) => ({ name, repetition_type: 'OPTIONAL', ...element })),
      ],
      kvMetadata: [{ key: 'zonegraph.timeZone', value: timeZone }],
    });
  }

  add(rows) {
    this.#rows.push(...rows);
    if (this.#rows.length >= groupSize) this.#flush();
  }

  end() {
    this.#flush();
    this.#writer.finish();
    return this.#bytes.getBytes();
  }

  #flush() {
    if (this.#rows.length === 0) return;
    this.#writer.write({
      rowGroupSize: groupSize * 2,
      columnData: this.#columns.map(({ name, read }, index) => ({
        name,
        data: this.#rows.map((row) => (row[index] === null ? null : read(row[index]))),
      })),
    });
    this.#rows = [];
  }
}
