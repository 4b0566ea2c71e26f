import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { runChild } from '../../support/child.ts';
import { testDatabaseUrl } from '../../support/database.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'zonegraph-core-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

it('serves REST and GraphQL from a source without extensions, and says in a browser what is where', async () => {
  const source = join(copy, 'src');
  const leftOut = join(root, 'src/extensions');
  cpSync(join(root, 'src'), source, { recursive: true, filter: (from) => from !== leftOut });
  // What the core reads beside its source.
  for (const name of ['node_modules', 'package.json', 'schema', 'docs', 'examples', 'CHANGELOG.md'])
    symlinkSync(join(root, name), join(copy, name));
  expect(existsSync(join(source, 'extensions'))).toBe(false);

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
    // Nobody asks a person, so nothing is done.
    waiting: [expect.objectContaining({ message: expect.stringContaining('the guard approvalNeeded') })],
    files: [200, 406],
    inBrowser: [
      ['/', 200, 'text/html; charset=utf-8', '<h1>Zonegraph</h1>'],
      ['/graphql', 200, 'text/html; charset=utf-8', 'YogaGraphiQL.renderYogaGraphiQL('],
      ['/openapi.json', 200, 'application/json; charset=utf-8', '/registry/v1/domains'],
      ['/readyz', 200, 'application/json; charset=utf-8', '"status":"ok"'],
      ['/docs', 404, 'application/json; charset=utf-8', '"code":2303'],
    ],
    challenge: 'Basic realm="zonegraph", Bearer',
  });
});
