import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

/** What src/pack.mjs has, which is plain JavaScript. */
interface Pack {
  readonly external: readonly string[];
  readonly bundle: (source: string, entries: readonly string[]) => Promise<Made>;
}

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
    const pack = (await import(new URL('../../src/pack.mjs', import.meta.url).href)) as Pack;
    external = pack.external;
    const source = fileURLToPath(new URL('../../src', import.meta.url));
    const made = await pack.bundle(source, ['main.ts', 'cli/main.ts', 'try-facade.ts', 'prepare.ts']);
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
    // The one only speaks of it, the other does without.
    expect(lost.map((path) => path.replace(/.*node_modules\//, '')).sort()).toEqual([
      '@graphql-tools/merge/esm/merge-resolvers.js',
      'undici/index.js',
    ]);
  });

  it('holds no letter for which V8 would keep all of it in two bytes each', () => {
    expect(text.length).toBeGreaterThan(1_000_000);
    // Estonian letters are a part of what names are made of.
    expect(text).toMatch(/äõöü\\u0161\\u017e/);
    expect([...new Set(text.match(/.{20}[^\0-\xff]/g))]).toEqual([]);
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
