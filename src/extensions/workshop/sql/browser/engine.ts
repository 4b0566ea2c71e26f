// The page's end of PostgreSQL (worker.ts): which tables are loaded, and loading what a statement needs.

import { type Answer, factsOf } from '../../../kit/browser/dom.ts';
import { noteBudget, plainFetch, sessionNow } from '../../browser/caller.ts';
import { addressOf, timeZone } from '../../browser/facts.ts';
import type { Table, TableColumn } from '../table.ts';
import type { Heard, Order, Progress, Result, Rows, Say, Told } from './orders.ts';
import {
  columnsIn,
  countOf,
  documentOf,
  endOfDay,
  megabytesOf,
  type NamedTable,
  tablesIn,
} from './tables.ts';
import { authorizationNow } from './who.ts';

/** A table that a statement needs: with the columns, and what they cost. */
export interface Needed extends NamedTable {
  readonly columns: readonly TableColumn[];
  readonly rows: number;
  readonly points: number;
  readonly megabytes: number;
}
interface Loaded extends Rows {
  readonly table: Table;
  readonly day: string | undefined;
  readonly columns: readonly TableColumn[];
  readonly readAt: Date;
}
interface Waiting {
  resolve(value: unknown): void;
  readonly reject: (error: Error) => void;
  readonly say: Say;
}

/** The milliseconds by which the registry's clock is ahead of this computer's. */
const ahead = Date.parse(factsOf<{ readonly now: string }>().now) - Date.now();

let worker: Worker | undefined;
let waiting = new Map<number, Waiting>();
let nextId = 0;
let started: Promise<void> | undefined;

/** The tables that were read, by name: kept so that a new worker is filled without asking the server again. */
const loaded = new Map<string, Loaded>();
export const loadedTables = (): ReadonlyMap<string, Loaded> => loaded;

function startWorker(): Promise<void> {
  worker = new Worker(addressOf('worker.js'), { type: 'module' });
  worker.addEventListener('message', ({ data }: MessageEvent<Heard>) => {
    const { id, progress, value, error } = data;
    const one = waiting.get(id);
    if (!one) return;
    if (progress) {
      one.say(progress);
      return;
    }
    waiting.delete(id);
    if (error) one.reject(Object.assign(new Error(error.message), error));
    else one.resolve(value);
  });
  worker.addEventListener('error', ({ message }) =>
    endAll(new Error(message || 'PostgreSQL could not start.')),
  );
  return tell({ what: 'start', timeZone, from: addressOf('new-database.tar') || undefined, ahead });
}

function endAll(error: Error): void {
  worker?.terminate();
  const ended = [...waiting.values()];
  worker = undefined;
  waiting = new Map();
  started = undefined;
  for (const { reject } of ended) reject(error);
}

function tell<Given extends Order>(order: Given, say: Say = () => undefined): Promise<Told[Given['what']]> {
  nextId += 1;
  const id = nextId;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject, say });
    worker?.postMessage({ id, ...order });
  });
}

/** Starts PostgreSQL, and fills it again with what was read before. */
export function startSql(say: (filling: string) => void = () => undefined): Promise<void> {
  started ??= startWorker().then(async () => {
    for (const [name, { columns, blobs }] of loaded) {
      say(name);
      await tell({ what: 'fill', name, columns, blobs });
    }
  });
  return started;
}

/** Ends what runs. What was read stays. */
export const cancelSql = (): void => endAll(new Error('Cancelled.'));

/** Another caller sees other rows. */
export function forgetTables(): void {
  loaded.clear();
  sizes.clear();
  if (worker) cancelSql();
}

const authorized = (): Record<string, string> => {
  const authorization = authorizationNow();
  return authorization ? { authorization } : {};
};

async function askGraph(
  query: string,
  variables: object,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer<unknown>> {
  const response = await plainFetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorized(), ...more },
    body: JSON.stringify({ query, variables }),
  });
  if (sessionNow()) noteBudget(response);
  const answer: Answer<unknown> = await response.json();
  const [error] = answer.errors ?? [];
  if (error && !(more['cost-only'] && answer.extensions?.cost)) throw new Error(error.message);
  return answer;
}

