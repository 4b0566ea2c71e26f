import { z } from 'zod';
import { realEpochSeconds } from '../../../base/clock.ts';
import { failure, Problems, refuseWith } from '../../../base/errors.ts';
import { fingerprint } from '../../../base/secrets.ts';
import { isOfTrial } from '../../rules/operators/trial-people.ts';
import { passwordFailures } from '../../rules/registrar/registrar-fields.ts';
import { noteOperatorNetwork } from '../../store/runner/operator-networks.ts';
import { lockOperator, operatorByLink, updateOperatorRow } from '../../store/runner/operators.ts';
import { defineCommand } from '../operation.ts';
import { openOperatorSession } from './open-operator-session.ts';
import { operatorChange } from './operator-document.ts';
import { stepOf } from './sign-in-operator.ts';

/**
 * Sets the password of a person who runs the registry, with the link that was made for it and the first code of the
 * authenticator, and signs the person in. The link works once (docs/rules/access.md#operators).
 */
export const choosePassword = defineCommand({
  name: 'operator.choose-password',
  summary: 'Sets the first password of a person who runs the registry, and signs the person in.',
  permits: ['anonymous'],
  scope: 'READ',
  input: z.object({ link: z.string(), password: z.string(), code: z.string(), network: z.string() }),
  passwordToHash: ({ password }) => password,
  errors: [
    'OBJECT_DOES_NOT_EXIST',
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_RANGE',
    'INVALID_AUTHORIZATION_INFORMATION',
  ],
  run: async (context, { link, password, code, network }) => {
    const { db, now, config, record, passwordHash } = context;
    const hash = fingerprint(link);
    const found = await operatorByLink(db, hash, now);
    const before = found && (await lockOperator(db, found.id));
    // An older link does not lead past the provider at which people sign in.
    const isUsable =
      before &&
      !before.disabled_at &&
      before.link_hash === hash &&
      !config.OIDC_ISSUER &&
      (config.isTrial || !isOfTrial(before));
    if (!isUsable)
      return refuseWith(failure('OBJECT_DOES_NOT_EXIST', 'This link has been used, or is too old'));
    new Problems().direct(...passwordFailures(password, config.isTrial)).refuseIfAny();
    const step = stepOf(config, before, code);
    if (step === undefined)
      return refuseWith(
        failure('INVALID_AUTHORIZATION_INFORMATION', 'The code is wrong', { path: ['code'] }),
      );
    const after = await updateOperatorRow(db, before.id, {
      password_hash: passwordHash,
      code_step: step,
      link_hash: null,
      link_ends_at: null,
      last_sign_in_at: now,
    });
    await noteOperatorNetwork(db, before.id, network, new Date(realEpochSeconds() * 1000));
    record(operatorChange(before, after));
    return openOperatorSession(context, after);
  },
});
