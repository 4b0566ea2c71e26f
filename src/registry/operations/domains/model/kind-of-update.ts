import type { DomainDraft } from './domain-draft.ts';

type Dated = Pick<DomainDraft, 'statuses' | 'expiresAt'>;

/** Whether a domain has just expired, which its dates do not show: nothing else is the kind of such an entry. */
export const kindOfUpdate = (before: Dated, after: Dated): 'EXPIRED' | undefined =>
  !before.statuses.includes('expired') &&
  after.statuses.includes('expired') &&
  before.expiresAt.getTime() === after.expiresAt.getTime()
    ? 'EXPIRED'
    : undefined;
