import { z } from 'zod';
import { operatorOf } from '../../../base/actor.ts';
import { failure, objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { revokeAccessTokens } from '../../store/runner/access-tokens.ts';
import { lockOperator, updateOperatorRow } from '../../store/runner/operators.ts';
import { rowId } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { operatorChange } from './operator-document.ts';

/**
 * Disables a person who runs the registry: sessions, access tokens and open streams end at once in every process, and
 * published questions are no longer answered. Nothing the person did is removed (docs/rules/access.md#operators).
 */
export const disableOperator = defineCommand({
  name: 'operator.disable',
  summary: 'Disables a person who runs the registry: sessions, tokens and streams of the person end at once.',
  permits: ['operator'],
  operators: 'ADMIN',
  scope: 'SIGN_IN',
  effect: 'destructive',
  input: z.object({ id: rowId('Operator', 'The global id of the operator, from operators.') }),
  errors: ['OBJECT_DOES_NOT_EXIST', 'PARAMETER_VALUE_POLICY'],
  graphql: 'Mutation.operatorDisable',
  run: async ({ db, now, actor, record, publish }, { id }) => {
    const before = await lockOperator(db, id);
    if (!before || before.disabled_at) return refuseWith(objectDoesNotExist());
    if (operatorOf(actor).operatorId === id)
      return refuseWith(
        failure('PARAMETER_VALUE_POLICY', 'Only another ADMIN can disable you', { path: ['id'] }),
      );
    const columns = {
      disabled_at: now,
      password_hash: null,
      code_key: null,
      link_hash: null,
      link_ends_at: null,
    };
    const after = await updateOperatorRow(db, id, columns);
    await revokeAccessTokens(db, { operatorId: id }, now);
    record(operatorChange(before, after));
    publish('access_token', '');
    return { id };
  },
});
