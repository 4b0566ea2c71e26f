import { type Failure, failure } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { codePoints, isBlank, isUnsafeText } from '../text.ts';
import type { PollMessage } from './poll-messages.ts';

/** The kinds of notices to registrars (docs/rules/registrar.md#notices), with the subject of the mail. */
export const noticeSubjects = {
  NEWS: 'News from the domain registry',
  MAINTENANCE: 'Maintenance of the domain registry',
  INCIDENT: 'Incident at the domain registry',
  RULES: 'Change of the rules of the domain registry',
} as const;

export type NoticeKind = keyof typeof noticeSubjects;
export const noticeKinds = Object.keys(noticeSubjects) as [NoticeKind, ...NoticeKind[]];

const longestNotice = limit('characters of a notice to registrars', 1000, 'It is a poll message.');

export function wrongNotice(text: string): Failure | undefined {
  const path = ['text'];
  if (isBlank(text))
    return failure('REQUIRED_PARAMETER_MISSING', 'Required parameter missing: text', { path });
  return codePoints(text) > longestNotice || isUnsafeText(text)
    ? failure(
        'PARAMETER_VALUE_SYNTAX',
        `Invalid parameter 'text': Must be plain text on one line, at most ${longestNotice} characters`,
        { path },
      )
    : undefined;
}

/** How long before a certificate or token ends its registrar is notified. */
export const noticeDays = 14;

type KindOf<Message> = Message extends `${infer Kind}_ending` ? Kind : never;

/** A kind of things that end by themselves. */
export interface EndingThing {
  readonly kind: KindOf<PollMessage['kind']>;
  readonly called: string;
}

export const endingMessage = (
  { kind, called }: EndingThing,
  name: string,
  day: string,
): PollMessage & { readonly subject: string } => ({
  kind: `${kind}_ending`,
  subject: `${called} ends on ${day}`,
  text: `${called} ${name} ends on ${day}`,
});
