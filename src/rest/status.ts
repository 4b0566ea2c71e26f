import { type ErrorCode, errorCatalogue, errorCodes } from '../core/error-catalogue.ts';
import type { Failure, FailureReason } from '../core/errors.ts';

/** One API's HTTP status of every failure, by its reason or else its code. */
export interface StatusTable {
  readonly reasons: Readonly<Record<FailureReason, number>>;
  readonly codes: Readonly<Record<ErrorCode, number>>;
}

/** As the catalogue shows them. */
export const usualStatuses = Object.fromEntries(
  errorCodes.map((code) => [code, errorCatalogue[code].httpStatus]),
) as Readonly<Record<ErrorCode, number>>;

/** Refused by the router for a problem of the HTTP request itself, in any API, before an operation runs. */
export interface ApiFailure extends Failure {
  readonly status: 406 | 413 | 415;
}

const isOfApi = (reason: Failure): reason is ApiFailure => 'status' in reason;

export function statusOf(reason: Failure, { reasons, codes }: StatusTable): number {
  if (isOfApi(reason)) return reason.status;
  return reason.reason === undefined ? codes[reason.code] : reasons[reason.reason];
}
