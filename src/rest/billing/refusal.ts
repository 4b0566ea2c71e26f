import { errorCatalogue, type Failure, httpStatusOf, isNotNow } from '../../core/errors.ts';

/** What is said where the house's own words would be strange to this API's clients. */
const usualTexts: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  500: 'Internal Server Error',
};

/**
 * `{"error": ...}`: a text, fields with their texts, or the payment provider's own object. Two older shapes stay as
 * clients know them: 401 with the code "403", and 501 with both keys (docs/rules/billing.md#ownership, #refusals).
 */
export function billingRefusal(failures: readonly [Failure, ...Failure[]]): {
  status: number;
  body: unknown;
} {
  const [first] = failures;
  const status = billingStatus(first);
  return { status, body: bodyOf(first, failures, status) };
}

function bodyOf(first: Failure, failures: readonly Failure[], status: number): unknown {
  const { details = {}, message } = first;
  if (isNotNow(first)) return { error: message, code: first.resultCode, retryable: true };
  if (status === 401) return { message: 'Access denied', code: '403' };
  if (status === 501) return { message: details.message, error: message };
  if (details.body) return details.body;
  if (details.error) return { error: details.error };
  if (first.path) return { error: byField(failures) };
  return { error: (isGeneral(first) && usualTexts[status]) || message };
}

/** What is wrong with values is 422 here; only a body that cannot be read at all is 400. */
function billingStatus(first: Failure): number {
  const status = httpStatusOf(first);
  return status === 400 && first.code !== 'COMMAND_SYNTAX' ? 422 : status;
}

function byField(failures: readonly Failure[]): Record<string, string[]> {
  const texts: Record<string, string[]> = {};
  for (const { path, message } of failures) {
    const field = path?.[0];
    if (field !== undefined) texts[field] = [...(texts[field] ?? []), message];
  }
  return texts;
}

/** Found by the door itself, before any rule of this API was asked. */
const isGeneral = ({ code, message }: Failure): boolean =>
  code === 'COMMAND_SYNTAX' || message === errorCatalogue[code].message;
