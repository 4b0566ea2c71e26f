import type { Failure } from '../../../../base/errors.ts';
import { registrationCodeMissing, registrationCodeWrong } from '../../../rules/domain/registration-code.ts';
import type { NameState } from '../../../store/registry/name-states.ts';
import type { OperationContext } from '../../operation.ts';
import { secretFailure } from '../../secret-attempts.ts';

/** The problem of the code for a name that needs one; `missing` if no code was given. */
export async function codeFailure(
  context: OperationContext,
  name: string,
  { given, expected, missing }: { given: string | undefined; expected: string; missing: Failure },
): Promise<Failure | undefined> {
  if (given === undefined || given === '') return missing;
  return secretFailure(context, { subject: `name:${name}`, given, expected, wrong: registrationCodeWrong() });
}

/**
 * A dispute takes precedence over a reservation of the same name: its winner has the dispute's password, not the
 * registration code.
 */
export async function registrationCodeFailure(
  context: OperationContext,
  state: NameState | undefined,
  given: string | undefined,
): Promise<Failure | undefined> {
  // A name that no code can unlock must not be usable for guessing codes.
  if (!state || state.registered || state.blocked) return undefined;
  const { name, disputeCode, reservationCode } = state;
  if (disputeCode !== null)
    return codeFailure(context, name, {
      given,
      expected: disputeCode,
      missing: registrationCodeMissing('dispute'),
    });
  if (reservationCode === null) return undefined;
  return codeFailure(context, name, {
    given,
    expected: reservationCode,
    missing: registrationCodeMissing('reserved'),
  });
}
