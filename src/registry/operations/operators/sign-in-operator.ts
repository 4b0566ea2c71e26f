import { z } from 'zod';
import { realEpochSeconds } from '../../../core/clock.ts';
import { failure, refuseWith } from '../../../core/errors.ts';
import { stepOfCode } from '../../rules/operators/one-time-codes.ts';
import { operatorMark } from '../../rules/operators/sessions.ts';
import { lockOperator, type Operator, updateOperatorRow } from '../../store/runner/operators.ts';
import { defineCommand } from '../operation.ts';
import { openOperatorSession } from './open-operator-session.ts';

/**
 * Signs a person in at the console, whose password or provider has just been checked. What was checked must still be true,
 * and a one-time code counts once, also when it comes twice at the same moment (docs/rules/access.md#operators).
 */
export const signInOperator = defineCommand({
  name: 'operator.sign-in',
  summary: 'Signs a person who runs the registry in at the console.',
  permits: ['anonymous'],
  facade: 'local',
  scope: 'READ',
  input: z.object({
    id: z.int(),
    /** Of the person, as it was when the password was checked. */
    mark: z.string(),
    /** Null if a provider has checked the person. */
    code: z.string().nullable(),
  }),
  errors: ['INVALID_AUTHORIZATION_INFORMATION'],
  run: async (context, { id, mark, code }) => {
    const { db, now } = context;
    const person = await lockOperator(db, id);
    if (!person || person.disabled_at || operatorMark(person) !== mark) return refuseWith(wrong());
    const step = code === null ? person.code_step : stepOf(person, code);
    if (step === undefined) return refuseWith(wrong());
    await updateOperatorRow(db, id, { last_sign_in_at: now, code_step: step });
    return openOperatorSession(context, person);
  },
});

/** By the real time, which authenticators have too. */
export const stepOf = ({ code_key: key, email, code_step: after }: Operator, code: string) =>
  key === null ? undefined : stepOfCode({ key, email, after }, code, realEpochSeconds());

const wrong = () => failure('INVALID_AUTHORIZATION_INFORMATION');
