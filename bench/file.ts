import { request } from 'undici';
import type { Server } from './processes.ts';
import { authorization } from './scenarios.ts';

const document =
  '{ domains { nodes { name expiresAt registrant { code name email } nameservers { hostname } } } }';
/** After how much of the file memory is looked at: what grows with the rows would grow from one to the next. */
const looks = 5;

/** The caller's whole list as CSV, taken as fast as it comes: rows a second, and what the process held meanwhile. */
export async function measureFile(server: Server): Promise<string> {
  // Once before, so that what is compiled and opened once is not taken for growth.
  await take(server, () => {});
  const held: number[] = [];
  const started = performance.now();
  const { rows, total } = await take(server, (taken, all) => {
    if (taken >= ((held.length + 1) * all) / (looks + 1)) held.push(server.residentBytes());
  });
  const seconds = (performance.now() - started) / 1000;
  if (rows !== total) throw new Error(`the file has ${rows} rows of ${total}`);
  const megabytes = held.map((bytes) => Math.round(bytes / 1024 / 1024));
  return `CSV of ${rows} domains: ${Math.round(rows / seconds)} rows/s; RSS on the way ${megabytes.join(', ')} MB`;
}

async function take(
  { url }: Server,
  look: (taken: number, total: number) => void,
): Promise<{ rows: number; total: number }> {
  const { body, headers, statusCode } = await request(`${url}/graphql?all=true`, {
    method: 'POST',
    headers: { authorization, accept: 'text/csv', 'content-type': 'application/json' },
    body: JSON.stringify({ query: document }),
    bodyTimeout: 60_000,
  });
  if (statusCode !== 200) throw new Error(`the file was answered with ${statusCode}: ${await body.text()}`);
  const total = Number(headers['x-total-count']);
  // The head is a line as well.
  let rows = -1;
  let last = '';
  for await (const chunk of body.setEncoding('utf8')) {
    last = (last + String(chunk)).slice(-500);
    for (const character of String(chunk)) if (character === '\n') rows += 1;
    look(rows, total);
  }
  if (last.includes('# stopped:')) throw new Error(last.slice(last.indexOf('# stopped:')));
  return { rows, total };
}
