// PostgreSQL in a worker: it reads lists from the server into tables, and runs statements. Ending the worker ends
// whatever runs.
import { PGlite } from '@electric-sql/pglite';
import type { TableColumn } from '../table.ts';
import type {
  Cell,
  Declare,
  Fill,
  Heard,
  Mistake,
  Order,
  Read,
  Result,
  Rows,
  Run,
  Say,
  Start,
  TablesRead,
} from './orders.ts';

/** Texts as PostgreSQL writes them, so that no digit is lost; arrays and JSON are parsed. */
const asText = Object.fromEntries(
  [17, 18, 20, 21, 23, 25, 26, 700, 701, 1042, 1043, 1082, 1083, 1186, 1266, 1700, 2950].map((oid) => [
    oid,
    (text: string) => text,
  ]),
);
const isMidnight = /^(\d{4}-\d{2}-\d{2}) 00:00:00$/;
const parsers = {
  ...asText,
  16: (text: string) => (text === 't' ? 'true' : 'false'),
  // 2026-11-18 21:41:02+02 as 2026-11-18T21:41:02+02:00, and without a zone as a day where it is one.
  1184: (text: string) => text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'),
  1114: (text: string) => isMidnight.exec(text)?.[1] ?? text.replace(' ', 'T'),
};

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const definition = ({ name, type }: TableColumn): string => `${quoted(name)} ${type}`;

let started: PGlite | undefined;
function database(): PGlite {
  if (!started) throw new Error('PostgreSQL has not started.');
  return started;
}

/** Less than PostgreSQL's own default, which would be cleared at each start: the tables are in memory anyway. */
const startParams = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'];

/** A new database: the server has one to copy, which is much faster than initialising it here. */
async function makeDatabase(from: string | undefined): Promise<PGlite> {
  const dataDir = 'memory://';
  try {
    const response = from === undefined ? undefined : await fetch(from);
    if (response?.ok)
      return await PGlite.create({ dataDir, startParams, loadDataDir: await response.blob() });
  } catch {
    // It can be made without.
  }
  return PGlite.create({ dataDir, startParams });
}

/**
 * now() and current_date are those of the registry, whose clock can be moved in the sandbox: PostgreSQL asks `Date`
 * for the time.
 */
function setClock(ahead: number): void {
  const { now } = Date;
  Date.now = () => now() + ahead;
}

async function start({ timeZone, from, ahead }: Start): Promise<void> {
  setClock(ahead);
  started = await makeDatabase(from);
  // `every` has all columns of all tables and no row: what a statement needs is known before anything is read.
  await database().exec(
    `set timezone = '${timeZone.replaceAll("'", "''")}'; create schema every; create schema loaded; set search_path = loaded, every;`,
  );
}

async function declare({ tables }: Declare): Promise<void> {
  await database().exec(
    tables
      .map(
        ({ name, columns }) =>
          `create table if not exists every.${quoted(name)} (${columns.map(definition).join(', ')});`,
      )
      .join('\n'),
  );
}

function* relationsIn(plan: unknown): Generator<string> {
  if (Array.isArray(plan)) for (const one of plan) yield* relationsIn(one);
  else if (typeof plan === 'object' && plan !== null)
    for (const [key, value] of Object.entries(plan)) {
      if (key === 'Relation Name') yield String(value);
      else yield* relationsIn(value);
    }
}

/**
 * Tells whether PostgreSQL can explain a statement; whatever else is written is run without being explained.
 */
const isAsked = (sql: string): boolean =>
  /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/|\()*(?:select|with|values|table)\b/i.test(sql);

/**
 * The tables that a statement reads, as PostgreSQL plans it: it may name less than its text. Throws what is wrong
 * with it.
 */
