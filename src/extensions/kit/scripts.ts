import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Html } from './html.ts';
import type { Page } from './page.ts';

const folder = new URL('./browser/', import.meta.url);

/** The scripts of a page, with a nonce: names in src/extensions/kit/browser, or URLs of other files. */
export function pageScript(
  files: string | URL | readonly (string | URL)[],
  before: readonly string[] = [],
): NonNullable<Page['script']> {
  const source = [files]
    .flat()
    .map((file) => readFileSync(new URL(file, folder), 'utf8').replaceAll(modular, ''))
    .join('\n');
  return { nonce: randomBytes(16).toString('base64'), source, before };
}

/** In one script they see each other's declarations, so imports and exports are removed. */
const modular = /^import [^;]*;\n|^export /gm;

/** Data for a page's script: never run as code, and escaped so that it cannot close its element. */
export const pageFacts = (facts: object): Html =>
  new Html(
    `<script type="application/json" id="facts">${JSON.stringify(facts).replaceAll('<', '\\u003c')}</script>`,
  );
