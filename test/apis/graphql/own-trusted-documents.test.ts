import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigError } from '#src/base/config.ts';
import { createLog } from '#src/base/log.ts';
import { buildApp } from '#src/server/app.ts';
import { logToMemory } from '../../support/containers.ts';
import { readConfig } from '../../support/extensions.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const directory = mkdtempSync(join(tmpdir(), 'manifests-'));
const inDirectory = (name: string) => join(directory, name);
const write = (name: string, manifest: unknown) =>
  writeFileSync(inDirectory(name), typeof manifest === 'string' ? manifest : JSON.stringify(manifest));
const log = logToMemory();

/** As graphql-codegen's client preset writes them, by SHA-1 or SHA-256, and Relay, by MD5. */
const sha1 = 'c7a30a69b731d1af42a4ba02f2fa7a5771b6c44f';
const sha256 = 'aa'.repeat(32);
const md5 = '0123456789abcdef0123456789abcdef';
const who = 'query Who { viewer { name } }';

type App = ReturnType<typeof buildApp>;
const apps: App[] = [];
const appWith = (...places: string[]): App => {
  const { container } = world;
  const config = {
    ...container.config,
    ...readConfig({ TRUSTED_DOCUMENTS: places.join(', '), TRUSTED_DOCUMENTS_ONLY: 'registrar' }),
  };
  const app = buildApp({ ...container, config, log: createLog('info', log.stream) });
  apps.push(app);
  return app;
};
const ask = async (app: App, payload: object) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/graphql',
    payload,
    headers: { authorization: `Basic ${btoa('alpha:alpha-sandbox')}` },
  });
  const { data, errors } = answer.json();
  return data?.viewer?.name ?? errors?.[0]?.extensions?.code;
};

beforeAll(async () => {
  world = await testWorld();
  write('codegen.json', { [sha1]: who, [sha256]: who });
  write('relay.json', { [md5]: who });
  write('notes.txt', 'no manifest');
});
afterAll(async () => {
  for (const app of apps) await app.close();
  rmSync(directory, { recursive: true });
});

describe('TRUSTED_DOCUMENTS', () => {
  it('names files and directories of manifests, beside our own', async () => {
    const app = appWith(directory);
    for (const documentId of [sha1, sha256, md5]) expect(await ask(app, { documentId })).toBe('alpha');
    const alone = appWith(inDirectory('relay.json'), inDirectory('codegen.json'));
    for (const documentId of [sha1, md5]) expect(await ask(alone, { documentId })).toBe('alpha');
    expect(await ask(appWith(inDirectory('relay.json')), { documentId: sha1 })).toBe(
      'PERSISTED_QUERY_NOT_FOUND',
    );
    const { createHash } = await import('node:crypto');
    const { default: ours } = await import('../../../schema/trusted-documents.json', {
      with: { type: 'json' },
    });
    const [id = '', text = ''] = Object.entries(ours)[0] ?? [];
    expect(id).toBe(`sha256:${createHash('sha256').update(text).digest('hex')}`);
    expect(await ask(app, { documentId: id.slice('sha256:'.length) })).not.toBe('PERSISTED_QUERY_NOT_FOUND');
  });

  it('is asked in every way in which clients ask', async () => {
    const app = appWith(directory);
    for (const payload of [
      { documentId: sha256 },
      { documentId: `sha256:${sha256}` },
      { documentId: sha1, variables: {}, operationName: 'Who' },
      { doc_id: md5, variables: {} },
      { extensions: { persistedQuery: { version: 1, sha256Hash: sha256 } } },
      { query: null, extensions: { persistedQuery: { version: 1, sha256Hash: sha1 } } },
    ])
      expect(await ask(app, payload), JSON.stringify(payload)).toBe('alpha');
    const link = await app.inject({
      url: `/graphql?${new URLSearchParams({ extensions: JSON.stringify({ persistedQuery: { version: 1, sha256Hash: sha1 } }) })}`,
      headers: { authorization: `Basic ${btoa('alpha:alpha-sandbox')}` },
    });
    expect(link.json()).toMatchObject({ data: { viewer: { name: 'alpha' } } });
  });

  it('lets nobody bring a query along under a trusted name', async () => {
    const app = appWith(directory);
    const query = '{ viewer { kind } }';
    expect(await ask(app, { documentId: sha1, query })).toBe('BAD_REQUEST');
    expect(await ask(app, { doc_id: md5, query })).toBe('BAD_REQUEST');
    expect(await ask(app, { query, extensions: { persistedQuery: { version: 1, sha256Hash: sha1 } } })).toBe(
      'TRUSTED_DOCUMENTS_ONLY',
    );
    expect(await ask(app, { extensions: { persistedQuery: { version: 1, sha256Hash: 7 } } })).toBe(
      'BAD_REQUEST',
    );
    expect(
      await ask(app, { extensions: { persistedQuery: { version: 1, sha256Hash: 'bb'.repeat(32) } } }),
    ).toBe('PERSISTED_QUERY_NOT_SUPPORTED');
    expect(await ask(app, { documentId: 'constructor' })).toBe('PERSISTED_QUERY_NOT_FOUND');
  });

  it.each([
    ['that is not there', undefined, 'cannot be read'],
    ['that is no JSON', '{ "a": ', 'cannot be read'],
    ['that is a list', [who], 'must be a JSON object of ids and documents'],
    ['whose document is no text', { a: { query: who } }, 'has no text for a'],
    ['whose document is no GraphQL', { good: who, bad: 'query {' }, 'cannot be read as GraphQL at bad'],
    [
      'that gives an id another document',
      { [md5]: '{ viewer { kind } }' },
      `has another document for ${md5}`,
    ],
  ])('with a file %s keeps the server from starting, and says why', (_, manifest, why) => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'broken-'));
    const file = join(elsewhere, 'broken.json');
    if (manifest !== undefined)
      writeFileSync(file, typeof manifest === 'string' ? manifest : JSON.stringify(manifest));
    try {
      expect(() => appWith(inDirectory('relay.json'), file)).toThrow(ConfigError);
      expect(() => appWith(inDirectory('relay.json'), file)).toThrow(`TRUSTED_DOCUMENTS: ${file} ${why}`);
    } finally {
      rmSync(elsewhere, { recursive: true });
    }
  });

  it('is read again when somebody says so; what is broken then changes nothing, and is logged', async () => {
    const app = appWith(directory);
    expect(await ask(app, { documentId: 'new' })).toBe('PERSISTED_QUERY_NOT_FOUND');
    write('new.json', { new: who });
    app.readTrustedDocuments();
    expect(await ask(app, { documentId: 'new' })).toBe('alpha');
    write('new.json', '{');
    app.readTrustedDocuments();
    expect(await ask(app, { documentId: 'new' })).toBe('alpha');
    expect(log.text()).toContain('trusted documents stay as they were');
    expect(log.text()).toContain('new.json');
    rmSync(inDirectory('new.json'));
    app.readTrustedDocuments();
    expect(await ask(app, { documentId: 'new' })).toBe('PERSISTED_QUERY_NOT_FOUND');
  });
});