/** Sizes and prices that were asked for. */
const sizes = new Map<string, Promise<number>>();
function once(key: string, make: () => Promise<number>): Promise<number> {
  const known = sizes.get(key);
  if (known) return known;
  const made = make();
  sizes.set(key, made);
  made.catch(() => sizes.delete(key));
  return made;
}

const momentOf = (day: string | undefined): { readonly asOf?: string } =>
  day ? { asOf: endOfDay(day, timeZone) } : {};

/** How many rows a table has, and what it costs to read these columns of them. */
async function sizeOf(
  { name, table, day }: NamedTable,
  columns: readonly TableColumn[],
): Promise<Pick<Needed, 'rows' | 'points' | 'megabytes'>> {
  const rows = await once(`rows of ${name}`, async () => {
    let found: unknown = (await askGraph(countOf(table, day), momentOf(day))).data;
    for (const step of [...table.way, 'totalCount'])
      found = found instanceof Object ? Reflect.get(found, step) : undefined;
    return typeof found === 'number' ? found : 0;
  });
  const document = documentOf(table, columns, day, rows);
  const page = await once(`price ${document}`, async () => {
    const { extensions } = await askGraph(
      document,
      { ...momentOf(day), after: null },
      { 'cost-only': 'true' },
    );
    return extensions?.cost?.requested ?? 1;
  });
  return { rows, points: page * Math.max(1, Math.ceil(rows / 100)), megabytes: megabytesOf(rows, columns) };
}

/**
 * Returns what a statement needs that is not loaded yet: each table with its columns, rows, megabytes and price.
 * PostgreSQL itself says which tables it reads, and what is wrong with the statement before anything is paid for.
 */
export async function neededFor(sql: string, tables: readonly Table[]): Promise<Needed[]> {
  const named = tablesIn(sql, tables);
  await startSql();
  await tell({ what: 'declare', tables: named.map(({ name, table }) => ({ name, columns: table.columns })) });
  // Planned with all columns of each table, also of those that are loaded with some; tables of the user's own are in
  // `loaded`.
  await tell({ what: 'run', sql: 'set search_path = every, loaded' });
  const read = await tell({ what: 'tablesRead', sql });
  const wanted = named.filter(({ name }) => read === undefined || read.includes(name));
  const lacking = wanted.flatMap((one) => {
    const columns = columnsIn(sql, one.table);
    const has = new Set(loaded.get(one.name)?.columns.map(({ name }) => name));
    if (columns.every(({ name }) => has.has(name))) return [];
    // What was loaded before stays.
    return [
      {
        ...one,
        columns: one.table.columns.filter((column) => has.has(column.name) || columns.includes(column)),
      },
    ];
  });
  return Promise.all(lacking.map(async (one) => ({ ...one, ...(await sizeOf(one, one.columns)) })));
}

/** Reads the tables, one after the other, and keeps what was read. */
export async function loadTables(
  needed: readonly Needed[],
  say: (progress: Progress & { readonly name: string; readonly total: number }) => void,
): Promise<void> {
  for (const { name, table, columns, day, rows } of needed) {
    const query = documentOf(table, columns, day);
    const read = await tell(
      {
        what: 'read',
        url: '/graphql?all=true',
        headers: authorized(),
        query,
        variables: momentOf(day),
        columns,
      },
      (progress) => say({ name, total: rows, ...progress }),
    );
    loaded.set(name, { table, day, columns, readAt: new Date(), ...read });
    await tell({ what: 'fill', name, columns, blobs: read.blobs }, (progress) =>
      say({ name, total: rows, ...progress }),
    );
  }
}

export async function runSql(sql: string): Promise<Result> {
  await tell({ what: 'run', sql: 'set search_path = loaded' });
  return tell({ what: 'run', sql });
}
