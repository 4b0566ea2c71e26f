import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** What must not grow unnoticed. A number falls by itself; it rises only in a commit of its own, whose body says why. */
interface Sizes {
  /** Lines of code, without comments and empty lines, of the core and of each extension. */
  readonly code: Readonly<Record<string, number>>;
  readonly filesOfTheCore: number;
  /** Imports of extensions in the core. */
  readonly importsOfExtensions: number;
  /** Files of the core that name an extension or what is one's own. */
  readonly filesThatNameExtensions: number;
  readonly linesOverLength: number;
  readonly untypedLines: number;
}

const kept = new URL('ratchet.json', import.meta.url);
const source = fileURLToPath(new URL('../src', import.meta.url));
const longest = 120;
/** "To ask" and `console.log` are nobody's; names of tables, settings and codes have an underscore beside the word. */
const ofExtensions =
  /\b(?:facades?|upstream|mirror(?:s|ed)?|sandbox(?:es)?|approvals?|mcp|oauth|boards?)\b|\/ask\b|(?<![./])\bconsole\b(?!\.)/i;

const withoutComments = (text: string): string[] =>
  text
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !/^(?:\/\/|--|#)/.test(line));

/** `core`, or the name of an extension; the list of extensions belongs to neither. */
const placeOf = (name: string): string | undefined =>
  name.startsWith('extensions/') ? /^extensions\/([^/]+)\//.exec(name)?.[1] : 'core';

function measure(): Sizes {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|js|mjs|cjs|sql|graphql)$/.test(name) && !name.endsWith('.generated.ts'))
    // Every function there is in a migration too, which is what a database runs and what is counted (functions.test.ts).
    .filter((name) => !name.includes('/store/functions/'))
    .map((name) => ({ name, place: placeOf(name), text: readFileSync(join(source, name), 'utf8') }));
  const code: Record<string, number> = {};
  for (const { place, text } of files)
    if (place) code[place] = (code[place] ?? 0) + withoutComments(text).length;
  const core = files.filter(({ place }) => place === 'core');
  const typed = core.filter(({ name }) => /\.(?:ts|mjs)$/.test(name));
  const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
  return {
    code: Object.fromEntries(Object.entries(code).sort()),
    filesOfTheCore: core.length,
    importsOfExtensions: sum(
      typed.map(({ text }) => text.match(/(?:from |import\(|import )'[./]+\/extensions\//g)?.length ?? 0),
    ),
    filesThatNameExtensions: typed.filter(({ text }) => ofExtensions.test(text)).length,
    linesOverLength: sum(
      files
        .filter(({ name }) => /\.(?:ts|js|mjs|cjs)$/.test(name))
        .map(({ text }) => text.split('\n').filter((line) => line.length > longest).length),
    ),
    untypedLines: sum(
      files.filter(({ name }) => name.endsWith('.js')).map(({ text }) => text.split('\n').length),
    ),
  };
}

const flat = ({ code, ...rest }: Sizes): Record<string, number> => ({
  ...Object.fromEntries(Object.entries(code).map(([place, lines]) => [`code of ${place}`, lines])),
  ...rest,
});

it('the source grows nowhere: test/ratchet.json has its sizes', () => {
  const before = JSON.parse(readFileSync(kept, 'utf8')) as Sizes;
  const now = measure();
  const [known, found] = [flat(before), flat(now)];
  const grown = Object.entries(found).filter(([name, size]) => size > (known[name] ?? 0));
  expect(grown.map(([name, size]) => `${name}: ${size}, was ${known[name] ?? 0}`)).toEqual([]);
  if (!process.env.CI) writeFileSync(kept, `${JSON.stringify(now, null, 2)}\n`);
});
