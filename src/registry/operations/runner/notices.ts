import type { OutboxItem, PollMessage, Recipient } from '../../../base/events.ts';
import { limit } from '../../../base/limits.ts';

/** A recipient of mails or poll messages, and how many it would get. */
export interface Notice {
  readonly by: 'mail' | 'message';
  readonly to: Recipient;
  readonly count: number;
}

/** The recipients of the notifications of a write. */
export interface Notices {
  readonly mails: number;
  readonly messages: number;
  /** The first recipients. */
  readonly recipients: readonly Notice[];
}

const mostRecipients = limit('recipients that a confirmation lists', 100, 'All are counted.');

interface Messages {
  readonly outbox: readonly OutboxItem[];
  readonly messages: readonly PollMessage[];
}

/** The recipients, taken from the mails and messages that the write has produced. */
export function noticesIn({ outbox, messages }: Messages): Notices {
  // A contact that another registry reports may have no address and then gets nothing.
  const mails = outbox.filter((item) => item.kind === 'mail').filter(({ payload }) => payload.to !== '');
  // Registrars come first, because they are few.
  const all = [
    ...messages.map(({ registrarId }) => ({ by: 'message', to: { registrarId } }) as const),
    ...mails.flatMap(({ recipients }) => recipients.map((to) => ({ by: 'mail', to }) as const)),
  ];
  const byRecipient = new Map<string, Notice>();
  for (const one of all) {
    const key = JSON.stringify(one);
    byRecipient.set(key, { ...one, count: (byRecipient.get(key)?.count ?? 0) + 1 });
  }
  return {
    mails: mails.length,
    messages: messages.length,
    recipients: [...byRecipient.values()].slice(0, mostRecipients),
  };
}
