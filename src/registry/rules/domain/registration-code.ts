import { type Failure, failure, wrongSecret } from '../../../base/errors.ts';

/** Why a name requires a code: it is reserved, or an active dispute holds it. */
export type CodeReason = 'reserved' | 'dispute';

const missingText = (reason: CodeReason): string =>
  `Required parameter missing; reserved_pw element required for ${reason} domains`;

/** A reserved or disputed name is registered only with its code (docs/rules/registrar.md#reserved-names). */
export const registrationCodeMissing = (reason: CodeReason): Failure =>
  failure('REQUIRED_PARAMETER_MISSING', missingText(reason), { path: ['reservationCode'] });

/**
 * The registrant of a disputed domain changes only with the dispute's password. A missing one is 2304 here although
 * its text speaks of a missing parameter: docs/rules/registrar.md#disputes.
 */
export const disputePasswordMissing = (): Failure =>
  failure('OBJECT_STATUS_PROHIBITS', missingText('dispute'), { path: ['reservationCode'] });

/**
 * The failure of a wrong code of a reservation or a wrong password of a dispute, with the same message for both.
 */
export const registrationCodeWrong = (): Failure => ({
  ...wrongSecret('Invalid authorization information; invalid reserved_pw value'),
  path: ['reservationCode'],
});
