import { type Failure, failure } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { codePoints, isBlank, isUnsafeText } from '../text.ts';

const longestReason = limit(
  "characters of an operator's reason",
  500,
  "It stands in the log and in the registrar's message.",
);

/** Returns the failure of the reason of an operator's act (docs/rules/access.md#acting-for-registrars). */
export function wrongReason(reason = ''): Failure | undefined {
  const path = ['reason'];
  if (isBlank(reason))
    return failure('REQUIRED_PARAMETER_MISSING', 'Required parameter missing: reason', { path });
  return codePoints(reason) > longestReason || isUnsafeText(reason)
    ? failure(
        'PARAMETER_VALUE_SYNTAX',
        `Invalid parameter 'reason': Must be plain text, at most ${longestReason} characters`,
        { path },
      )
    : undefined;
}
