import { limit } from '../../../base/limits.ts';

/** A recipient of the notifications of a write. */
interface Notified {
  readonly who: string;
  readonly by: 'mail' | 'message';
  readonly count?: number;
}

export const mostNamed = limit('recipients that a sentence names', 20, 'The rest are counted.');

/**
 * The recipients and channels of notifications: `registrar Beta by poll message, 2 times; contact ALPHA:TAMM by
 * e-mail`.
 */
export function notifiedInWords(
  recipients: readonly Notified[],
  { mails, messages }: { readonly mails: number; readonly messages: number },
): string {
  if (recipients.length === 0) return 'nobody';
  const named = recipients.slice(0, mostNamed).map(({ who, by, count = 1 }) => {
    const times = count > 1 ? `, ${count} times` : '';
    return `${who} by ${by === 'mail' ? 'e-mail' : 'poll message'}${times}`;
  });
  const others = `and others: ${counted(mails, 'mail')} and ${counted(messages, 'poll message')} in all`;
  return [...named, ...(recipients.length > mostNamed ? [others] : [])].join('; ');
}

const counted = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
