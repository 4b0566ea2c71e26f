import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { browserScripts, placeOfScripts } from './browser.mjs';
import { linesOf, placeOfLines } from './lines.mjs';

/**
 * The packages that are not bundled: they load files or threads from their own folder
 * (test/server/process/packed.test.ts finds others), or are rarely needed.
 */
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
 * V8 stores a whole string in two bytes per character if a single one is beyond Latin-1. esbuild escapes such
 * characters in strings, but not in regular expressions.
 */
export const escaped = (text) =>
  text.replace(/[^\0-\xff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Our own files also read others relative to themselves, so `import.meta.url` keeps its original value in each. */
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
  // CommonJS, because V8's code cache needs a script (run.mjs).
  format: 'cjs',
  target: 'node20',
  // Turns dynamic imports into `require`, for external packages too.
  supported: { 'dynamic-import': false },
  external,
  // Halves the size; source maps keep the line numbers.
  minifyWhitespace: true,
  legalComments: 'none',
  logLevel: 'silent',
  plugins: [whereTheyWere],
};

/** The bundle of all entries, each of which runs on demand, with the list of its inputs. */
export const bundle = (source, entries) =>
  build({
    ...common,
    stdin: {
      contents: entries.map((name) => `exports['${name}'] = () => import('./${name}');`).join('\n'),
      resolveDir: source,
    },
    // Sources are named from here.
    absWorkingDir: dirname(source),
    outdir: '.',
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
  });

/**
 * Bundles the entries with everything they import into one file, the embedded database's thread into another, and
 * what browsers run.
 */
export async function pack({ source, entries, file, worker }) {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true });
  const files = await readdir(source, { recursive: true });
  const [main, thread, pages] = await Promise.all([
    bundle(source, entries),
    build({ ...common, entryPoints: [join(source, 'registry/store/embedded/worker.ts')] }),
    browserScripts(build, source, files),
  ]);
  const [map, code] = main.outputFiles;
  const mapName = `${basename(file)}.map`;
  await put(worker, thread.outputFiles[0].text);
  await put(placeOfScripts(file), JSON.stringify(pages.scripts));
  await put(join(folder, mapName), map.text);
  await put(placeOfLines(file), linesOf(map.text));
  await put(file, code.text.replace(/\/\/# sourceMappingURL=.*\s*$/, `//# sourceMappingURL=${mapName}\n`));
  await removeOthers(folder, basename(file, '.cjs'));
}

/** Atomic, because several processes may start at once. */
async function put(file, text) {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text);
  await rename(draft, file);
}

/** Deletes bundles of older sources; a process that runs one has already loaded it. */
async function removeOthers(folder, name) {
  for (const other of await readdir(folder))
    if (!other.startsWith(name)) await rm(join(folder, other), { force: true });
}
