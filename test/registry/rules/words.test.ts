import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { english } from '#src/registry/rules/words/english.ts';
import { estonian } from '#src/registry/rules/words/estonian.ts';
import { letter } from '#src/registry/rules/words/letters.ts';
import { sayIn } from '#src/registry/rules/words/words.ts';

type Key = keyof typeof english;
const keys = Object.keys(english) as Key[];
const bracesIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

describe("the registrants' texts", () => {
  it('is there in both languages, in the same order', () => {
    expect(Object.keys(estonian)).toEqual(keys);
  });

  it.each(keys)('%s names the same in both, ends alike and is not the same text', (key) => {
    const [one, other] = [english[key], estonian[key]];
    expect(bracesIn(other)).toEqual(bracesIn(one));
    expect(other).not.toBe(one);
    const isSentence = (text: string) => /[.?!:]$/.test(text);
    if (key !== 'greeting') expect(isSentence(other), other).toBe(isSentence(one));
    for (const text of [one, other]) expect(text).toBe(text.trim().replaceAll(/\s+/g, ' '));
  });

  it('is Estonian where it should be', () => {
    // Letters that Estonian does not use in words of its own; DNSSEC and names in braces are no words.
    for (const key of keys.filter((one) => one !== 'otherLanguageBelow'))
      expect(estonian[key].replaceAll(/\{\w+\}|DNSSEC/g, ''), key).not.toMatch(/[cqwxy]/i);
  });

  it('is all used', () => {
    const folder = new URL('../../../src/', import.meta.url);
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/words\/(english|estonian)\.ts$/.test(file))
      .map((file) => readFileSync(new URL(file, folder), 'utf8'))
      .join('\n');
    const isUsed = (key: Key) =>
      sources.includes(`'${key}'`) || (key.endsWith('Subject') && sources.includes('}Subject`'));
    expect(keys.filter((key) => !isUsed(key))).toEqual([]);
  });
});

describe('a value in a text', () => {
  it('stays as it is, whatever it holds', () => {
    expect(sayIn('en')('greeting', { name: "O'{name} $& $1" })).toBe("Hello O'{name} $& $1,");
    expect(sayIn('et')('greeting', { name: '{domain}' })).toBe('Tere, {domain}!');
  });
});

describe('a letter', () => {
  it('says everything in Estonian and then in English', () => {
    const { subject, text } = letter((say) => ({
      subject: say('expiredSubject', { domain: 'tamm.ee' }),
      paragraphs: [say('greeting', { name: 'Jaan' })],
    }));
    expect(subject).toBe('Domeen tamm.ee on aegunud / The domain tamm.ee has expired');
    expect(text).toBe(
      [
        'In English below.',
        'Tere, Jaan!',
        'Domeeniregister',
        '-'.repeat(40),
        'Hello Jaan,',
        'The domain registry',
      ].join('\n\n'),
    );
  });
});
