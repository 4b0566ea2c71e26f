import { z } from 'zod';
import { operatorRoles } from '../../../core/actor.ts';
import { failure, Problems, refuseWith } from '../../../core/errors.ts';
import { operatorFailures } from '../../rules/operators/operator-fields.ts';
import {
  insertOperator,
  isDisabledEmail,
  operatorByEmail,
  updateOperatorRow,
} from '../../store/runner/operators.ts';
import { defineCommand } from '../operation.ts';
import { operatorChange, operatorConflicts } from './operator-document.ts';

/**
 * Adds the person whom the provider reports, or gives the person the role that the provider reports; for registries where
 * a group at the provider decides the role. Somebody who was disabled here stays disabled
 * (docs/rules/access.md#operators).
 */
export const admitOperator = defineCommand({
  name: 'operator.admit',
  summary: 'Gives a person the role that the sign-in provider reports.',
  permits: ['system'],
  facade: 'local',
  scope: 'READ',
  input: z.object({ name: z.string(), email: z.string(), role: z.enum(operatorRoles) }),
  errors: ['AUTHORIZATION', 'REQUIRED_PARAMETER_MISSING', 'PARAMETER_VALUE_SYNTAX', 'OBJECT_EXISTS'],
  conflicts: operatorConflicts,
  run: async ({ db, now, record, publish }, { name, email, role }) => {
    const known = await operatorByEmail(db, email);
    if (!known) {
      if (await isDisabledEmail(db, email)) return refuseWith(failure('AUTHORIZATION'));
      new Problems().direct(...operatorFailures({ name, email })).refuseIfAny();
      const made = await insertOperator(db, { name, email, role, created_by: 'registry', created_at: now });
      record(operatorChange(undefined, made));
      return { id: made.id };
    }
    if (known.role !== role) {
      record(operatorChange(known, await updateOperatorRow(db, known.id, { role })));
      publish('access_token', '');
    }
    return { id: known.id };
  },
});
