import { type Failure, failure } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { isBlank } from '../text.ts';

export const longestTransferCode = limit(
  'characters of a transfer code',
  255,
  'The column of the live registry.',
);

/** Why a domain cannot have this code; an undefined code keeps the present one. */
export function transferCodeFailure(given: string | undefined): Failure | undefined {
  if (given === undefined) return undefined;
  const path = { path: ['transferCode'] };
  if (isBlank(given))
    return failure('REQUIRED_PARAMETER_MISSING', 'Transfer code is missing [transfer_code]', path);
  if (given.length <= longestTransferCode) return undefined;
  const message = `Transfer code is too long, max ${longestTransferCode} characters [transfer_code]`;
  return failure('PARAMETER_VALUE_SYNTAX', message, path);
}
