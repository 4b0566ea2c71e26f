import { languages, type Say, sayIn } from './words.ts';

export interface Letter {
  readonly subject: string;
  readonly text: string;
}

/**
 * A mail to a person whose language is unknown: the whole text in both languages, the country's first. `write` is
 * called once for each.
 */
export function letter(
  write: (say: Say) => { readonly subject: string; readonly paragraphs: readonly string[] },
): Letter {
  const parts = languages.map((language) => {
    const say = sayIn(language);
    const { subject, paragraphs } = write(say);
    return { subject, text: [...paragraphs, say('signature')].join('\n\n') };
  });
  return {
    subject: parts.map(({ subject }) => subject).join(' / '),
    text: [
      sayIn(languages[0])('otherLanguageBelow'),
      parts.map(({ text }) => text).join(`\n\n${line}\n\n`),
    ].join('\n\n'),
  };
}

const line = '-'.repeat(40);
