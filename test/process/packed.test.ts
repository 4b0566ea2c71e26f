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
}

describe('the one file that npm start runs', () => {
  let inputs: Made['metafile']['inputs'];
  let external: Pack['external'];
  beforeAll(async () => {
    const pack = (await import(new URL('../../src/pack.mjs', import.meta.url).href)) as Pack;
    external = pack.external;
    const source = fileURLToPath(new URL('../../src', import.meta.url));
    inputs = (await pack.bundle(source, ['main.ts', 'cli/main.ts', 'try-facade.ts', 'prepare.ts'])).metafile
      .inputs;
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
    expect(lost.map((path) => path.replace(/.*node_modules\//, ''))).toEqual([
      '@graphql-tools/merge/esm/merge-resolvers.js',
      'undici/index.js',
    ]);
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
