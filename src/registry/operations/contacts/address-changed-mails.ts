import { type Letter, letter } from '../../rules/words/letters.ts';

interface Mail extends Letter {
  readonly to: string;
}

/**
 * Mails to the new address and to the old one, so that a contact learns of a change that it has not asked for
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
