/**
 * Runs TypeScript as one JavaScript file with everything in it, which loads in a quarter of the time that thousands of
 * files take; made at the first start, and again when the source or the packages have changed (docs/decisions/0004).
 *
 *   node src/run.mjs src/main.ts [arguments]
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const source = dirname(fileURLToPath(import.meta.url));
const root = dirname(source);
const entry = resolve(process.argv[2] ?? '');
process.argv.splice(1, 2, entry);

/** Where the file is: another one for every state of the source, the packages and the machine's Node. */
function placeOf(file) {
  const hash = createHash('sha256').update(process.version);
  const files = readdirSync(source, { recursive: true }).map((name) => join(source, name));
  for (const name of [...files.sort(), join(root, 'node_modules/.package-lock.json')]) {
    const { size, mtimeMs } = statSync(name);
    hash.update(`${name} ${size} ${mtimeMs}\n`);
  }
  const name = `${basename(dirname(file))}-${basename(file, '.ts')}`;
  return join(root, '.cache/run', `${name}-${hash.digest('hex').slice(0, 16)}.mjs`);
}

async function built() {
  if (!entry.startsWith(join(source, sep))) throw new Error(`${entry} is not part of ${source}`);
  const file = placeOf(entry);
  const worker = file.replace(/\.mjs$/, '.worker.cjs');
  const isNew = !existsSync(file);
  if (entry === join(source, 'main.ts') && process.env.ZONEGRAPH_MODE !== 'production')
    process.stderr.write(
      `Zonegraph is starting${isNew ? ', for the first time with this source' : ''} ...\n`,
    );
  if (isNew) await (await import('./pack.mjs')).pack({ root, entry, file, worker });
  process.env.ZONEGRAPH_WORKER = worker;
  return pathToFileURL(file).href;
}

/** Without a place to keep it, or without what makes it, Node loads file by file as ever. */
async function asItIs(reason) {
  process.stderr.write(`Loading file by file, which takes longer: ${reason.message}\n`);
  await import('./run-typescript.mjs');
  return pathToFileURL(entry).href;
}

await import(await built().catch(asItIs));
