import { type Command, fail, text } from '../command.ts';

interface Person {
  readonly key: string;
  readonly places: readonly {
    readonly name: string;
    readonly kept: string | null;
    readonly rows: readonly object[];
  }[];
}

export const person: Command = {
  name: 'person',
  summary: 'print everything that is held about a person',
  argument: 'person',
  options: { html: { description: 'as a document to be read and printed instead of JSON' } },
  details:
    'An identity code or an e-mail address. The look is written to the access log; personErase erases what is not needed any more.',
  run: async ({ given, registry, print }) => {
    const key = text(given, 'person') ?? fail('Say who: an identity code or an e-mail address');
    const { personData } = await (await registry()).ask<{ personData: Person }>(
      'query ($person: String!) { personData(person: $person) { key contacts places { name kept isWhole rows } } }',
      { person: key },
    );
    print(given.html === true ? documentOf(personData) : JSON.stringify(personData, null, 2));
  },
};

const escaped = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(
    /[&<>"]/g,
    (letter) => `&#${letter.charCodeAt(0)};`,
  );

const wordsOf = (name: string): string => escaped(name.replaceAll('_', ' '));

/** One file without anything from elsewhere. */
const documentOf = ({ key, places }: Person): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>What is held about ${escaped(key)}</title>
<style>
body { font: 11pt/1.4 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
dl { display: grid; grid-template-columns: 12rem 1fr; border-top: 1px solid; padding-top: .5rem; break-inside: avoid }
dd { margin: 0; overflow-wrap: anywhere }
@media print { body { margin: 0 } }
</style>
<h1>What is held about ${escaped(key)}</h1>
${places
  .map(
    ({ name, kept, rows }) => `<h2>${wordsOf(name)}</h2>
<p>${kept === null ? 'Can be erased.' : `Kept: ${escaped(kept)}.`}</p>
${rows
  .map(
    (row) =>
      `<dl>${Object.entries(row)
        .filter(([, value]) => value !== null && value !== '')
        .map(([column, value]) => `<dt>${wordsOf(column)}</dt><dd>${escaped(value)}</dd>`)
        .join('')}</dl>`,
  )
  .join('\n')}`,
  )
  .join('\n')}
</html>`;
