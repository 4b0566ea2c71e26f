import { join } from 'node:path';

/** How esbuild makes a script for browsers: one file of the TypeScript, with everything that it imports. */
export const forBrowsers = {
  bundle: true,
  minifyWhitespace: true,
  target: 'es2022',
  // Browsers load these as modules of their own (src/extensions/kit/modules.ts).
  external: ['@codemirror/*', '@electric-sql/*', '@lezer/*', 'graphql/*'],
};

/** Where they are, beside the bundle of the server. */
export const placeOfScripts = (file) => file.replace(/\.cjs$/, '.scripts.json');

/** Builds the scripts that pages load: whatever lies in a folder `browser` and is not part of another one. */
export async function browserScripts(build, source, files) {
  const { outputFiles, metafile } = await build({
    ...forBrowsers,
    format: 'esm',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    write: false,
    metafile: true,
    absWorkingDir: source,
    entryPoints: files.filter((file) => /[\\/]browser[\\/][^\\/]+\.(?:ts|js)$/.test(file)),
    outbase: '.',
    outdir: '.',
  });
  const made = Object.entries(metafile.outputs);
  const parts = new Set(
    made.flatMap(([, { entryPoint, inputs }]) => Object.keys(inputs).filter((input) => input !== entryPoint)),
  );
  const textOf = (name) => outputFiles.find(({ path }) => path === join(source, name)).text;
  const scripts = made.flatMap(([name, { entryPoint }]) =>
    parts.has(entryPoint) ? [] : [[entryPoint, textOf(name)]],
  );
  return { scripts: Object.fromEntries(scripts), inputs: Object.keys(metafile.inputs) };
}
