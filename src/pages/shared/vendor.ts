import { createRequire } from 'node:module';
import { basename } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = createRequire(import.meta.url);

/** The path of a file that a package brings for browsers. The packed server (packaging/) has no such packages, but a copy of the file. */
export function vendorFile(file: string): string {
  return inPackage(() => here.resolve(file)) ?? copyOf(file);
}

/** D3's modules for browsers lie beside those that its packages export; `from` is the package that needs it. */
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
