import type { Calendar } from '../../../base/calendar.ts';
import { type PollMessage, pollMessages } from '../registrar/poll-messages.ts';
import {
  type ForceDeleteDates,
  type ForceDeleteKind,
  forceDeleteMoments,
  type GracePeriods,
} from './end-of-life.ts';

/** The statuses that a force delete sets (docs/rules/registrar.md#force-delete). */
const forceDeleteStatuses = [
  'serverForceDelete',
  'serverRenewProhibited',
  'serverTransferProhibited',
] as const;

/** The statuses that it removes, so that nothing pending delays it. A deletion in progress continues. */
const endedByForceDelete: readonly string[] = [
  'clientDeleteProhibited',
  'pendingCreate',
  'pendingRenew',
  'pendingTransfer',
  'pendingUpdate',
];

export interface ForceDeletedStatuses {
  readonly statuses: string[];
  /** The statuses that it added: cancelling removes only these. */
  readonly added: string[];
}

export function withForceDelete(statuses: readonly string[]): ForceDeletedStatuses {
  const kept = statuses.filter((status) => !endedByForceDelete.includes(status));
  const added = forceDeleteStatuses.filter((status) => !kept.includes(status));
  return { statuses: [...kept, ...added], added };
}

export interface ForceDeleteNews {
  readonly domain: string;
  readonly kind: ForceDeleteKind;
  readonly dates: ForceDeleteDates;
  readonly expiresAt: Date;
  readonly reason: string | null;
  readonly notes: string | null;
  readonly registrant: { readonly email: string; readonly ident: string };
}

/** Messages 13, 14 and 15: which one depends on the reason (docs/rules/registrar.md#force-delete). */
export function forceDeleteMessage(
  news: ForceDeleteNews,
  grace: GracePeriods,
  calendar: Calendar,
): PollMessage {
  const { domain, kind, dates, expiresAt, reason, notes, registrant } = news;
  const moments = forceDeleteMoments(dates, expiresAt, grace, calendar);
  if (reason === 'invalid_company')
    return pollMessages.forceDeleteSetOnInvalidCompany(
      {
        domain,
        forceDelete: kind,
        start: dates.start ?? calendar.dateOf(expiresAt),
        moments,
        ident: registrant.ident,
        notes: notes ?? '',
      },
      calendar,
    );
  const invalidEmail = reason === 'invalid_email' ? registrant.email : undefined;
  return pollMessages.forceDeleteSet(domain, moments, calendar, invalidEmail);
}
