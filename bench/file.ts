import { request } from 'undici';
import type { Server } from './processes.ts';
import { authorization } from './scenarios.ts';

const document =
  '{ domains { nodes { name expiresAt registrant { code name email } nameservers { hostname } } } }';
/**
 * Memory goes up and down within a file with what is not yet collected, so one file tells nothing: what grows with the rows
 * would make the most that is held grow from one file to the next.
 */
const files = 4;

/** The caller's whole list as CSV, taken as fast as it comes: rows a second, and the most that the process held in each. */
export async function measureFile(server: Server): Promise<string> {
  // Once before, so that what is compiled and opened once is not taken for growth.
  let rows = await take(server, () => {});
  const most: number[] = [];
  const started = performance.now();
  for (let file = 0; file < files; file += 1) {
    let held = 0;
    rows = await take(server, () => {
      held = Math.max(held, server.residentBytes());
    });
    most.push(Math.round(held / 1024 / 1024));
  }
  const seconds = (performance.now() - started) / 1000;
  return `CSV of ${rows} domains, ${files} times: ${Math.round((rows * files) / seconds)} rows/s; RSS at most ${most.join(', ')} MB`;
}

/** How many rows there were, which is as many as were promised. `look` is called about fifty times on the way. */
async function take({ url }: Server, look: () => void): Promise<number> {
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
  let looked = 0;
  for await (const chunk of body.setEncoding('utf8')) {
    last = (last + String(chunk)).slice(-500);
    for (const character of String(chunk)) if (character === '\n') rows += 1;
    if (rows < looked) continue;
    look();
    looked += total / 50;
  }
  if (last.includes('# stopped:')) throw new Error(last.slice(last.indexOf('# stopped:')));
  if (rows !== total) throw new Error(`the file has ${rows} rows of ${total}`);
  return rows;
}
