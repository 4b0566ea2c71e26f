/** A place in which a person was found, as a document shows it. */
interface Place {
  readonly name: string;
  readonly kept: string | null;
  readonly isWhole: boolean;
  readonly rows: readonly unknown[];
}

const escaped = (value: unknown): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(
    /[&<>"]/g,
    (letter) => `&#${letter.charCodeAt(0)};`,
  );

const wordsOf = (name: string): string => escaped(name.replaceAll('_', ' '));

const factsOf = (row: unknown): string =>
  `<dl>${Object.entries(row as Readonly<Record<string, unknown>>)
    .filter(([, value]) => value !== null && value !== '')
    .map(([column, value]) => `<dt>${wordsOf(column)}</dt><dd>${escaped(value)}</dd>`)
    .join('')}</dl>`;

/**
 * Everything that is held about a person, to be read, printed and handed over: one file without anything from
 * elsewhere.
 */
export const personDocument = ({
  key,
  contacts,
  places,
}: {
  readonly key: string;
  readonly contacts: readonly string[];
  readonly places: readonly Place[];
}): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>What is held about ${escaped(key)}</title>
<style>
body { font: 11pt/1.4 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem; color-scheme: light dark }
dl { display: grid; grid-template-columns: 12rem 1fr; border-top: 1px solid; padding-top: .5rem; break-inside: avoid }
dd { margin: 0; overflow-wrap: anywhere }
@media print { body { margin: 0 } }
</style>
<h1>What is held about ${escaped(key)}</h1>
<p>${contacts.length > 0 ? `Contacts: ${escaped(contacts.join(', '))}.` : 'No contact has it or had it.'}</p>
${places
  .map(
    ({ name, kept, isWhole, rows }) => `<h2>${wordsOf(name)}</h2>
<p>${kept === null ? 'Can be erased.' : `Kept: ${escaped(kept)}.`}${isWhole ? '' : ` Only the newest ${rows.length} are shown.`}</p>
${rows.map(factsOf).join('\n')}`,
  )
  .join('\n')}
</html>
`;
