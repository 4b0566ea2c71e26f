import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { defaultSettings, settingTexts } from '#src/rules/domain/domain-settings.ts';
import { pollMessages } from '#src/rules/registrar/poll-messages.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const filesIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => join(folder, name));
const sources = ['src', 'packages/client/src', 'test', 'bench'].flatMap(filesIn).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}));

/** What clients import, from outside of this repository. */
const forOthers = new Set(['packages/client/src/client.ts']);

const named = (list: string): string[] =>
  list
    .split(',')
    .map((item) => item.trim().replace(/^type\s+/, ''))
    .filter((item) => item !== '');

/** Values only: a type may be exported because it stands in the signature of something else. */
function exportsOf(text: string): string[] {
  const declared = text.matchAll(
    /^export (?:declare |abstract )?(?:async )?(?:function\*?|const|let|class|enum) (\w+)/gm,
  );
  const listed = text.matchAll(/^export \{([^}]*)\}/gm);
  return [
    ...[...declared].map(([, name = '']) => name),
    ...[...listed].flatMap(([, list = '']) => named(list).map((item) => item.split(' as ').at(-1) ?? item)),
  ];
}

/** `file#name` for everything that a file takes from another, and `file#*` where it takes all of it. */
function importsOf(file: string, text: string): string[] {
  const clauses = text.matchAll(
    // A namespace of types takes no values.
    /(?:^(?:import|export)\s+(?!type \*)(?:type\s+)?([^;'"]*?)\s*from\s+|import\()'((?:\.{1,2}|#src|#client)\/[^']+)'/gm,
  );
  return [...clauses].flatMap(([, clause, path = '']) => {
    const target = path.startsWith('#')
      ? path.replace('#src', 'src').replace('#client', 'packages/client/src')
      : relative(root, join(root, dirname(file), path));
    const list = clause === undefined ? undefined : /\{([^}]*)\}/.exec(clause)?.[1];
    if (list === undefined) return [`${target}#*`];
    return named(list).map((item) => `${target}#${item.split(' as ')[0]}`);
  });
}

const uses = (key: string, home: string): boolean =>
  sources.some(({ file, text }) => file.startsWith('src/') && file !== home && text.includes(key));

it('has no setting that nothing reads', () => {
  const home = 'src/rules/domain/domain-settings.ts';
  // Registrar self-service is going to read it.
  const waiting = 'minimumDeposit';
  const names = [...settingTexts(defaultSettings).keys()];
  const dead = Object.keys(defaultSettings).filter(
    (key, place) => key !== waiting && !uses(key, home) && !uses(`'${names[place]}'`, home),
  );
  expect(dead).toEqual([]);
});

it('has no poll message that nothing sends', () => {
  const home = 'src/rules/registrar/poll-messages.ts';
  expect(Object.keys(pollMessages).filter((key) => !uses(`pollMessages.${key}`, home))).toEqual([]);
});

it('exports nothing that nobody takes', () => {
  const taken = new Set(sources.flatMap(({ file, text }) => importsOf(file, text)));
  const unused = sources
    .filter(
      ({ file }) =>
        /^(?:src|packages)\//.test(file) && !forOthers.has(file) && !file.endsWith('.generated.ts'),
    )
    .flatMap(({ file, text }) => exportsOf(text).map((name) => `${file}#${name}`))
    .filter((one) => !taken.has(one) && !taken.has(one.replace(/#.*/, '#*')));
  expect(unused).toEqual([]);
});
