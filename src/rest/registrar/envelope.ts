import { type Failure, httpStatusOf, isNotNow } from '../../core/errors.ts';
import type { RestAnswer } from '../door.ts';

export const successTexts = {
  1000: 'Command completed successfully',
  1001: 'Command completed successfully; action pending',
  1100: 'Command completed successfully; Postal address data discarded',
} as const;

/** The `data` of a route that has nothing to tell. */
export const nothing = { type: 'object', maxProperties: 0 } as const;

/** `{code, message, data}` with HTTP 200 (docs/rules/registrar.md#success). */
export function success(
  data: unknown = {},
  code: keyof typeof successTexts = 1000,
  message?: string,
): RestAnswer {
  return { body: { code, message: message ?? successTexts[code], data } };
}

/** Only the first error is told, and data is always an empty object (docs/rules/registrar.md#which-refusal-is-told). */
export function refusalEnvelope([first]: readonly [Failure, ...Failure[]]): {
  status: number;
  body: unknown;
} {
  const { resultCode: code, message } = first;
  return {
    status: httpStatusOf(first),
    body: { code, message, data: {}, ...(isNotNow(first) && { retryable: true }) },
  };
}
