import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Modules of packages as browsers load them, without a bundler: each file at
 * /assets/modules/<package>@<version>/<path>, with the packages that it imports named by such URLs. Relative imports
 * work as they are.
 */
export const modulesAt = '/assets/modules';

export interface ModuleFile {
  readonly owner: Package;
  readonly path: string;
  readonly isScript: boolean;
}

interface Package {
  readonly name: string;
  readonly folder: string;
  readonly url: string;
  readonly manifest: { readonly exports?: unknown; readonly module?: string; readonly main?: string };
}

/** A static import or export, or a dynamic one of a constant. */
const imports = /(\b(?:from|import)[\s(]{0,20})(["'])([^"'\n]{1,300})\2/g;

/**
 * The files behind these entries, by URL, and the URL of each entry. `besides` are files that a script fetches
 * itself.
 */
export class Modules {
  readonly files = new Map<string, ModuleFile>();
  readonly urls: Readonly<Record<string, string>>;

  constructor(entries: readonly string[], besides: Readonly<Record<string, readonly string[]>> = {}) {
    const from = fileURLToPath(import.meta.url);
    this.urls = Object.fromEntries(entries.map((name) => [name, this.#add(placeOf(name, from))]));
    for (const [name, files] of Object.entries(besides)) {
      const { owner, path } = placeOf(name, from);
      for (const file of files) this.#add({ owner, path: join(dirname(path), file) });
    }
  }

  /** The script with URLs for the packages that it imports. */
  rewritten(source: string, importer: string): string {
    return source.replaceAll(imports, (all, before, quote, name) =>
      isPackage(name) ? `${before}${quote}${urlOf(placeOf(name, importer))}${quote}` : all,
    );
  }

  /** The content of a file as it is sent. */
  read({ path, isScript }: ModuleFile): Buffer | string {
    return isScript ? this.rewritten(readFileSync(path, 'utf8'), path) : readFileSync(path);
  }

  #add(place: Place): string {
    const url = urlOf(place);
    const { owner, path } = place;
    if (this.files.has(url)) return url;
    const isScript = isScriptFile(path);
    this.files.set(url, { owner, path, isScript });
    if (!isScript) return url;
    for (const [, , , name = ''] of readFileSync(path, 'utf8').matchAll(imports)) {
      const next = isPackage(name)
        ? placeOf(name, path)
        : { owner, path: name.startsWith('.') ? join(dirname(path), name) : '' };
      // Comments name files of types, which nobody loads.
      if (isScriptFile(next.path) && existsSync(next.path)) this.#add(next);
    }
    return url;
  }
}

const isScriptFile = (path: string): boolean => ['.js', '.mjs'].includes(extname(path));

interface Place {
  readonly owner: Package;
  readonly path: string;
}

const urlOf = ({ owner, path }: Place): string =>
  `${modulesAt}/${owner.url}/${relative(owner.folder, path).split(sep).join('/')}`;

/**
 * Tells whether the name is that of a package: not a relative path, and not what only bundlers and Node.js know:
 * `fs`, `node:fs`.
 */
const isPackage = (name: string): boolean =>
  /^(?:@[\w-]+\/)?[\w-]+(?:\/[\w./-]+)?$/.test(name) && isThere(name);

const here = createRequire(import.meta.url);
/** The packed server (packaging/) has copies of the files instead of most packages. */
const copies = fileURLToPath(new URL('../../../dist/vendor/modules', import.meta.url));

const isThere = (name: string): boolean => packageOf(name, fileURLToPath(import.meta.url)) !== undefined;

function placeOf(name: string, importer: string): Place {
  const owner = packageOf(name, importer);
  if (!owner) throw new Error(`${name}: no such package beside ${importer}`);
  const [, below] = /^(?:@[^/]+\/)?[^/]+(?:\/(.+))?$/.exec(name) ?? [];
  const { exports, module: main = owner.manifest.main } = owner.manifest;
  const file = below ?? forBrowsers(exports) ?? main;
  if (file === undefined) throw new Error(`${name} has no module`);
  return { owner, path: join(owner.folder, file) };
}

function packageOf(name: string, importer: string): Package | undefined {
  const [own = name] = /^(?:@[^/]+\/)?[^/]+/.exec(name) ?? [];
  const folders = [
    ...(createRequire(importer).resolve.paths(own) ?? []),
    ...(here.resolve.paths(own) ?? []),
    copies,
  ];
  for (const above of folders) {
    const folder = join(above, own);
    const file = join(folder, 'package.json');
    if (!existsSync(file)) continue;
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as Package['manifest'] & { version: string };
    return { name: own, folder, url: `${own}@${manifest.version}`, manifest };
  }
  return undefined;
}

/** The entry among the conditions of `exports`. */
function forBrowsers(exports: unknown): string | undefined {
  if (typeof exports === 'string') return exports;
  if (typeof exports !== 'object' || exports === null) return undefined;
  const conditions = exports as Readonly<Record<string, unknown>>;
  for (const name of ['.', 'browser', 'import', 'default']) {
    const found = forBrowsers(conditions[name]);
    if (found !== undefined) return found;
  }
  return undefined;
}
