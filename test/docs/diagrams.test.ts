import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const root = new URL('../../docs/', import.meta.url);
const rules = readdirSync(new URL('rules/', root)).map((file) => file.replace(/\.md$/, ''));
const sourcesOf = (name: string): string[] =>
  [...readFileSync(new URL(`rules/${name}.md`, root), 'utf8').matchAll(/^```mermaid\n([\s\S]*?)^```/gm)].map(
    ([, source = '']) => source,
  );

/** What a diagram says: the words of its states and of its ways. */
const wordsOf = (source: string): string[] => [
  ...[...source.matchAll(/^\s*state "([^"]+)"/gm)].map(([, words = '']) => words),
  ...[...source.matchAll(/ --> \S+ : (.+)$/gm)].map(([, words = '']) => words),
];

describe('a diagram of states', () => {
  const drawn = rules.filter((name) => sourcesOf(name).length > 0);

  it.each(drawn)('is drawn as it is written: %s', (name) => {
    const sources = sourcesOf(name);
    expect(sources.length, 'docs/diagrams/draw.mjs draws one diagram of a document').toBe(1);
    const file = new URL(`guides/images/states-${name}.svg`, root);
    expect(existsSync(file), `${file}: run docs/diagrams/draw.mjs`).toBe(true);
    const texts = [
      ...readFileSync(file, 'utf8').matchAll(/<text class="(?:name|label)"[^>]*>(.*?)<\/text>/g),
    ].map(([, spans = '']) =>
      [...spans.matchAll(/<tspan[^>]*>([^<]*)</g)].map(([, line = '']) => line).join(' '),
    );
    const [source = ''] = sources;
    expect(texts).toEqual(expect.arrayContaining(wordsOf(source)));
    const ways = source.match(/ --> /g) ?? [];
    expect(readFileSync(file, 'utf8').match(/class="way"/g)).toHaveLength(ways.length);
  });
});
