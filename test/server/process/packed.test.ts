import { execFile } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/** What src/server/launch/pack.mjs has, which is plain JavaScript. */
interface Pack {
  readonly external: readonly string[];
  readonly bundle: (source: string, entries: readonly string[]) => Promise<Made>;
  readonly pack: (
    parts: Record<'source' | 'file' | 'worker', string> & { entries: string[] },
  ) => Promise<void>;
}

const loaded = () =>
  import(new URL('../../../src/server/launch/pack.mjs', import.meta.url).href) as Promise<Pack>;

/** Tells of every file that is packed: what it imports and leaves out. */
interface Made {
  readonly metafile: {
    readonly inputs: Record<
      string,
      { readonly imports: { readonly path: string; readonly external?: boolean }[] }
    >;
  };
  readonly outputFiles: readonly { readonly path: string; readonly text: string }[];
}

describe('the one file that npm start runs', () => {
  let inputs: Made['metafile']['inputs'];
  let text: string;
  let external: Pack['external'];
  beforeAll(async () => {
    const pack = await loaded();
    external = pack.external;
    const source = fileURLToPath(new URL('../../../src', import.meta.url));
    const made = await pack.bundle(source, ['main.ts', 'server/cli/main.ts', 'server/prepare.ts']);
    inputs = made.metafile.inputs;
    text = made.outputFiles.find(({ path }) => path.endsWith('.js'))?.text ?? '';
  });

  it('holds no package that looks for something beside itself', () => {
    const lost = Object.keys(inputs).filter(
      (path) =>
        path.includes('node_modules/') &&
        /\b(?:__dirname|__filename|import\.meta\.(?:url|dirname|filename|resolve)|new Worker)\b/.test(
          readFileSync(path, 'utf8'),
        ),
    );
    // The first only speaks of it, the second has workers that we do not use, the third does without.
    expect(lost.map((path) => path.replace(/.*node_modules\//, '')).sort()).toEqual([
      '@graphql-tools/merge/esm/merge-resolvers.js',
      'fflate/esm/index.mjs',
      'undici/index.js',
    ]);
  });

  it('holds no letter for which V8 would keep all of it in two bytes each', () => {
    expect(text.length).toBeGreaterThan(1_000_000);
    // Estonian letters are a part of what names are made of.
    expect(text).toMatch(/äõöü\\u0161\\u017e/);
    const found = [...text.matchAll(/[^\0-\xff]/g)].map(({ index }) => text.slice(index - 20, index + 1));
    expect(found.slice(0, 5)).toEqual([]);
  });

  it('holds graphql once, and leaves out nothing that brings another', () => {
    const copies = Object.keys(inputs).filter((path) => /\/graphql\/type\/schema\.m?js$/.test(path));
    expect(copies).toHaveLength(1);
    const left = Object.values(inputs).flatMap(({ imports }) =>
      imports.filter((found) => found.external && !found.path.startsWith('node:')).map(({ path }) => path),
    );
    const packages = [...new Set(left)].filter((path) => external.some((name) => path.startsWith(name)));
    expect(packages.length).toBeGreaterThan(3);
    expect(packages.filter((path) => path.includes('pothos') || path === 'graphql')).toEqual([]);
  });
});

describe('what V8 has compiled of it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zonegraph-kept-'));
  const file = join(folder, 'one.cjs');
  afterAll(() => rmSync(folder, { recursive: true }));
  const run = async (text: string, ...flags: string[]): Promise<string[]> => {
    writeFileSync(file, text);
    const [run, main] = ['server/launch/run.mjs', 'main.ts'].map((name) =>
      fileURLToPath(new URL(`../../../src/${name}`, import.meta.url)),
    );
    const env = { PATH: process.env.PATH, ZONEGRAPH_BUNDLE: file };
    await promisify(execFile)(process.execPath, [...flags, run ?? '', main ?? ''], { env });
    return readdirSync(folder).filter((name) => name.endsWith('.v8'));
  };

  it('is not kept by a process that has set flags since, as a facade does: no start would take it', async () => {
    const sets = "require('node:v8').setFlagsFromString('--heap-growing-percent=50')";
    expect(await run(`exports['main.ts'] = () => ${sets};`)).toEqual([]);
  });

  it('is kept once for all starts whose flags do not concern it', async () => {
    const text = "exports['main.ts'] = () => {};";
    const kept = await run(text);
    expect(kept).toHaveLength(1);
    expect(await run(text, '--enable-source-maps', '--inspect=127.0.0.1:0')).toEqual(kept);
    expect(await run(text, '--trace-gc-verbose')).toHaveLength(2);
  });
});

describe('a stack of it', () => {
  it('names the files of the source and their lines, on every Node', async () => {
    const root = mkdtempSync(join(tmpdir(), 'zonegraph-stack-'));
    const source = join(root, 'src');
    mkdirSync(join(source, 'registry/store/embedded'), { recursive: true });
    writeFileSync(join(source, 'registry/store/embedded/worker.ts'), '');
    const other =
      "interface Unused { readonly a: string }\n\nexport function fail(): never {\n  throw new Error('on purpose');\n}\n";
    writeFileSync(join(source, 'other.ts'), other);
    const main = "import { rmSync } from 'node:fs';\nimport { fail } from './other.ts';\n";
    writeFileSync(
      join(source, 'main.ts'),
      `${main}if (process.env.GONE) rmSync(process.env.GONE);\ntry { fail(); } catch (error) { console.error(String((error as Error).stack)); }\n`,
    );
    const launch = fileURLToPath(new URL('../../../src/server/launch', import.meta.url));
    cpSync(launch, join(source, 'server/launch'), { recursive: true });
    symlinkSync(fileURLToPath(new URL('../../../node_modules', import.meta.url)), join(root, 'node_modules'));
    const file = join(root, 'made/one.cjs');
    await (await loaded()).pack({
      source,
      entries: ['main.ts'],
      file,
      worker: join(root, 'made/one.worker.cjs'),
    });
    const stackWith = async (more: object): Promise<string> => {
      const run = promisify(execFile)(
        process.execPath,
        ['--enable-source-maps', join(source, 'server/launch/run.mjs'), join(source, 'main.ts')],
        { env: { PATH: process.env.PATH, ZONEGRAPH_BUNDLE: file, ...more } },
      );
      return (await run.catch((error: { stderr: string }) => error)).stderr;
    };
    const stderr = await stackWith({});
    expect(stderr).toContain(`at fail (${join(source, 'other.ts')}:4)`);
    expect(stderr).toContain(`${join(source, 'main.ts')}:4`);
    // A later start of another build removes the table of one that still runs: the error stays what it was.
    const without = await stackWith({ GONE: `${file}.lines` });
    rmSync(root, { recursive: true });
    expect(without).toContain('on purpose');
    expect(without).not.toContain('ENOENT');
  });
});
