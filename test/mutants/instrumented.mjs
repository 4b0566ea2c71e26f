import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Instrumenter } from '@stryker-mutator/instrumenter';

const silent = { debug() {}, info() {}, warn() {}, isDebugEnabled: () => false };
const options = { plugins: null, excludedMutations: [], ignorers: [] };

/**
 * All mutants of a folder, as Stryker makes them, and the text of each file with its mutants behind switches: the one
 * that __STRYKER_ACTIVE_MUTANT__ names is on.
 *
 * @param {string} folder
 */
export async function instrument(folder) {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts')).sort();
  const files = await Promise.all(
    names.map(async (name) => {
      const path = resolve(join(folder, name));
      return { name: path, mutate: true, content: await readFile(path, 'utf8') };
    }),
  );
  const { files: written, mutants } = await new Instrumenter(silent).instrument(files, options);
  return { mutants, texts: new Map(written.map(({ name, content }) => [name, content])) };
}
