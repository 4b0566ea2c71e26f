import { changedIn, type Failure, isAboutOutcome, isNotNow } from '../../../base/errors.ts';
import { isGeneral, type StatusTable, statusOf, usualReasons, usualStatuses, usualTexts } from '../status.ts';

/** Wrong values are 422 in this API; only a body that cannot be parsed is 400. */
const statuses: StatusTable = {
  codes: {
    ...usualStatuses,
    COMMAND_USE: 422,
    REQUIRED_PARAMETER_MISSING: 422,
    PARAMETER_VALUE_RANGE: 422,
    PARAMETER_VALUE_SYNTAX: 422,
    BILLING_FAILURE: 422,
    NOT_ELIGIBLE_FOR_RENEWAL: 422,
    NOT_ELIGIBLE_FOR_TRANSFER: 422,
    OBJECT_EXISTS: 422,
    OBJECT_STATUS_PROHIBITS: 422,
    OBJECT_ASSOCIATION_PROHIBITS: 422,
    PARAMETER_VALUE_POLICY: 422,
    DATA_MANAGEMENT_POLICY: 422,
    OUTCOME_INVALID: 422,
  },
  reasons: { ...usualReasons, 'named-object': 422, 'wrong-object-code': 422 },
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
  const status = statusOf(first, statuses);
  return { status, body: bodyOf(first, failures, status) };
}

function bodyOf(first: Failure, failures: readonly Failure[], status: number): unknown {
  const { details = {}, message } = first;
  if (isNotNow(first)) return { error: message, code: first.resultCode, retryable: true };
  if (isAboutOutcome(first)) return { error: message, code: first.resultCode, data: changedIn(first) };
  if (status === 401) return { message: 'Access denied', code: '403' };
  if (status === 501) return { message: details.message, error: message };
  if (details.body) return details.body;
  if (details.error) return { error: details.error };
  if (first.path) return { error: byField(failures) };
  return { error: (isGeneral(first) && usualTexts[status]) || message };
}

function byField(failures: readonly Failure[]): Record<string, string[]> {
  const texts: Record<string, string[]> = {};
  for (const { path, message } of failures) {
    const field = path?.[0];
    if (field !== undefined) texts[field] = [...(texts[field] ?? []), message];
  }
  return texts;
}
