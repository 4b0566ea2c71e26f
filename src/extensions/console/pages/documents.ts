import { readFileSync } from 'node:fs';

const read = (file: string): string =>
  readFileSync(new URL(`documents/${file}.graphql`, import.meta.url), 'utf8');

const fragments = read('fragments').split(/^(?=fragment )/m);
const documents = new Map<string, string>();

/** The document in documents/ with this name, and the fragments that it uses. */
export function documentNamed(name: string): string {
  const known = documents.get(name);
  if (known !== undefined) return known;
  const text = read(name);
  const used = new Set([...text.matchAll(/\.\.\.(\w+)/g)].map(([, fragment]) => fragment));
  const whole = text + fragments.filter((one) => used.has(one.split(' ', 2)[1])).join('');
  documents.set(name, whole);
  return whole;
}
