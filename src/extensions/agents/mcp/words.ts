import { notifiedInWords } from '../../../registry/rules/registrar/notified-in-words.ts';
import type { Tool } from './tools.ts';

/** The result of a call. */
export type Result = 'read' | 'shown' | 'waits' | 'done' | 'refused';

interface Payload {
  readonly outcome?: string | null;
  readonly price?: string | null;
  readonly domain?: { readonly expiresAt?: string | null } | null;
  readonly notifies?: {
    readonly mails: number;
    readonly messages: number;
    readonly recipients: readonly {
      readonly by: 'MAIL' | 'MESSAGE';
      readonly contact: { readonly code: string } | null;
      readonly registrar: { readonly code: string } | null;
    }[];
  } | null;
  readonly userErrors?: readonly Problem[];
}

interface Problem {
  readonly code: string;
  readonly message: string;
  readonly explanation?: string | null;
  readonly details?: Waiting | null;
}

/** The details of APPROVAL_NEEDED. */
interface Waiting {
  readonly approval?: string;
  readonly address?: string;
  readonly state?: string;
  readonly endsAt?: string;
}

interface Call {
  readonly outcome: string | undefined;
  readonly replayed: boolean;
  /** True if a person approves each write of this caller. */
  readonly isApproved: boolean;
}

interface Words {
  readonly text: string;
  readonly what: Result;
}

/**
 * Says what an answer means and what comes next. It does not contain what people wrote: that is in the data, where it
 * is fenced.
 */
export function wordsFor(
  { name, writes }: Tool,
  data: unknown,
  { outcome, replayed, isApproved }: Call,
): Words {
  if (!writes) return { what: 'read', text: `The answer of ${name}:` };
  const [payload] = Object.values(data as Readonly<Record<string, Payload | null>>);
  const problems = payload?.userErrors ?? [];
  const waiting = problems.find(({ code }) => code === 'APPROVAL_NEEDED');
  if (waiting) return { what: 'waits', text: waitingFor(waiting.details ?? {}) };
  if (problems.length > 0)
    return {
      what: 'refused',
      text: `Nothing was done: ${problems.map(({ message }) => message).join('; ')}.${adviceOn(problems, name)}`,
    };
  if (replayed)
    return {
      what: 'done',
      text: `This was already done with the same outcome, and nothing was done now. To do it again, call ${name} without an outcome first. The earlier answer:`,
    };
  if (outcome !== undefined) return { what: 'done', text: 'Done, exactly as it was shown:' };
  const price = payload?.price ? ` It would cost ${payload.price} EUR.` : '';
  const expiresOn = payload?.domain?.expiresAt?.slice(0, 10);
  const expiry = expiresOn ? ` The domain would expire on ${expiresOn}.` : '';
  const notified = notifiedBy(payload?.notifies);
  const then = isApproved ? ' It then waits until a person approves it.' : '';
  return {
    what: 'shown',
    text: `Nothing has been done yet; this is what would happen.${price}${expiry}${notified} Show it to the person you work for. If they agree, call ${name} again with the same arguments and this outcome: ${payload?.outcome}${then && `.${then}`}`,
  };
}

function waitingFor({ approval, address, state, endsAt }: Waiting): string {
  const look = `Call show_approval with the id ${approval} to see how it ended.`;
  return state === 'WAITING'
    ? `APPROVAL_NEEDED: nothing has been done yet. A person of the registrar has to approve it until ${endsAt}: give them the address ${address}. You cannot approve it yourself, and calling again changes nothing. ${look}`
    : `APPROVAL_NEEDED: this was asked for before, is ${state} now, and nothing was done by this call. ${look}`;
}

/** How to proceed, if the message does not say it: messages are fixed, and one covers many reasons. */
function adviceOn(problems: readonly Problem[], name: string): string {
  if (problems.some(({ code }) => code === 'OUTCOME_CHANGED'))
    return ` Call ${name} without an outcome, show what has changed, and ask again.`;
  return problems.map(({ explanation }) => (explanation ? ` ${explanation}` : '')).join('');
}

/** Contact codes are user input, so they are only in the data. */
function notifiedBy(notifies: Payload['notifies']): string {
  if (!notifies) return '';
  const recipients = notifies.recipients.map(({ by, contact, registrar }) => {
    const other = registrar ? `registrar ${registrar.code}` : 'the registry';
    return { who: contact ? 'a contact' : other, by: by === 'MAIL' ? 'mail' : 'message' } as const;
  });
  return ` It would notify ${notifiedInWords(recipients, notifies)}.`;
}
