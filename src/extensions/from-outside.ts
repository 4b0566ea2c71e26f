import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Extension } from '../apis/extension-points.ts';
import { ConfigError } from '../base/config.ts';
import { getOrCreate } from '../base/get-or-create.ts';
import { build } from '../base/version.ts';

/** An extension says once what it adds, however often a process chooses. */
const made = new Map<string, Promise<unknown>>();

/**
 * Imports an extension that is not in this repository, by its path or package. What cannot be loaded, does not fit,
 * or takes the name of one that is listed here ends the start with a sentence.
 */
export async function fromOutside(
  name: string,
  listed: readonly { readonly name: string }[],
): Promise<Extension> {
  const place = await orSentence(name, async () => placeOf(name));
  const { extension, fits: range } = await orSentence(name, () => importAt(place));
  if (typeof extension !== 'function')
    throw new ConfigError([
      `EXTENSIONS names ${name}, which exports no extension: export const extension = (zonegraph) => ({ ... })`,
    ]);
  const { version } = build();
  if (typeof range !== 'string' || !fits(version, range))
    throw new ConfigError([
      `the extension of ${name} fits ${range ?? 'no version that it names'}, and this is ${version}`,
    ]);
  const given = await orSentence(name, () =>
    getOrCreate(made, place, async () => extension((await import('./outside.ts')).zonegraph)),
  );
  if (!isExtension(given))
    throw new ConfigError([`the extension of ${name} has no name, or says nothing about itself`]);
  if (listed.some((one) => one.name === given.name))
    throw new ConfigError([`the extension of ${name} is called ${given.name}, as one of Zonegraph is`]);
  return { ...given, fits: range };
}

async function orSentence<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new ConfigError([
      `EXTENSIONS names ${name}, which cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
    ]);
  }
}

interface Outside {
  readonly extension?: unknown;
  readonly fits?: unknown;
}

/** In a bundle, `import` would be a `require`. */
const importAt: (place: string) => Promise<Outside> = createRequire(import.meta.url)('./import.cjs');

/** Found from the working directory, as a path is and as npm installs a package. */
function placeOf(name: string): string {
  const here = resolve('extensions.js');
  return pathToFileURL(createRequire(here).resolve(name)).href;
}

const isExtension = (given: unknown): given is Extension =>
  typeof given === 'object' &&
  given !== null &&
  'name' in given &&
  typeof given.name === 'string' &&
  'about' in given &&
  typeof given.about === 'string';

/** Tells whether a version is in a range such as `^1.0` or `^1.2.3`: the same major version, and not older. */
export function fits(version: string, range: string): boolean {
  const [, major, minor = '0', patch = '0'] = /^\^(\d+)(?:\.(\d+))?(?:\.(\d+))?$/.exec(range) ?? [];
  if (major === undefined) return false;
  const [ours = 0, minorHere = 0, patchHere = 0] = version.split(/[.-]/).map(Number);
  if (ours !== Number(major)) return false;
  return minorHere > Number(minor) || (minorHere === Number(minor) && patchHere >= Number(patch));
}
