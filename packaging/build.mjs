/**
 * Makes what `npm pack` puts into the file: one JavaScript file of everything, a database with all tables and no rows, files for
 * browsers, licences and the list of components. Run with `--import ./src/server/launch/run-typescript.mjs`.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { vendorFile } from '../src/extensions/kit/vendor.ts';
import { sqlModules } from '../src/extensions/workshop/sql/mount.ts';
import { prepareDatabase } from '../src/registry/store/driver/migrations/prepare-database.ts';
import { placeOfPrepared } from '../src/registry/store/embedded/prepared.ts';
import { browserScripts, placeOfScripts } from '../src/server/launch/browser.mjs';
import { linesOf, placeOfLines } from '../src/server/launch/lines.mjs';
import { common, escaped, external } from '../src/server/launch/pack.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const inDist = (...names) => join(dist, ...names);

/** They read files of their own, so npm installs them with the packed server. Everything else is a part of it. */
export const installed = ['@electric-sql/pglite', 'pdfkit', 'pino'];

const graphiql = ['@graphql-yoga/render-graphiql', '@graphql-yoga/render-graphiql/graphiql'];

/** What few processes load: a file for each, that exports one module by its name. */
const separate = {
  'graphiql.cjs': graphiql,
  'tracing.cjs': external.filter((name) => name.startsWith('@opentelemetry/')),
};

/** Each module goes on believing that it is where it was, which is beside the files that it reads. */
const where = (path) =>
  `require('node:url').pathToFileURL(require('node:path').join(__dirname,${JSON.stringify(`../${relative(root, path)}`)})).href`;

const inThePackage = {
  name: 'in the package',
  setup({ onLoad, onResolve }) {
    onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => ({
      contents: escaped(readFileSync(path, 'utf8')).replaceAll('import.meta.url', where(path)),
      loader: 'ts',
    }));
    onResolve({ filter: /^@(?:graphql-yoga|opentelemetry)\// }, ({ path, importer }) => {
      if (importer === '' || !importer.startsWith(join(root, 'src'))) return undefined;
      const file = Object.keys(separate).find((name) => separate[name].includes(path));
      return file && { path: `./separate.cjs?${file}&${path}`, namespace: 'separate' };
    });
    onLoad({ filter: /.*/, namespace: 'separate' }, ({ path }) => {
      const [file, name] = path.split('?')[1].split('&');
      return { contents: `module.exports = require('./${file}')[${JSON.stringify(name)}];`, loader: 'js' };
    });
    onResolve({ filter: /^\.\/(?:graphiql|tracing)\.cjs$/, namespace: 'separate' }, ({ path }) => ({
      path,
      external: true,
    }));
  },
};

const options = {
  ...common,
  plugins: [inThePackage],
  external: [...installed, 'pg-native', 'pg-cloudflare'],
  metafile: true,
};

