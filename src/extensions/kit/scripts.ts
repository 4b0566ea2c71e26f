import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { forBrowsers } from '../../server/launch/browser.mjs';
import { Html } from './html.ts';
import type { Page } from './page.ts';

const source = new URL('../../', import.meta.url);
const folder = new URL('./browser/', import.meta.url);

/**
 * The scripts that were compiled already, by their paths: whoever bundles the source compiles them too
 * (src/server/launch/browser.mjs).
 */
let known: Record<string, string> | undefined;

/** A file of TypeScript for browsers, with everything that it imports, as one module of JavaScript. */
export function browserModule(file: URL): string {
  const made = process.env.ZONEGRAPH_SCRIPTS;
  known ??= made === undefined ? {} : (JSON.parse(readFileSync(made, 'utf8')) as Record<string, string>);
  const path = file.href.replace(source.href, '');
  known[path] ??= compiled(fileURLToPath(file));
  return known[path];
}

function compiled(file: string): string {
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
  const { outputFiles = [] } = buildSync({
    ...forBrowsers,
    format: 'esm',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'silent',
    write: false,
    entryPoints: [file],
  });
  return outputFiles.map(({ text }) => text).join('');
}

/** Returns a file of TypeScript as a script that is not a module: nothing of it is seen from outside. */
export const browserScript = (file: URL): string => `(() => {\n${browserModule(file)}})();\n`;

/** The scripts of a page, with a nonce: names in src/extensions/kit/browser, or URLs of other files. */
export function pageScript(
  files: string | URL | readonly (string | URL)[],
  before: readonly string[] = [],
): NonNullable<Page['script']> {
  const scripts = [files].flat().map((file) => browserScript(new URL(file, folder)));
  return { nonce: randomBytes(16).toString('base64'), source: scripts.join(''), before };
}

/** Data for a page's script: never run as code, and escaped so that it cannot close its element. */
export const pageFacts = (facts: object): Html =>
  new Html(
    `<script type="application/json" id="facts">${JSON.stringify(facts).replaceAll('<', '\\u003c')}</script>`,
  );
