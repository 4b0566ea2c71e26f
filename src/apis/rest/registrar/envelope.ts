import { changedIn, type Failure, isNotNow } from '../../../core/errors.ts';
import { type StatusTable, statusOf, usualReasons, usualStatuses } from '../status.ts';
import { fileTroubleIn } from './change-set-view.ts';

export const successTexts = {
  1000: 'Command completed successfully',
  1001: 'Command completed successfully; action pending',
  1100: 'Command completed successfully; Postal address data discarded',
} as const;

/** The `data` of a route without a result. */
export const nothing = { type: 'object', maxProperties: 0 } as const;

/** `{code, message, data}` with HTTP 200 (docs/rules/registrar.md#success). */
export function success(
  data: unknown = {},
  code: keyof typeof successTexts = 1000,
  message?: string,
): { readonly body: unknown } {
  return { body: { code, message: message ?? successTexts[code], data } };
}

/** docs/rules/registrar.md#http-statuses. */
const statuses: StatusTable = { codes: usualStatuses, reasons: usualReasons };

/**
 * Only the first error is reported, and data is an empty object (docs/rules/registrar.md#which-refusal-is-reported), except
 * that clients with outcomes get the changes, and senders of files the mistakes in them.
 */
export function refusalEnvelope(failures: readonly [Failure, ...Failure[]]): {
  status: number;
  body: unknown;
} {
  const [first] = failures;
  const { resultCode: code, message } = first;
  return {
    status: statusOf(first, statuses),
    body: {
      code,
      message,
      data: { ...changedIn(first), ...fileTroubleIn(failures) },
      ...(isNotNow(first) && { retryable: true }),
    },
  };
}
