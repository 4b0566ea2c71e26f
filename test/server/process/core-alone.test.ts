import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { runChild } from '../../support/child.ts';
import { testDatabaseUrl } from '../../support/database.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** All of each that the core does not import yet (test/ratchet.json counts what it does). */
const apart = [
  'from-outside.ts',
  'import.cjs',
  'index.ts',
  'agents',
  'console/extension.ts',
  'console/pages',
  'facade/extension.ts',
  'facade/upstream.ts',
  'kit/extension.ts',
  'outside.ts',
  'public/extension.ts',
  'public/rdap',
  'sandbox/demo',
  'sandbox/extension.ts',
  'sandbox/graphql',
  'sandbox/openid',
  'sandbox/operations',
  'sandbox/payment-provider',
  'site',
  'workshop/ask',
  'workshop/browser',
  'workshop/charts',
  'workshop/extension.ts',
  'workshop/questions/graph',
  'workshop/spreadsheets.ts',
  'workshop/sql',
].map((name) => `extensions/${name}`);
const copy = mkdtempSync(join(tmpdir(), 'zonegraph-core-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('serves REST and GraphQL from a source without pages, console, workshop, sandbox, RDAP and /mcp', async () => {
  const source = join(copy, 'src');
  const leftOut = new Set(apart.map((name) => join(root, 'src', name)));
  cpSync(join(root, 'src'), source, { recursive: true, filter: (from) => !leftOut.has(from) });
  // What the core reads beside its source.
  for (const name of ['node_modules', 'package.json', 'schema', 'docs', 'examples', 'CHANGELOG.md'])
    symlinkSync(join(root, name), join(copy, name));
  expect(apart.filter((name) => existsSync(join(source, name)))).toEqual([]);

  const child = new URL('children/core-alone.ts', import.meta.url);
  const url = await testDatabaseUrl();
  const { output, exitCode } = await runChild(child, source, join(copy, 'data'), ...(url ? [url] : []));

  expect(exitCode).toBe(0);
  expect(JSON.parse(output)).toEqual({
    graph: {
      registrarCreate: { registrar: { code: 'CORE' } },
      apiUserCreate: { apiUser: { username: 'core' } },
    },
    rest: [200, { balance: '25.0', currency: 'EUR' }],
    types: { approval: null, question: null, domain: { name: 'Domain' } },
    files: [200, 406],
    challenge: 'Basic realm="zonegraph", Bearer',
  });
});
