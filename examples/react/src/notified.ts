import type { NotifiedFragment } from './gql/graphql.ts';
import { graphql } from './gql/index.ts';

graphql(`
  fragment Notified on Notices {
    summary
  }
`);

/** Everybody who would get a mail or a poll message. */
export const notifiedBy = (notifies: NotifiedFragment | null | undefined): string =>
  notifies ? `Notified: ${notifies.summary}.` : 'Who is notified is not known before.';
