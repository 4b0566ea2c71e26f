import { changedIn, type Failure, isAboutOutcome, isNotNow } from '../../../base/errors.ts';
import { malformedNames } from '../../../registry/rules/reservation/reservation-names.ts';
import { isGeneral, type StatusTable, statusOf, usualReasons, usualStatuses, usualTexts } from '../status.ts';

/** A valid request that cannot be fulfilled is 422 in this API (docs/rules/reservation.md#refusals). */
const statuses: StatusTable = {
  codes: {
    ...usualStatuses,
    PARAMETER_VALUE_RANGE: 422,
    OBJECT_EXISTS: 422,
    OBJECT_STATUS_PROHIBITS: 422,
  },
  reasons: usualReasons,
};

const texts: typeof usualTexts = { ...usualTexts, 400: malformedNames().message };

/** `{"error": text}`, with details for an unpaid PDF and for an outage only (docs/rules/reservation.md#refusals). */
export function reservationRefusal([first]: readonly [Failure, ...Failure[]]): {
  status: number;
  body: unknown;
} {
  const status = statusOf(first, statuses);
  if (isNotNow(first))
    return { status, body: { error: first.message, code: first.resultCode, retryable: true } };
  if (isAboutOutcome(first))
    return { status, body: { error: first.message, code: first.resultCode, data: changedIn(first) } };
  const error = (isGeneral(first) && texts[status]) || first.message;
  const details = status === 500 || first.details?.taken ? undefined : first.details;
  return { status, body: { error, ...(details && { details }) } };
}
