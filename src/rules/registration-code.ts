import { type Failure, failure, wrongSecret } from '../core/errors.ts';
import { sameSecret } from '../core/secrets.ts';

/** Why a name asks for a code: it is reserved, or an active dispute holds it. */
export type CodeReason = 'reserved' | 'dispute';

/** A reserved or disputed name is registered only with its code (reference/registrar.md 6.1). */
export function registrationCodeFailure(
  reason: CodeReason,
  given: string | undefined,
  expected: string,
): Failure | undefined {
  if (given === undefined || given === '') {
    return failure('REQUIRED_PARAMETER_MISSING', missingCodeText(reason), { path: ['reservationCode'] });
  }
  return wrongCode(given, expected);
}

/**
 * The registrant of a disputed domain changes only with the dispute's password. A missing one is 2304
 * here although its text speaks of a missing parameter: reference/registrar.md 7.2 (sic).
 */
export function disputePasswordFailure(given: string | undefined, expected: string): Failure | undefined {
  if (given === undefined || given === '') {
    return failure('OBJECT_STATUS_PROHIBITS', missingCodeText('dispute'), { path: ['reservationCode'] });
  }
  return wrongCode(given, expected);
}

const missingCodeText = (reason: CodeReason): string =>
  `Required parameter missing; reserved_pw element required for ${reason} domains`;

function wrongCode(given: string, expected: string): Failure | undefined {
  if (sameSecret(given, expected)) return undefined;
  return {
    ...wrongSecret('Invalid authorization information; invalid reserved_pw value'),
    path: ['reservationCode'],
  };
}
