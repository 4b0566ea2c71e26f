import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';

const silent = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };
const options = { plugins: null, excludedMutations: [], ignorers: [] };

/**
 * All mutants of a folder or of some files, as Stryker makes them, and the text of each file with its mutants behind switches:
 * the one that __STRYKER_ACTIVE_MUTANT__ names is on.
 *
 * @param {readonly string[]} places
 */
export async function instrument(...places) {
  const paths = (await Promise.all(places.map(filesIn))).flat();
  const files = await Promise.all(
    paths.map(async (path) => ({ name: path, mutate: true, content: await readFile(path, 'utf8') })),
  );
  const { files: written, mutants } = await new Instrumenter(silent).instrument(files, options);
  return { mutants, texts: new Map(written.map(({ name, content }) => [name, content])) };
}

async function filesIn(place) {
  if (place.endsWith('.ts')) return [resolve(place)];
  const names = (await readdir(place, { recursive: true })).filter((name) => name.endsWith('.ts')).sort();
  return names.map((name) => resolve(join(place, name)));
}
