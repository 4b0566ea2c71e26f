import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createContext, runInContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { build, type OutputFile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newDomain } from '../support/domains.ts';
import { alpha, type TestWorld, testWorld } from '../support/world.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const tsc = join(root, 'node_modules/typescript/bin/tsc');
const folder = mkdtempSync(join(tmpdir(), 'zonegraph-client-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const inFolder = (name: string): string => join(folder, name);
const write = (name: string, content: string | object): void =>
  writeFileSync(inFolder(name), typeof content === 'string' ? content : JSON.stringify(content));

/** The same program for each way to use the package, in words that every runtime knows. */
const program = () => `
import { createClient, GraphqlRequestError } from '@zonegraph/client';
import { RegistrarTourDocument } from '@zonegraph/client/documents';

const client = createClient({ url: ${JSON.stringify(url)}, authorization: ${JSON.stringify(alpha)} });
globalThis.played = (async () => {
  const { viewer } = await client.request(RegistrarTourDocument);
  const refusal = await client.request('{ nothing }').catch((error) => error);
  const list = '{ domains(first: 2, orderBy: { field: NAME }) { nodes { name } } }';
  const rows = [];
  for await (const { name } of client.rows(list)) rows.push(name);
  let live = [];
  for await (live of client.liveList(list)) break;
  const nowhere = createClient({ url: 'http://127.0.0.1:1/', retries: 0 });
  const lost = await nowhere.request('{ viewer { name } }').catch((error) => error.kind);
  return [viewer.name, refusal instanceof GraphqlRequestError, refusal.kind, rows, live.map(({ name }) => name), lost].join(' ');
})();
globalThis.played.then(console.log);
`;
const expected = 'alpha true INVALID a.ee,b.ee,c.ee a.ee,b.ee UNREACHABLE';

let world: TestWorld;
let packed: string;
let url: string;

beforeAll(async () => {
  world = await testWorld();
  url = `${await world.listen()}/graphql`;
  for (const name of ['a.ee', 'b.ee', 'c.ee']) await newDomain(world, { name });
  const { stdout } = await run('npm', ['pack', './packages/client', '--pack-destination', folder, '--json'], {
    cwd: root,
  });
  const [{ filename }] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
  packed = filename;
  write('package.json', { name: 'somebody-elses', private: true, type: 'module' });
  // Needs nothing from anywhere: what it uses is inside.
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${filename}`], { cwd: folder });
});

const played = async (file: string): Promise<string> =>
  (await run(process.execPath, [inFolder(file)], { cwd: folder })).stdout;

describe("the client's package in somebody else's empty project", () => {
  it('is installed as the guide begins', () => {
    const [first = ''] =
      /(?<=^```sh\n)[^`]*/m.exec(readFileSync(join(root, 'docs/guides/client.md'), 'utf8')) ?? [];
    const commands = first.split('\n').map((line) => line.replace(/ +#.*/, ''));
    expect(commands).toEqual(['npm pack ./packages/client', `npm install ./${packed}`, '']);
  });

  it('brings nothing but itself', () => {
    const installed = JSON.parse(readFileSync(inFolder('package-lock.json'), 'utf8')) as { packages: object };
    expect(Object.keys(installed.packages)).toEqual(['', 'node_modules/@zonegraph/client']);
    const home = inFolder('node_modules/@zonegraph/client');
    expect(existsSync(join(home, 'src'))).toBe(false);
    expect(readFileSync(join(home, 'dist/LICENSE'), 'utf8')).toMatch(
      /@0no-co\/graphql\.web[\s\S]*eventsource-parser/,
    );
  });

  it('works in plain Node, imported and required', async () => {
    write('plain.mjs', program());
    expect(await played('plain.mjs')).toBe(`${expected}\n`);
    write('required.cjs', "console.log(Object.keys(require('@zonegraph/client')).sort().join());");
    expect(await played('required.cjs')).toContain(
      'GraphqlRequestError,createClient,documentId,idempotencyKey',
    );
  });

  it('works where there is nothing but what the web has, as at the edge', async () => {
    write('edge.mjs', program());
    const [{ text }] = (
      await build({
        entryPoints: [inFolder('edge.mjs')],
        bundle: true,
        format: 'iife',
        platform: 'neutral',
        write: false,
      })
    ).outputFiles as [OutputFile];
    const web = { AbortController, crypto, fetch, Response, TextDecoder, TextEncoder, URL };
    const timers = { setTimeout, clearTimeout };
    const sandbox = createContext({ ...web, ...timers, console: { log: () => undefined } });
    runInContext(text, sandbox);
    expect(await sandbox.played).toBe(expected);
  });

  // Where CI has installed it (.ci/run).
  it.runIf(process.env.DENO)('works in Deno', async () => {
    write('deno.mjs', program());
    const { stdout } = await run(
      process.env.DENO ?? '',
      ['run', '--no-prompt', '--allow-net=127.0.0.1', '--node-modules-dir=manual', inFolder('deno.mjs')],
      { cwd: folder },
    );
    expect(stdout).toBe(`${expected}\n`);
  });

  it.each([
    { module: 'nodenext', moduleResolution: 'nodenext' },
    { module: 'esnext', moduleResolution: 'bundler' },
  ])('has types that hold, for $moduleResolution', async (options) => {
    write(
      'typed.ts',
      `import { createClient, type Client, GraphqlRequestError } from '@zonegraph/client';
import { ExpiringDomainsDocument, NotificationsDocument, RenewDomainDocument } from '@zonegraph/client/documents';

const client: Client = createClient({ url: 'http://127.0.0.1:4000/graphql', token: async () => 'zg_' });
export async function renewals(): Promise<string[]> {
  const prices: string[] = [];
  for await (const { renewQuote } of client.nodes(ExpiringDomainsDocument, { first: 2 }, (data) => data.domains))
    prices.push(renewQuote?.price ?? '');
  for await (const { notificationReceived } of client.subscribe(NotificationsDocument, { after: '7' }))
    prices.push(notificationReceived.text);
  const free = await client.request<{ viewer: { name: string } }>('{ viewer { name } }');
  prices.push(free.viewer.name);
  for await (const { name } of client.rows(ExpiringDomainsDocument)) prices.push(name);
  for await (const lines of client.csv(ExpiringDomainsDocument)) prices.push(lines);
  await client.request(ExpiringDomainsDocument).catch((error: unknown) => {
    if (!(error instanceof GraphqlRequestError)) throw error;
    if (error.kind === 'THROTTLED') prices.push(String(error.pageSizeThatFits));
    // @ts-expect-error: a failure of another kind knows nothing of scopes.
    else if (error.kind === 'INVALID') prices.push(error.scope);
  });
  // @ts-expect-error: its input is required.
  await client.request(RenewDomainDocument);
  // @ts-expect-error: a page has a number of rows.
  await client.request(ExpiringDomainsDocument, { first: 'ten' });
  return prices;
}
`,
    );
    const [, readme = ''] =
      /^```ts\n([\s\S]*?)^```$/m.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
    expect(readme).toContain('createClient');
    write('readme.ts', readme);
    write('tsconfig.json', {
      compilerOptions: {
        ...options,
        strict: true,
        noEmit: true,
        skipLibCheck: false,
        target: 'es2022',
        lib: ['es2022', 'dom'],
        types: [],
      },
      files: ['typed.ts', 'readme.ts'],
    });
    await run(process.execPath, [tsc, '-p', folder], { cwd: folder }).catch(
      ({ stdout }: { stdout: string }) => expect(stdout).toBe(''),
    );
  });

  it('is bundled for a browser by esbuild, and stays under 12 kB, with every document under 13', async () => {
    write('page.mjs', program());
    const bundle = (entry: string) =>
      build({
        entryPoints: [inFolder(entry)],
        bundle: true,
        minify: true,
        format: 'esm',
        platform: 'browser',
        write: false,
      });
    const client = "export * from '@zonegraph/client';";
    write('client.mjs', client);
    write('all.mjs', `${client} export * from '@zonegraph/client/documents';`);
    const sizeOf = async (entry: string): Promise<number> => {
      const [{ contents }] = (await bundle(entry)).outputFiles as [OutputFile];
      return gzipSync(contents).length;
    };
    expect(await sizeOf('client.mjs')).toBeLessThan(12_000);
    expect(await sizeOf('all.mjs')).toBeLessThan(13_000);
    const [{ text }] = (await bundle('page.mjs')).outputFiles as [OutputFile];
    write('bundled.mjs', text);
    expect(await played('bundled.mjs')).toBe(`${expected}\n`);
    // What is not used does not come along: one of the documents is.
    expect(text).not.toContain('RegisterAndRenew');
  });
});

it.each(['', 'examples/react/', 'examples/relay/'])(
  'what %s installs comes from whatever registry is set up',
  (where) => {
    const lock = readFileSync(join(root, where, 'package-lock.json'), 'utf8');
    expect(lock.match(/"resolved": "(?!\.\.\/)[^"]*"/g) ?? []).toEqual([]);
  },
);
