import type { Failure } from '../../../../base/errors.ts';
import type { Moment } from '../../../rules/contact/ident.ts';
import type { RegistrySettings } from '../../../rules/domain/domain-settings.ts';
import {
  renewalHorizonFailure,
  renewalWindowClosed,
  renewalWindowOpen,
  renewedExpiry,
} from '../../../rules/domain/period.ts';
import type { OperationContext } from '../../operation.ts';
import { domainProblems } from './check-domain.ts';
import type { DomainDraft } from './domain-draft.ts';
import type { JudgedState } from './domain-state.ts';
import { forbidden } from './forbidden.ts';

/**
 * The reasons against a renewal, in two steps. Between them the renewal of a single domain also checks the given
 * expiry date (docs/rules/registrar.md#renewal).
 */
export interface RenewalFailures {
  /** The failures by the statuses, the renewal window, and whether the present domain is valid. */
  readonly first: readonly Failure[];
  /** The new expiry date is too far ahead. */
  readonly horizon: readonly Failure[];
}

export function renewalFailures(
  moment: Moment,
  { row, draft }: JudgedState,
  months: number | null,
  settings: RegistrySettings,
): RenewalFailures {
  const { now, calendar } = moment;
  const window = settings.daysToRenewDomainBeforeExpire;
  const horizon =
    months === null
      ? undefined
      : renewalHorizonFailure(renewedExpiry(draft.expiresAt, months, calendar), now, calendar);
  return {
    first: [
      ...forbidden({ row }, 'renew'),
      ...(renewalWindowOpen(draft.expiresAt, now, window, calendar)
        ? []
        : [renewalWindowClosed(draft.expiresAt, window, calendar)]),
      ...domainProblems(draft, draft, settings, moment).all,
    ],
    horizon: horizon ? [horizon] : [],
  };
}

const endedByRenewal = ['expired', 'pendingDelete', 'pendingDeleteConfirmation'];

/** A renewal does not end a hold that has a note (docs/rules/registrar.md#renewal). */
export function renewed(draft: DomainDraft, months: number, { calendar }: OperationContext): DomainDraft {
  const holdStays = Boolean(draft.statusNotes.serverHold);
  return {
    ...draft,
    months,
    expiresAt: renewedExpiry(draft.expiresAt, months, calendar),
    outzoneAt: null,
    deleteDate: null,
    removeAt: null,
    statuses: draft.statuses.filter(
      (status) => !endedByRenewal.includes(status) && (status !== 'serverHold' || holdStays),
    ),
  };
}
