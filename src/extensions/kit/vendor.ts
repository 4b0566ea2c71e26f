import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = createRequire(import.meta.url);

/**
 * The path of a package's file for browsers. The packed server (packaging/) has a copy of the file instead of the
 * package.
 */
export function vendorFile(file: string): string {
  return inPackage(() => here.resolve(file)) ?? copyOf(file);
}

function inPackage(resolve: () => string): string | undefined {
  try {
    return resolve();
  } catch {
    return undefined;
  }
}

const copyOf = (file: string): string =>
  fileURLToPath(new URL(`../../../dist/vendor/${basename(file)}`, import.meta.url));
