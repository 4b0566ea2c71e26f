import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { testDatabaseUrl } from '../support/database.ts';
import { productionEnv } from '../support/production.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Production needs a PostgreSQL server. */
const url = await testDatabaseUrl();

let server: ChildProcess | undefined;
afterEach(async () => {
  if (!server || server.exitCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
});

/** The address of a production with these extensions, which says so when it is ready. */
async function started(EXTENSIONS: string): Promise<string> {
  server = spawn(process.execPath, ['--import', './src/server/launch/run-typescript.mjs', 'src/main.ts'], {
    cwd: root,
    env: { ...process.env, ...productionEnv, DATABASE_URL: url, EXTENSIONS, PORT: '0', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  server.stderr?.on('data', (piece) => (output += piece));
  for await (const piece of server.stdout ?? []) {
    output += piece;
    const [, port] = /Server listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(output) ?? [];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
  }
  throw new Error(output);
}

async function typesAt(base: string): Promise<readonly string[]> {
  const response = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${productionEnv.OPERATOR_TOKENS}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query: '{ viewer { kind } __schema { types { name } } }' }),
  });
  const { data } = (await response.json()) as {
    data: { viewer: { kind: string }; __schema: { types: { name: string }[] } };
  };
  expect(data.viewer).toEqual({ kind: 'OPERATOR' });
  return data.__schema.types.map(({ name }) => name);
}

describe.skipIf(url === undefined)('the product without', () => {
  it.each([
    ['every extension', '', /^(?:Approval|Board|BulkWork|Mirror|Person|Published)/],
    ['agents', '-agents', /^Approval/],
    ['the console, and so without work on many objects', '-console', /^(?:BulkWork|Person)/],
    ['the facade', '-facade', /^Mirror/],
    ['the site', '-site', undefined],
    ['the workshop, which the console needs', '-workshop,-console', /^(?:Board|Question|Published)/],
    ['public data, which the console needs', '-public,-console', undefined],
  ])('%s starts, answers, and has none of its types', async (_, EXTENSIONS, types) => {
    const found = await typesAt(await started(EXTENSIONS));
    expect(found).toContain('Domain');
    expect(found.filter((name) => types?.test(name))).toEqual([]);
  });
});