async function tablesRead({ sql }: TablesRead): Promise<string[] | undefined> {
  if (!isAsked(sql)) return undefined;
  const { rows } = await database().query<Readonly<Record<string, unknown>>>(
    `explain (format json) ${sql.replace(/;\s*$/, '')}`,
  );
  return [...new Set(relationsIn(rows[0]?.['QUERY PLAN']))];
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (text: string): string => text.replaceAll(/[\\\t\n\r]/g, (sign) => escapes[sign] ?? sign);
const inArray = (value: unknown): string =>
  value === null || value === undefined ? 'NULL' : `"${String(value).replaceAll(/["\\]/g, '\\$&')}"`;

const partOf = (value: unknown, step: string): unknown =>
  value instanceof Object ? Reflect.get(value, step) : undefined;

function textOf(row: unknown, { path, item, type }: TableColumn): string {
  let value = row;
  for (const step of path) value = partOf(value, step);
  if (value === null || value === undefined) return '\\N';
  if (type === 'jsonb') return escaped(JSON.stringify(value));
  if (!Array.isArray(value)) return escaped(String(value));
  return escaped(`{${value.map((one) => inArray(item === undefined ? one : partOf(one, item))).join(',')}}`);
}

const chunkSize = 4_000_000;
/** Narrow rows fill a chunk slowly. */
const sayEveryMs = 500;

/**
 * Reads a list to its end: the server sends one row in each line. A file that had to stop is read on from its last
 * page.
 */
async function read({ url, headers, query, variables, columns }: Read, say: Say): Promise<Rows> {
  const blobs: Blob[] = [];
  let [rows, bytes, parts] = [0, 0, 0];
  let after: string | null = null;
  for (;;) {
    parts += 1;
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/x-ndjson' },
      body: JSON.stringify({ query, variables: { ...variables, after } }),
    });
    if (response.status === 429 && parts > 1) {
      const seconds = Number(response.headers.get('retry-after') ?? 5);
      say({ rows, bytes, waits: seconds });
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
      continue;
    }
    if (!response.ok || !response.body) {
      const { errors }: { readonly errors: readonly Mistake[] } = await response.json();
      throw new Error(errors[0]?.message);
    }
    const before = rows;
    let stopped: string | undefined;
    let lines: string[] = [];
    let length = 0;
    const keep = (): void => {
      if (lines.length > 0) blobs.push(new Blob([`${lines.join('\n')}\n`]));
      lines = [];
      length = 0;
      say({ rows, bytes });
    };
    let rest = '';
    let said = 0;
    for await (const text of textsOf(response.body.pipeThrough(new TextDecoderStream()))) {
      bytes += text.length;
      if (performance.now() - said > sayEveryMs) {
        said = performance.now();
        say({ rows, bytes });
      }
      const parted = (rest + text).split('\n');
      rest = parted.pop() ?? '';
      for (const line of parted) {
        const row: Readonly<Record<string, unknown>> = JSON.parse(line);
        if (typeof row.stopped === 'string' && Object.keys(row).length === 1) {
          stopped = row.stopped;
          continue;
        }
        rows += 1;
        const made = columns.map((column) => textOf(row, column)).join('\t');
        lines.push(made);
        length += made.length;
        if (length > chunkSize) keep();
      }
    }
    keep();
    if (stopped === undefined) return { blobs, rows, bytes, parts };
    const [, next]: readonly string[] = /; go on with after: "([^"]+)"$/.exec(stopped) ?? [];
    if (next === undefined || rows === before) throw new Error(stopped);
    after = next;
  }
}

/** Reads the texts of a stream, which not every browser can iterate. */
async function* textsOf(stream: ReadableStream<string>): AsyncGenerator<string> {
  const reader = stream.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

/** Makes the table of rows that were read, with the columns that were read and no others. */
async function fill({ name, columns, blobs }: Fill, say: Say): Promise<void> {
  await database().exec(
    `drop table if exists loaded.${quoted(name)} cascade; create unlogged table loaded.${quoted(name)} (${columns.map(definition).join(', ')});`,
  );
  let done = 0;
  for (const blob of blobs) {
    await database().query(`copy loaded.${quoted(name)} from '/dev/blob'`, [], { blob });
    done += 1;
    say({ filled: done / blobs.length });
  }
  await database().exec(`analyze loaded.${quoted(name)}`);
}

const cell = (value: unknown): Cell => {
  if (value === null || value === undefined) return null;
  if (Array.isArray(value)) return value.map(cell).join('; ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** Runs statements; of several, the last one that returns columns is shown. */
async function run({ sql }: Run): Promise<Result> {
  const begin = performance.now();
  const results = await database().exec(sql, { rowMode: 'array', parsers });
  const last = results.findLast(({ fields }) => fields.length > 0);
  return {
    fields: last?.fields.map(({ name, dataTypeID }) => ({ name, oid: dataTypeID })) ?? [],
    rows: last?.rows.map((row) => Object.values(row).map(cell)) ?? [],
    milliseconds: performance.now() - begin,
  };
}

async function obey(order: Order, say: Say): Promise<unknown> {
  switch (order.what) {
    case 'start':
      return start(order);
    case 'declare':
      return declare(order);
    case 'tablesRead':
      return tablesRead(order);
    case 'read':
      return read(order, say);
    case 'fill':
      return fill(order, say);
    case 'run':
      return run(order);
  }
}

/** Returns what can be sent of an error: PostgreSQL's says more than its message. */
function mistakeOf(error: unknown): Mistake {
  const part = (name: string): string | undefined => {
    const value = partOf(error, name);
    return typeof value === 'string' ? value : undefined;
  };
  const [position, hint, detail] = [part('position'), part('hint'), part('detail')];
  return {
    message: part('message') ?? String(error),
    ...(position !== undefined && { position }),
    ...(hint !== undefined && { hint }),
    ...(detail !== undefined && { detail }),
  };
}

const tell = (heard: Heard): void => postMessage(heard);

addEventListener('message', async ({ data }: MessageEvent<Order & { readonly id: number }>) => {
  const { id } = data;
  try {
    tell({ id, value: await obey(data, (progress) => tell({ id, progress })) });
  } catch (error) {
    tell({ id, error: mistakeOf(error) });
  }
});
