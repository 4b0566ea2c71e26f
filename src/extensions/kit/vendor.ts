import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = createRequire(import.meta.url);

/** The path of a package's file for browsers. The packed server (packaging/) has a copy of the file instead of the package. */
export function vendorFile(file: string): string {
  return inPackage(() => here.resolve(file)) ?? copyOf(file);
}

/** D3's browser builds lie beside the modules that its packages export; `from` is the package that depends on it. */
export function d3File(part: string, from: string): string {
  const file = `d3-${part}.min.js`;
  const path = inPackage(() => createRequire(here.resolve(from)).resolve(`d3-${part}`));
  return path === undefined ? copyOf(file) : fileURLToPath(new URL(`../dist/${file}`, pathToFileURL(path)));
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
