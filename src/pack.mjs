import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** They look for files or threads of theirs beside themselves (test/process/packed.test.ts finds others), or are seldom needed. */
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

/** Our files, too, read others beside themselves: each goes on believing that it is where it was. */
const whereTheyWere = {
  name: 'where they were',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8')).replaceAll(
        'import.meta.url',
        JSON.stringify(pathToFileURL(path).href),
      ),
      loader: 'ts',
    }));
  },
};

const common = {
  bundle: true,
  write: false,
  platform: 'node',
  target: 'node20',
  external,
  // Names of classes are told in logs.
  keepNames: true,
  legalComments: 'none',
  logLevel: 'silent',
  plugins: [whereTheyWere],
};

/** What `pack` puts together, with a list of where it comes from. */
export const bundle = (entry) =>
  build({
    ...common,
    entryPoints: [entry],
    outdir: '.',
    format: 'esm',
    sourcemap: 'linked',
    sourcesContent: false,
    metafile: true,
    // Packages of the older kind ask for others by this name.
    banner: {
      js: `import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);`,
    },
  });

/** Makes one file of the entry and all that it imports, and one of the embedded database's thread. */
export async function pack({ root, entry, file, worker }) {
  const folder = dirname(file);
  await mkdir(folder, { recursive: true });
  const [main, thread] = await Promise.all([
    bundle(entry),
    build({ ...common, entryPoints: [join(root, 'src/store/embedded/worker.ts')], format: 'cjs' }),
  ]);
  const [map, code] = main.outputFiles;
  const mapName = `${basename(file)}.map`;
  await put(worker, thread.outputFiles[0].text);
  await put(join(folder, mapName), map.text);
  await put(file, code.text.replace(/\/\/# sourceMappingURL=.*\s*$/, `//# sourceMappingURL=${mapName}\n`));
  await removeOthers(folder, basename(file, '.mjs'));
}

/** Whole or not at all: several processes may start at once. */
async function put(file, text) {
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text);
  await rename(draft, file);
}

/** What was made of an older source; who still runs it has loaded it. */
async function removeOthers(folder, name) {
  const kind = name.slice(0, name.lastIndexOf('-'));
  for (const other of await readdir(folder))
    if (other.startsWith(`${kind}-`) && !other.startsWith(name))
      await rm(join(folder, other), { force: true });
}
