import type { NotifiedFragment } from './gql/graphql.ts';
import { graphql } from './gql/index.ts';

graphql(`
  fragment Notified on Notices {
    recipients {
      by
      kind
      contact {
        id
        code
      }
      registrar {
        id
        name
      }
    }
  }
`);

/** Everybody who would get a mail or a poll message. */
export function notifiedBy(notifies: NotifiedFragment | null | undefined): string {
  if (!notifies) return 'Who is notified is not known before.';
  if (notifies.recipients.length === 0) return 'Nobody is notified.';
  const each = notifies.recipients.map(
    (one) => `${whoIs(one)} by ${one.by === 'MAIL' ? 'e-mail' : 'poll message'}`,
  );
  return `Notified: ${each.join(', ')}.`;
}

function whoIs({ kind, contact, registrar }: NotifiedFragment['recipients'][number]): string {
  if (kind === 'OPERATORS') return 'the operators of the registry';
  if (kind === 'OTHER') return 'the address that you gave';
  return contact?.code ?? registrar?.name ?? 'a new contact';
}
