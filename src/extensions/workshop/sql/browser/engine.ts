// The page's end of PostgreSQL (worker.js): which tables are loaded, and loading what a statement needs.
import { noteBudget, plainFetch, sessionNow } from '../../browser/caller.ts';
import { byId } from '../../browser/editors.ts';
import { addresses, timeZone } from '../../browser/facts.ts';
import { columnsIn, countOf, documentOf, endOfDay, megabytesOf, tablesIn } from './tables.ts';
import { authorizationNow } from './who.ts';

/** By how much the registry's clock is ahead of this computer's. */
const ahead = Date.parse(JSON.parse(byId('facts').textContent).now) - Date.now();

let worker;
let waiting = new Map();
let nextId = 0;
let started;

/** What was read, by the name of its table: kept so that a new worker is filled without asking the server again. */
const loaded = new Map();
export const loadedTables = () => loaded;

function startWorker() {
  worker = new Worker(addresses['worker.js'], { type: 'module' });
  worker.addEventListener('message', ({ data: { id, progress, value, error } }) => {
    const one = waiting.get(id);
    if (!one) return;
    if (progress) return one.say(progress);
    waiting.delete(id);
    if (error) one.reject(Object.assign(new Error(error.message), error));
    else one.resolve(value);
  });
  worker.addEventListener('error', ({ message }) =>
    endAll(new Error(message || 'PostgreSQL could not start.')),
  );
  return tell('start', { timeZone, from: addresses['new-database.tar'], ahead });
}

function endAll(error) {
  worker?.terminate();
  const ended = [...waiting.values()];
  [worker, waiting, started] = [undefined, new Map(), undefined];
  for (const { reject } of ended) reject(error);
}

function tell(what, given, say = () => undefined) {
  nextId += 1;
  const id = nextId;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject, say });
    worker.postMessage({ id, what, ...given });
  });
}

/** Starts PostgreSQL, and fills it again with what was read before. */
export function startSql(say = () => undefined) {
  started ??= startWorker().then(async () => {
    for (const [name, { columns, blobs }] of loaded) {
      say({ name });
      await tell('fill', { name, columns, blobs });
    }
  });
  return started;
}

/** Ends what runs. What was read stays. */
export const cancelSql = () => endAll(new Error('Cancelled.'));

/** Another caller sees other rows. */
export function forgetTables() {
  loaded.clear();
  sizes.clear();
  if (worker) cancelSql();
}

const authorized = () => {
  const authorization = authorizationNow();
  return authorization ? { authorization } : {};
};

async function askGraph(query, variables, more = {}) {
  const response = await plainFetch('/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...authorized(), ...more },
    body: JSON.stringify({ query, variables }),
  });
  if (sessionNow()) noteBudget(response);
  const answer = await response.json();
  if (answer.errors && !(more['cost-only'] && answer.extensions?.cost))
    throw new Error(answer.errors[0].message);
  return answer;
}

/** Sizes and prices that were asked for. */
const sizes = new Map();
function once(key, make) {
  if (!sizes.has(key)) {
    const made = make();
    sizes.set(key, made);
    made.catch(() => sizes.delete(key));
  }
  return sizes.get(key);
}

const momentOf = (day) => (day ? { asOf: endOfDay(day, timeZone) } : {});

/** How many rows a table has, and what it costs to read these columns of them. */
async function sizeOf({ name, table, day }, columns) {
  const rows = await once(`rows of ${name}`, async () => {
    let found = (await askGraph(countOf(table, day), momentOf(day))).data;
    for (const step of [...table.way, 'totalCount']) found = found?.[step];
    return found ?? 0;
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
 * What a statement needs that is not loaded yet: each table with its columns, rows, megabytes and price. PostgreSQL itself says
 * which tables it reads, and what is wrong with the statement before anything is paid for.
 */
export async function neededFor(sql, tables) {
  const named = tablesIn(sql, tables);
  await startSql();
  await tell('declare', { tables: named.map(({ name, table }) => ({ name, columns: table.columns })) });
  // Planned with all columns of each table, also of those that are loaded with some; tables of the user's own are in `loaded`.
  await tell('run', { sql: 'set search_path = every, loaded' });
  const read = await tell('tablesRead', { sql });
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
export async function loadTables(needed, say) {
  for (const { name, table, columns, day, rows } of needed) {
    const query = documentOf(table, columns, day);
    const read = await tell(
      'read',
      {
        url: '/graphql?all=true',
        headers: authorized(),
        query,
        variables: momentOf(day),
        columns,
      },
      (progress) => say({ name, total: rows, ...progress }),
    );
    loaded.set(name, { table, day, columns, readAt: new Date(), ...read });
    await tell('fill', { name, columns, blobs: read.blobs }, (progress) =>
      say({ name, total: rows, ...progress }),
    );
  }
}

export async function runSql(sql) {
  await tell('run', { sql: 'set search_path = loaded' });
  return tell('run', { sql });
}