/** Returns the packages of which something is in one of the files. */
async function bundle() {
  const ours = ['main.ts', 'server/cli/main.ts'];
  const made = await Promise.all([
    build({
      ...options,
      stdin: {
        contents: ours.map((name) => `exports['${name}'] = () => import('./${name}');`).join('\n'),
        resolveDir: join(root, 'src'),
      },
      outfile: inDist('zonegraph.cjs'),
      sourcemap: 'linked',
      sourcesContent: false,
      write: true,
    }),
    build({
      ...options,
      entryPoints: [join(root, 'src/registry/store/embedded/worker.ts')],
      outfile: inDist('zonegraph.worker.cjs'),
      write: true,
    }),
    ...Object.entries(separate).map(([file, names]) =>
      build({
        ...options,
        stdin: {
          contents: names.map((name) => `exports['${name}'] = require('${name}');`).join('\n'),
          resolveDir: root,
        },
        outfile: inDist(file),
        write: true,
      }),
    ),
  ]);
  // Node applies no source map to it (lines.mjs), and the sources are not in the package.
  const map = inDist('zonegraph.cjs.map');
  writeFileSync(placeOfLines(inDist('zonegraph.cjs')), linesOf(readFileSync(map, 'utf8')));
  rmSync(map);
  const source = join(root, 'src');
  const pages = await browserScripts(build, source, readdirSync(source, { recursive: true }));
  writeFileSync(placeOfScripts(inDist('zonegraph.cjs')), JSON.stringify(pages.scripts));
  const inputs = [
    ...made.flatMap(({ metafile }) => Object.keys(metafile.inputs)),
    ...pages.inputs.map((path) => path.replace(/^\.\.\//, '')),
  ];
  return new Set(inputs.flatMap((path) => path.match(/^.*node_modules\/(?:@[^/]+\/)?[^/]+/)?.[0] ?? []));
}

/** npm leaves out folders that are empty, which PostgreSQL wants to find: src/registry/store/embedded/worker.ts makes them again. */
function addDatabase() {
  const prepared = placeOfPrepared();
  const copy = inDist('database', basename(prepared));
  cpSync(prepared, copy, { recursive: true });
  const folders = readdirSync(copy, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const empty = folders
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((folder) => readdirSync(folder).length === 0);
  writeFileSync(`${copy}.folders.json`, JSON.stringify(empty.map((folder) => relative(copy, folder))));
}

function addFilesForBrowsers() {
  const files = [
    vendorFile('swagger-ui-dist/swagger-ui-bundle.js'),
    vendorFile('swagger-ui-dist/swagger-ui.css'),
  ];
  for (const file of files) cpSync(file, inDist('vendor', basename(file)));
  // As src/extensions/kit/modules.ts finds them.
  for (const { owner, path } of sqlModules().files.values()) {
    if (installed.includes(owner.name)) continue;
    for (const file of [path, join(owner.folder, 'package.json')])
      cpSync(file, inDist('vendor', 'modules', owner.name, relative(owner.folder, file)));
  }
}

/** The client, for projects that have no clone to pack it from. npm's own options of this run are not those of the inner one. */
function addClient() {
  const made = inDist('client');
  mkdirSync(made);
  execFileSync(
    'npm',
    ['pack', './packages/client', '--dry-run=false', '--silent', '--pack-destination', made],
    { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const [file] = readdirSync(made);
  cpSync(join(made, file), inDist('vendor', 'client.tgz'));
  rmSync(made, { recursive: true });
}

/** The licences of everything that is inside, in one file, as most of them ask for. */
function addLicences(folders) {
  const texts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
    const file = readdirSync(join(root, folder)).find((entry) => /^(?:licen[cs]e|copying)/i.test(entry));
    const text = file === undefined ? '' : readFileSync(join(root, folder, file), 'utf8').trim();
    return `${name} ${version} (${license})\n\n${text}`;
  });
  writeFileSync(inDist('LICENSES.txt'), `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}

/** The packages that it is made of, as CycloneDX. npm's `--omit dev` would leave out also what a package for development needs as well. */
function addComponents() {
  const said = execFileSync('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  const sbom = JSON.parse(said.toString());
  const isForDevelopment = ({ properties = [] }) =>
    properties.some(({ name }) => name === 'cdx:npm:package:development');
  const leftOut = new Set(sbom.components.filter(isForDevelopment).map((one) => one['bom-ref']));
  const components = sbom.components.filter((one) => !leftOut.has(one['bom-ref']));
  const dependencies = sbom.dependencies
    .filter(({ ref }) => !leftOut.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => !leftOut.has(one)) }));
  writeFileSync(
    inDist('sbom.cdx.json'),
    `${JSON.stringify({ ...sbom, components, dependencies }, null, 2)}\n`,
  );
}

export async function makeDist() {
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(inDist('vendor'), { recursive: true });
  await prepareDatabase();
  const packages = await bundle();
  addDatabase();
  addFilesForBrowsers();
  addClient();
  for (const name of ['swagger-ui-dist'])
    if (existsSync(join(root, 'node_modules', name))) packages.add(`node_modules/${name}`);
  addLicences(packages);
  addComponents();
}
