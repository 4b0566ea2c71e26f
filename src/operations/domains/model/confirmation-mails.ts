import type { Contact } from '../../../store/registry/contacts.ts';

/** What a registrant is asked. */
export type Question =
  | { readonly kind: 'update'; readonly newRegistrant: Contact }
  | { readonly kind: 'delete' };

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

interface Asked {
  readonly domain: string;
  /** Who holds the domain now, and decides. */
  readonly registrant: Contact;
  readonly askedBy: string;
  readonly answerBy: string;
  readonly link: string;
}

/** The link goes to the present registrant only; a new one is told that somebody else decides. */
export function confirmationMails(question: Question, asked: Asked): Mail[] {
  const { domain, registrant, askedBy, answerBy, link } = asked;
  if (question.kind === 'delete')
    return [
      {
        to: registrant.email,
        subject: `Please confirm: delete ${domain}?`,
        text: lines(
          `Hello ${registrant.name},`,
          `${askedBy} has asked us to delete your domain ${domain}. Nothing happens unless you agree.`,
          `Approve or reject it here, by ${answerBy}:`,
          link,
          'If you do not want this, reject it or do nothing: without your word the domain stays.',
        ),
      },
    ];
  const { newRegistrant } = question;
  return [
    {
      to: registrant.email,
      subject: `Please confirm: a new registrant for ${domain}?`,
      text: lines(
        `Hello ${registrant.name},`,
        `${askedBy} has asked us to make ${newRegistrant.name} the registrant of your domain ${domain}.` +
          ' Nothing changes unless you agree.',
        `Approve or reject it here, by ${answerBy}:`,
        link,
        'If you do not want this, reject it or do nothing: without your word the domain stays yours.',
      ),
    },
    {
      to: newRegistrant.email,
      subject: `You are to become the registrant of ${domain}`,
      text: lines(
        `Hello ${newRegistrant.name},`,
        `${askedBy} has asked us to make you the registrant of the domain ${domain}. We have asked its` +
          ` present registrant, who has until ${answerBy} to agree. There is nothing for you to do.`,
      ),
    },
  ];
}

export type Answer = 'approved' | 'rejected' | 'lapsed';

const outcomes: Readonly<Record<Question['kind'], Readonly<Record<Answer, (domain: string) => string>>>> = {
  update: {
    approved: (domain) => `The change of the registrant of ${domain} was approved and made.`,
    rejected: (domain) => `The change of the registrant of ${domain} was rejected. Nothing has changed.`,
    lapsed: (domain) => `Nobody answered in time: the registrant of ${domain} has not changed.`,
  },
  delete: {
    approved: (domain) =>
      `The deletion of ${domain} was approved. It has stopped working and will be removed.`,
    rejected: (domain) => `The deletion of ${domain} was rejected. Nothing has changed.`,
    lapsed: (domain) => `Nobody answered in time: ${domain} is not deleted.`,
  },
};

/** What became of it, for everyone who was told of the question. */
export function outcomeMails(
  kind: Question['kind'],
  answer: Answer,
  domain: string,
  people: readonly Contact[],
): Mail[] {
  const outcome = outcomes[kind][answer](domain);
  return people.map(({ name, email }) => ({
    to: email,
    subject: `${domain}: ${answer}`,
    text: lines(`Hello ${name},`, outcome),
  }));
}

const lines = (...paragraphs: readonly string[]): string =>
  [...paragraphs, 'The domain registry'].join('\n\n');
