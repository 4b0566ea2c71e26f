import { type Letter, letter } from '../../../rules/words/letters.ts';
import type { Contact } from '../../../store/registry/contacts.ts';

/** A request for a registrant's confirmation. */
export type Question =
  | { readonly kind: 'update'; readonly newRegistrant: Contact }
  | { readonly kind: 'delete' };

export interface Mail extends Letter {
  readonly contactId: number;
  readonly to: string;
}

interface ConfirmationRequest {
  readonly domain: string;
  /** The present registrant, who decides. */
  readonly registrant: Contact;
  readonly askedBy: string;
  readonly answerBy: string;
  readonly link: string;
}

/**
 * Returns the mails about a request for confirmation. Only the present registrant gets the link; a new one is told
 * that somebody else decides.
 */
export function confirmationMails(question: Question, asked: ConfirmationRequest): Mail[] {
  const { domain, registrant, askedBy: registrar, answerBy: until, link } = asked;
  if (question.kind === 'delete')
    return [
      {
        contactId: registrant.id,
        to: registrant.email ?? '',
        ...letter((say) => ({
          subject: say('askDeletionSubject', { domain }),
          paragraphs: [
            say('greeting', { name: registrant.name }),
            say('askDeletion', { registrar, domain }),
            say('answerHere', { until }),
            link,
            say('askDeletionElse'),
          ],
        })),
      },
    ];
  const { newRegistrant } = question;
  return [
    {
      contactId: registrant.id,
      to: registrant.email ?? '',
      ...letter((say) => ({
        subject: say('askChangeSubject', { domain }),
        paragraphs: [
          say('greeting', { name: registrant.name }),
          say('askChange', { registrar, domain, newRegistrant: newRegistrant.name }),
          say('answerHere', { until }),
          link,
          say('askChangeElse'),
        ],
      })),
    },
    {
      contactId: newRegistrant.id,
      to: newRegistrant.email ?? '',
      ...letter((say) => ({
        subject: say('newcomerSubject', { domain }),
        paragraphs: [
          say('greeting', { name: newRegistrant.name }),
          say('newcomer', { registrar, domain, until }),
        ],
      })),
    },
  ];
}

/** `cancelled`: the registrar has withdrawn its request. */
export type Answer = 'approved' | 'rejected' | 'lapsed' | 'cancelled';

const outcomes = {
  update: {
    approved: 'changeApproved',
    rejected: 'changeRejected',
    lapsed: 'changeLapsed',
    cancelled: 'changeCancelled',
  },
  delete: {
    approved: 'deletionApproved',
    rejected: 'deletionRejected',
    lapsed: 'deletionLapsed',
    cancelled: 'deletionCancelled',
  },
} as const;

/** The outcome, for everyone who got the confirmation mail. */
export const outcomeMails = (
  kind: Question['kind'],
  answer: Answer,
  domain: string,
  people: readonly Contact[],
): Mail[] =>
  people.map(({ id, name, email }) => ({
    contactId: id,
    to: email ?? '',
    ...letter((say) => ({
      subject: say(`${answer}Subject`, { domain }),
      paragraphs: [say('greeting', { name }), say(outcomes[kind][answer], { domain })],
    })),
  }));
