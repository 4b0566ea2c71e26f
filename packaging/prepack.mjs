/**
 * npm runs this before it packs: makes dist/ and, for as long as npm reads it, the package.json of the packed server, which installs
 * three packages instead of all that a clone needs. postpack.mjs puts ours back.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installed, makeDist } from './build.mjs';
import { kept, ours } from './manifest.mjs';

// A run that was killed has left it.
if (existsSync(kept)) copyFileSync(kept, ours);
const { name, version, description, license, type, engines, exports, dependencies } = JSON.parse(
  readFileSync(ours, 'utf8'),
);

const versionOf = (dependency) =>
  JSON.parse(readFileSync(new URL(`../node_modules/${dependency}/package.json`, import.meta.url), 'utf8'))
    .version;

/** Without Git, such as in an unpacked archive, the one who packs may name the commit. */
const gitHead =
  process.env.ZONEGRAPH_COMMIT ||
  execFileSync('git', ['rev-parse', 'HEAD'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
  }).trim();

await makeDist();
copyFileSync(ours, kept);
const manifest = {
  name,
  version,
  description,
  keywords: ['domain-registry', 'registrar', 'graphql', 'epp'],
  license,
  // What `zonegraph --version` and /metrics name (src/base/version.ts).
  gitHead,
  type,
  engines,
  bin: { zonegraph: 'src/server/launch/bin.mjs' },
  // The types of `zonegraph/extension` are in the repository only.
  exports: { './schema/*': exports['./schema/*'] },
  files: [
    'dist',
    'docs',
    '!docs/decisions',
    // What docs/operating.md copies. Compose builds an image of the repository.
    'ops',
    '!ops/compose.production.yaml',
    'schema',
    '!schema/released.graphql',
    'src',
    '!src/**/*.ts',
    '!src/**/README.md',
    '.env.example',
    'CHANGELOG.md',
    'SECURITY.md',
    // The guides show them.
    'examples/*/src/*.ts*',
    'examples/react/codegen.ts',
  ],
  // To the digit: the database that is inside was made by exactly this engine.
  dependencies: Object.fromEntries(installed.map((dependency) => [dependency, versionOf(dependency)])),
};
const unknown = installed.filter((dependency) => dependencies[dependency] === undefined);
if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: not among the dependencies of package.json`);
writeFileSync(ours, `${JSON.stringify(manifest, null, 2)}\n`);
process.exit(0);
