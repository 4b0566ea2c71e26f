import { changedIn, type Failure, isNotNow, waitingIn } from '../../../base/errors.ts';
import { reasonInWords } from '../../../registry/rules/domain/reason-in-words.ts';
import { isHash } from '../codec.ts';
import { textSchema, textsSchema } from '../shapes.ts';
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

/** Details of refusals, which the graph shows under the same names without underscores. */
const told = {
  renewable_from: 'renewableFrom',
  statuses: 'statuses',
  codes: 'codes',
  reasons: 'reasons',
  hostname: 'hostname',
} as const;

/** The details that tell the caller how to proceed, as in the graph. */
function beside(reason: Failure): object {
  const { details = {} } = reason;
  const explanation = reasonInWords(reason);
  return {
    ...(explanation !== null && { explanation }),
    ...Object.fromEntries(
      Object.entries(told).flatMap(([name, detail]) =>
        details[detail] === undefined ? [] : [[name, details[detail]]],
      ),
    ),
  };
}

/** The details that another Zonegraph reports; other registries have empty data. */
export function detailsIn(data: unknown): Readonly<Record<string, unknown>> | undefined {
  const said = isHash(data) ? data : {};
  const isText = (value: unknown): boolean => typeof value === 'string';
  const found = Object.entries(told).flatMap(([name, detail]) => {
    const value = said[name];
    return isText(value) || (Array.isArray(value) && value.every(isText)) ? [[detail, value]] : [];
  });
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** The schemas of the details of refusals, for the OpenAPI document. */
export const besideRefusals = {
  explanation: textSchema('The reason in a sentence, and how to proceed'),
  renewable_from: { type: 'string', format: 'date', description: 'The first day on which it can be renewed' },
  statuses: textsSchema('The statuses that prevent it'),
  codes: textsSchema('The contacts that prevent it'),
  reasons: textsSchema('What is wrong with the contact, in words'),
  hostname: textSchema('The nameserver concerned'),
} as const satisfies Record<keyof typeof told | 'explanation', object>;

/**
 * Reports only the first error (docs/rules/registrar.md#which-refusal-is-reported). Its data have further details:
 * how to proceed, the changes for clients with outcomes, and the mistakes for senders of files.
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
      data: { ...beside(first), ...changedIn(first), ...waitingIn(first), ...fileTroubleIn(failures) },
      ...(isNotNow(first) && { retryable: true }),
    },
  };
}
