import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** They look for files or threads of theirs beside themselves (test/server/process/packed.test.ts finds others), or are seldom needed. */
export const external = [
  '@electric-sql/pglite',
  '@graphql-yoga/render-graphiql',
  '@opentelemetry/core',
  '@opentelemetry/exporter-trace-otlp-http',
  '@opentelemetry/resources',
  '@opentelemetry/sdk-trace',
  'pdfkit',
  'pg-cloudflare',
  'pg-native',
  'pino',
  'swagger-ui-dist',
];

/**
 * V8 keeps a text with a single letter beyond Latin-1 in two bytes for each of all its letters. esbuild escapes them in strings,
 * and leaves them in regular expressions as they are.
 */
export const escaped = (text) =>
  text.replace(/[^\0-\xff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Our files, too, read others beside themselves: each goes on believing that it is where it was. */
const whereTheyWere = {
  name: 'where they were',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => ({
      contents: escaped(await readFile(path, 'utf8')).replaceAll(
        'import.meta.url',
        JSON.stringify(pathToFileURL(path).href),
      ),
      loader: 'ts',
    }));
  },
};

export const common = {
  bundle: true,
  write: false,
  platform: 'node',
  // Of which what was compiled can be kept (run.mjs).
  format: 'cjs',
  target: 'node20',
  // External packages are loaded by `require`, too.
  supported: { 'dynamic-import': false },
  external,
  // Half as much to read; source maps tell the lines.
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'silent',
  plugins: [whereTheyWere],
};

/** What `pack` puts together, with a list of where it comes from: of all entries, each of which runs when it is asked for. */
export const bundle = (source, entries) =>
  build({
    ...common,
    stdin: {
      contents: entries.map((name) => `exports['${name}'] = () => import('./${name}');`).join('\n'),
      resolveDir: source,
    },
    outdir: '.',
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
  });

/** Makes one file of the entries and all that they import, and one of the embedded database's thread. */
export async function pack({ source, entries, file, worker }) {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true });
  const [main, thread] = await Promise.all([
    bundle(source, entries),
    build({ ...common, entryPoints: [join(source, 'registry/store/embedded/worker.ts')] }),
  ]);
  const [map, code] = main.outputFiles;
  const mapName = `${basename(file)}.map`;
  await put(worker, thread.outputFiles[0].text);
  await put(join(folder, mapName), map.text);
  await put(file, code.text.replace(/\/\/# sourceMappingURL=.*\s*$/, `//# sourceMappingURL=${mapName}\n`));
  await removeOthers(folder, basename(file, '.cjs'));
}

/** Whole or not at all: several processes may start at once. */
async function put(file, text) {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text);
  await rename(draft, file);
}

/** Deletes bundles of older sources; a process that still runs one has loaded it. */
async function removeOthers(folder, name) {
  for (const other of await readdir(folder))
    if (!other.startsWith(name)) await rm(join(folder, other), { force: true });
}
