import { type ErrorCode, errorCatalogue, errorCodes } from '../../base/error-catalogue.ts';
import type { Failure, FailureReason } from '../../base/errors.ts';

/** One API's HTTP status of every failure, by its reason or else its code. */
export interface StatusTable {
  readonly reasons: Readonly<Record<FailureReason, number>>;
  readonly codes: Readonly<Record<ErrorCode, number>>;
}

/** The statuses in the catalogue of errors. */
export const usualStatuses = Object.fromEntries(
  errorCodes.map((code) => [code, errorCatalogue[code].httpStatus]),
) as Readonly<Record<ErrorCode, number>>;

/** The HTTP status for each reason in most APIs. */
export const usualReasons: StatusTable['reasons'] = {
  'named-object': 400,
  'of-rows': 400,
  'wrong-object-code': 400,
  'numbers-used-up': 501,
  'under-way': 409,
  'service-away': 502,
  'service-unreadable': 422,
  'not-built': 400,
  'not-now': 503,
};

/** Messages for clients of the billing and reservation APIs in place of our own, where a failure is general. */
export const usualTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
};

/** Tells whether the router has refused it, before any rule of an API. */
export const isGeneral = ({ code, message }: Failure): boolean =>
  code === 'COMMAND_SYNTAX' || message === errorCatalogue[code].message;

/** Refused by the router for a problem of the HTTP request itself, in any API, before an operation runs. */
export interface ApiFailure extends Failure {
  readonly status: 406 | 413 | 415;
}

const isOfApi = (reason: Failure): reason is ApiFailure => 'status' in reason;

export function statusOf(reason: Failure, { reasons, codes }: StatusTable): number {
  if (isOfApi(reason)) return reason.status;
  return reason.reason === undefined ? codes[reason.code] : reasons[reason.reason];
}
