/**
 * Runs the TypeScript source as one bundled JavaScript file, which loads in a quarter of the time of thousands of
 * files. The bundle is made at installation, or at the first start after the source or the packages have changed
 * (docs/decisions/0004).
 *
 * node src/server/launch/run.mjs src/main.ts [arguments]
 */
import cluster from 'node:cluster';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { cachedDataVersionTag, setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { placeOfScripts } from './browser.mjs';
import { nameSources } from './lines.mjs';

const source = fileURLToPath(new URL('../..', import.meta.url));
const root = join(source, '..');
const entries = ['main.ts', 'server/cli/main.ts', 'server/prepare.ts'];
const entry = resolve(process.argv[2] ?? '');
const name = relative(source, entry).replaceAll('\\', '/');

// glibc does not return the 130 MB that V8's threads use to compile the embedded PostgreSQL unless an environment
// variable says so before the process starts, so the process re-executes itself with it. Not possible everywhere, and
// not done in the packed server (bin.mjs), whose flags would be lost.
if (
  name === 'main.ts' &&
  process.platform === 'linux' &&
  process.execve &&
  cluster.isPrimary &&
  !process.env.DATABASE_URL &&
  !process.env.DATABASE_URL_FILE &&
  !process.env.ZONEGRAPH_BUNDLE &&
  process.env.MALLOC_TRIM_THRESHOLD_ === undefined
)
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...process.env,
    MALLOC_TRIM_THRESHOLD_: '131072',
  });
process.argv.splice(1, 2, entry);

// Raises the threshold at which V8 recompiles a WebAssembly function of the embedded PostgreSQL with optimizations:
// Node 20 does so almost at once for most functions, on the cores that the start needs. V8's code cache is valid only
// for the flags it was made with, so this comes first.
setFlagsFromString('--wasm-tiering-budget=40000000');

/** The path of the bundle, which contains a hash of the state of the source and the packages. */
function placeOfPack() {
  const hash = createHash('sha256');
  const files = readdirSync(source, { recursive: true }).map((file) => join(source, file));
  for (const file of [...files.sort(), join(root, 'node_modules/.package-lock.json')]) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file} ${size} ${mtimeMs}\n`);
  }
  return join(root, '.cache/run', `${hash.digest('hex').slice(0, 16)}.cjs`);
}

async function packed() {
  if (!entries.includes(name)) throw new Error(`${entry} is none of ${entries.join(', ')} in ${source}`);
  if (cluster.isPrimary && name === 'main.ts' && process.env.ZONEGRAPH_MODE !== 'production')
    process.stderr.write('Zonegraph is starting ...\n');
  // The packed server contains the bundle (bin.mjs).
  const file = process.env.ZONEGRAPH_BUNDLE ?? placeOfPack();
  const worker = file.replace(/\.cjs$/, '.worker.cjs');
  if (!existsSync(file)) {
    process.stderr.write('Bundling the source, which has changed since the last start ...\n');
    await (await import('./pack.mjs')).pack({ source, entries, file, worker });
  }
  process.env.ZONEGRAPH_WORKER = worker;
  process.env.ZONEGRAPH_SCRIPTS = placeOfScripts(file);
  return load(file)[name];
}

/** Loads a file as Node's `require` does, with V8's code cache of an earlier start with the same Node and V8 flags. */
function load(file) {
  const tag = cachedDataVersionTag();
  const kept = file.replace(/\.cjs$/, `.${process.version}-${process.arch}-${tag.toString(16)}.v8`);
  // The wrapper has a line of its own, so that places in the file stay what they are.
  const text = `(function (exports, require, module, __dirname) {\n${readFileSync(file, 'utf8')}\n})`;
  const script = new Script(text, {
    filename: file,
    lineOffset: -1,
    cachedData: existsSync(kept) ? readFileSync(kept) : undefined,
  });
  // The code is not cached for CLI commands, which compile little of it, nor if V8 flags were set since: no start
  // would accept it.
  if (name !== 'server/cli/main.ts' && script.cachedDataRejected !== false)
    process.once('exit', () => cachedDataVersionTag() === tag && keep(kept, script.createCachedData()));
  const module = { exports: {} };
  nameSources(file, root);
  script.runInThisContext()(module.exports, createRequire(file), module, dirname(file));
  return module.exports;
}

function keep(file, bytes) {
  try {
    writeFileSync(`${file}.${process.pid}`, bytes);
    renameSync(`${file}.${process.pid}`, file);
  } catch {
    // The folder is not writable, so the next start compiles again.
  }
}

/** Loads the source file by file, if the bundle cannot be made or written. */
async function asItIs(reason) {
  process.stderr.write(`Loading file by file, which takes longer: ${reason.message}\n`);
  await import('./run-typescript.mjs');
  return () => import(pathToFileURL(entry).href);
}

await (await packed().catch(asItIs))();
