import { errorCatalogue } from '../../core/error-catalogue.ts';
import { changedIn, type Failure, isNotNow } from '../../core/errors.ts';
import { malformedNames } from '../../rules/reservation/reservation-names.ts';
import { type StatusTable, statusOf, usualStatuses } from '../status.ts';

/** What is understood and cannot be had is 422 here (docs/rules/reservation.md#refusals). */
const statuses: StatusTable = {
  codes: {
    ...usualStatuses,
    PARAMETER_VALUE_RANGE: 422,
    OBJECT_EXISTS: 422,
    OBJECT_STATUS_PROHIBITS: 422,
  },
  reasons: {
    'named-object': 400,
    'wrong-object-code': 400,
    'numbers-used-up': 501,
    'under-way': 409,
    'service-away': 502,
    'service-unreadable': 422,
    'not-built': 400,
    'not-now': 503,
  },
};

/** Messages for this API's clients in place of our own. */
const usualTexts: Readonly<Record<number, string>> = {
  400: malformedNames().message,
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
};

/** `{"error": text}`, with details for an unpaid PDF and for an outage only (docs/rules/reservation.md#refusals). */
export function reservationRefusal([first]: readonly [Failure, ...Failure[]]): {
  status: number;
  body: unknown;
} {
  const status = statusOf(first, statuses);
  if (isNotNow(first))
    return { status, body: { error: first.message, code: first.resultCode, retryable: true } };
  if (first.code === 'OUTCOME_CHANGED')
    return { status, body: { error: first.message, code: first.resultCode, data: changedIn(first) } };
  const error = (isGeneral(first) && usualTexts[status]) || first.message;
  const details = status === 500 || first.details?.taken ? undefined : first.details;
  return { status, body: { error, ...(details && { details }) } };
}

/** Found by the router, before any rule of this API. */
const isGeneral = ({ code, message }: Failure): boolean =>
  code === 'COMMAND_SYNTAX' || message === errorCatalogue[code].message;
