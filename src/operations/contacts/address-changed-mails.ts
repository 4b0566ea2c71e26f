import { type Letter, letter } from '../../rules/words/letters.ts';

interface Mail extends Letter {
  readonly to: string;
}

/**
 * To the new address and to the old one: whoever has not asked for it hears of it
 * (docs/rules/registrar.md#updating-a-contact).
 */
export function addressChangedMails(
  { name, email: before }: { readonly name: string; readonly email: string },
  after: string,
): Mail[] {
  const reported = letter((say) => ({
    subject: say('addressChangedSubject'),
    paragraphs: [
      say('greeting', { name }),
      say('addressChanged', { before, after }),
      say('addressChangedElse'),
    ],
  }));
  return [after, before].map((to) => ({ to, ...reported }));
}
