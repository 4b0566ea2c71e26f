import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { testDatabase, testDatabaseUrl } from '../support/database.ts';
import { productionEnv } from '../support/production.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'zonegraph-left-out-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { kind } = await testDatabase();
/** A production needs a PostgreSQL server. */
const production = { ...productionEnv, DATABASE_URL: await testDatabaseUrl() };
const sandbox = { ZONEGRAPH_MODE: 'sandbox', SANDBOX_WORLD: 'bare', DATA_DIR: folder };

let server: ChildProcess | undefined;
afterEach(async () => {
  if (!server || server.exitCode !== null) return;
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
});

/** The address of a server, which says so when it is ready. */
async function started(env: Readonly<Record<string, string | undefined>>): Promise<string> {
  server = spawn(process.execPath, ['--import', './src/server/launch/run-typescript.mjs', 'src/main.ts'], {
    cwd: root,
    env: { ...process.env, ...env, PORT: '0', LOG_LEVEL: 'info' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  server.stderr?.on('data', (piece) => (output += piece));
  // What is read no further must not end: the server would write its greeting to nobody.
  for await (const piece of server.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    output += piece;
    const [, port] = /Server listening at http:\/\/127\.0\.0\.1:(\d+)/.exec(output) ?? [];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
  }
  throw new Error(output);
}

async function typesAt(base: string, token = productionEnv.OPERATOR_TOKENS): Promise<readonly string[]> {
  const response = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
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

describe.runIf(kind === 'postgres')('the product without', () => {
  it.each([
    ['every extension', '', /^(?:Approval|Board|BulkWork|Mirror|Person|Published)/],
    ['agents', '-agents', /^Approval/],
    ['the console, and so without work on many objects', '-console', /^(?:BulkWork|Person)/],
    ['the facade', '-facade', /^Mirror/],
    ['the site', '-site', undefined],
    ['the workshop, which the console needs', '-workshop,-console', /^(?:Board|Question|Published)/],
    ['public data, which the console needs', '-public,-console', undefined],
  ])('%s starts, answers, and has none of its types', async (_, EXTENSIONS, types) => {
    const found = await typesAt(await started({ ...production, EXTENSIONS }));
    expect(found).toContain('Domain');
    expect(found.filter((name) => types?.test(name))).toEqual([]);
  });
});

describe.runIf(kind === 'embedded')('the sandbox', () => {
  it('needs the workshop and agents, and no other extension', async () => {
    const found = await typesAt(
      await started({ ...sandbox, EXTENSIONS: '-console,-facade,-public,-site' }),
      'operator-sandbox',
    );
    for (const name of ['Domain', 'Board', 'ClockAdvancePayload']) expect(found).toContain(name);
    expect(found.filter((name) => /^(?:BulkWork|Mirror|Person)/.test(name))).toEqual([]);
  });
});
