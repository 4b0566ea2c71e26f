import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/**
 * Writes dist: JavaScript with its dependencies bundled, so that installing it installs nothing else, and the
 * types beside it.
 */
const here = fileURLToPath(new URL('.', import.meta.url));
rmSync(`${here}dist`, { recursive: true, force: true });

const { metafile } = await build({
  entryPoints: {
    client: `${here}src/client.ts`,
    documents: `${here}src/documents.generated.ts`,
    apollo: `${here}src/apollo.ts`,
    urql: `${here}src/urql.ts`,
    codegen: `${here}src/codegen.ts`,
    ...Object.fromEntries(
      ['portal', 'billing', 'operator'].map((caller) => [
        `${caller}-documents`,
        `${here}src/${caller}-documents.generated.ts`,
      ]),
    ),
  },
  outdir: `${here}dist`,
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  minify: true,
  metafile: true,
  logLevel: 'warning',
});

const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
execFileSync(
  process.execPath,
  [tsc, '-p', here, '--noEmit', 'false', '--declaration', '--emitDeclarationOnly'],
  {
    stdio: 'inherit',
  },
);

// Older compilers resolve imports by these files.
for (const name of readdirSync(`${here}dist`).filter((file) => file.endsWith('.d.ts'))) {
  const file = `${here}dist/${name}`;
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(?<=from '\.\/[\w.-]+)\.ts(?=')/g, '.js'));
}

/** Our licence, and those of the bundled packages. */
const inside = new Set(
  Object.keys(metafile.inputs).flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []),
);
const licenceIn = (folder) =>
  readFileSync(`${folder}/${readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))}`, 'utf8').trim();
writeFileSync(
  `${here}dist/LICENSE`,
  [
    licenceIn(`${here}../..`),
    ...[...inside].map(
      (folder) => `Inside: ${folder.replace(/^.*node_modules\//, '')}\n\n${licenceIn(folder)}`,
    ),
  ].join('\n\n---\n\n'),
);
