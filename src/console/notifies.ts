import { type Html, html } from '../web/html.ts';

/** Who a write would notify, as the graph tells it. */
export interface Notifies {
  readonly mails: number;
  readonly messages: number;
  readonly recipients: readonly {
    readonly by: 'MAIL' | 'MESSAGE';
    readonly kind: 'CONTACT' | 'REGISTRAR' | 'OPERATORS' | 'OTHER';
    readonly count: number;
    readonly contact: { readonly code: string; readonly name: string } | null;
    readonly registrar: { readonly name: string } | null;
  }[];
}

type Notified = Notifies['recipients'][number];

/** A page shows so many; the rest is counted. */
const mostShown = 20;

/** Everybody by name, with how: what is confirmed is not only a number. */
export function notifiedInWords(notifies: Notifies | null): Html | string {
  if (!notifies) return 'not known before it is done';
  const { mails, messages, recipients } = notifies;
  if (recipients.length === 0) return 'nobody';
  const [shown, left] = [recipients.slice(0, mostShown), recipients.length > mostShown];
  return html`${shown.map((one) => html`${inWords(one)}<br>`)}${
    left && `and others: ${counted(mails, 'mail')} and ${counted(messages, 'poll message')} in all`
  }`;
}

function inWords(one: Notified): string {
  const times = one.count > 1 ? `, ${one.count} times` : '';
  return `${whoIs(one)} ${one.by === 'MAIL' ? 'by e-mail' : 'by poll message'}${times}`;
}

function whoIs({ kind, contact, registrar }: Notified): string {
  if (kind === 'OPERATORS') return 'the operators of the registry';
  if (kind === 'OTHER') return 'the address that you gave';
  if (kind === 'REGISTRAR') return `registrar ${registrar?.name ?? ''}`.trim();
  return contact ? `contact ${contact.name} (${contact.code})` : 'a new contact';
}

const counted = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;
