import { z } from 'zod';
import { realEpochSeconds } from '../../../base/clock.ts';
import type { Config } from '../../../base/config.ts';
import { failure, refuseWith } from '../../../base/errors.ts';
import {
  codesWaitUntil,
  stepOfCode,
  wrongCodesAt,
  wrongCodesOf,
} from '../../rules/operators/one-time-codes.ts';
import { isAnotherAccount, markOf, operatorMark } from '../../rules/operators/sessions.ts';
import { isOfTrial } from '../../rules/operators/trial-people.ts';
import {
  countWrongCode,
  elsewhere,
  noteOperatorNetwork,
  operatorNetworks,
} from '../../store/runner/operator-networks.ts';
import { lockOperator, type Operator, updateOperatorRow } from '../../store/runner/operators.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { openedCodeKey } from './code-key.ts';
import { openOperatorSession } from './open-operator-session.ts';

/**
 * Signs in a person whose password or provider has just been checked. What was checked must still be true,
 * and a one-time code counts once, also when it comes twice at the same moment (docs/rules/access.md#operators).
 */
export const signInOperator = defineCommand({
  name: 'operator.sign-in',
  summary: 'Signs a person who runs the registry in at the console.',
  permits: ['anonymous'],
  scope: 'READ',
  input: z.object({
    id: z.int(),
    /** The mark of the person as it was when the password was checked. */
    mark: z.string(),
    /** The one-time code; null if a provider has checked the person. */
    code: z.string().nullable(),
    /** The network that the person signs in from. */
    network: z.string(),
    /** Who the provider says it is. */
    account: z.object({ issuer: z.string(), subject: z.string() }).optional(),
  }),
  errors: ['INVALID_AUTHORIZATION_INFORMATION', 'AUTHORIZATION'],
  run: async (context, { id, mark, code, network, account }): Promise<{ id: number }> => {
    const { db, now } = context;
    const person = await lockOperator(db, id);
    if (!person || person.disabled_at || operatorMark(person) !== mark) return refuseWith(wrong());
    if (!context.config.isTrial && isOfTrial(person)) return refuseWith(ofTrial(person));
    const step = code === null ? person.code_step : await triedCode(context, person, code, network);
    // A refusal would undo the count of the wrong code. Without a token nobody is signed in.
    if (step === undefined) return { id };
    if (account && isAnotherAccount(person, account)) return refuseWith(anotherAccount(person));
    await updateOperatorRow(db, id, {
      last_sign_in_at: now,
      code_step: step,
      ...(account && { provider_subject: markOf(account) }),
    });
    return openOperatorSession(context, person);
  },
});

const ofTrial = ({ name }: Operator) =>
  failure(
    'AUTHORIZATION',
    `${name} was added in a sandbox. An ADMIN has to disable and add the person again`,
  );

/** An address that was given to somebody else signs nobody in under the name of the person who had it. */
export const anotherAccount = ({ email }: Pick<Operator, 'email'>) =>
  failure(
    'AUTHORIZATION',
    `${email} belongs to another account of the provider than before. An ADMIN has to enter the address again`,
  );

/**
 * The step of a right code; undefined, and counted, if it is wrong. Too many, from all addresses together, make all
 * further ones wait, right or wrong, from wherever the person has not signed in before: whoever knows the password
 * cannot try them all. The lock of the person is kept until the count is committed, so no process compares another
 * code meanwhile.
 */
async function triedCode(
  { db, config }: OperationContext,
  person: Operator,
  code: string,
  network: string,
): Promise<number | undefined> {
  const { id } = person;
  const now = new Date(realEpochSeconds() * 1000);
  const all = await operatorNetworks(db, id);
  const own = all.find((one) => one.network === network);
  const place = own ?? all.find((one) => one.network === elsewhere);
  const waitsUntil = codesWaitUntil(wrongCodesOf(own ? [own] : all, now));
  if (waitsUntil && now < waitsUntil) return undefined;
  const step = stepOf(config, person, code);
  if (step !== undefined) await noteOperatorNetwork(db, id, network, now);
  else {
    const wrongCodes = (place ? wrongCodesAt(place, now) : 0) + 1;
    await countWrongCode(db, id, { network: place?.network ?? elsewhere, wrongCodes }, now);
  }
  return step;
}

/**
 * Returns the time step of a right code, by the real time, which authenticators have too; undefined if the code is
 * wrong.
 */
export function stepOf(
  config: Pick<Config, 'BILLING_SECRET'>,
  { code_key: kept, email, code_step: after }: Operator,
  code: string,
): number | undefined {
  const key = kept === null ? undefined : openedCodeKey(config, kept);
  return key === undefined ? undefined : stepOfCode({ key, email, after }, code, realEpochSeconds());
}

const wrong = () => failure('INVALID_AUTHORIZATION_INFORMATION');
