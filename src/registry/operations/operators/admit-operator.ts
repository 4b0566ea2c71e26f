import { z } from 'zod';
import { operatorRoles } from '../../../base/actor.ts';
import { failure, Problems, refuseWith } from '../../../base/errors.ts';
import { longestName, personName } from '../../rules/operators/operator-fields.ts';
import { addedBy } from '../../rules/operators/trial-people.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import { revokeAccessTokens } from '../../store/runner/access-tokens.ts';
import {
  insertOperator,
  isDisabledEmail,
  isOperatorName,
  operatorByEmail,
  updateOperatorRow,
} from '../../store/runner/operators.ts';
import { defineCommand } from '../operation.ts';
import { operatorChange, operatorConflicts, personFailures } from './operator-document.ts';

/**
 * Adds the person whom the provider reports, or gives the person the role that the provider reports; for registries
 * where a group at the provider decides the role. Somebody who was disabled here stays disabled
 * (docs/rules/access.md#operators).
 */
export const admitOperator = defineCommand({
  name: 'operator.admit',
  summary: 'Gives a person the role that the sign-in provider reports.',
  permits: ['system'],
  scope: 'READ',
  input: z.object({ name: z.string(), email: z.string(), role: z.enum(operatorRoles) }),
  errors: ['AUTHORIZATION', 'REQUIRED_PARAMETER_MISSING', 'PARAMETER_VALUE_SYNTAX', 'OBJECT_EXISTS'],
  conflicts: operatorConflicts,
  run: async ({ db, now, config, record, publish }, { name: reported, email, role }) => {
    const name = personName(reported);
    const known = await operatorByEmail(db, email);
    if (!known) {
      if (await isDisabledEmail(db, email)) return refuseWith(failure('AUTHORIZATION'));
      const called = await freeName(
        db,
        isPersonsName({ name, email }, config) ? name : email.replace(/@.*/s, ''),
      );
      new Problems().direct(...personFailures({ name: called, email }, config)).refuseIfAny();
      const made = await insertOperator(db, {
        name: called,
        email,
        role,
        created_by: addedBy('registry', config),
        created_at: now,
      });
      record(operatorChange(undefined, made));
      return { id: made.id };
    }
    if (known.role !== role) {
      record(operatorChange(known, await updateOperatorRow(db, known.id, { role })));
      await revokeAccessTokens(db, { signInsOf: known.id }, now);
      publish('access_token', '');
    }
    return { id: known.id };
  },
});

/** The name that a provider reports may not be allowed here. */
const isPersonsName = (...person: Parameters<typeof personFailures>): boolean =>
  !personFailures(...person).some((failed) => failed?.path?.[0] === 'name');

/** Two people may have the same name, but their acts must not be recorded under one. */
async function freeName(db: Db, name: string): Promise<string> {
  if (!(await isOperatorName(db, name))) return name;
  for (let place = 2; ; place += 1) {
    const numbered = `${[...name].slice(0, longestName - 5).join('')} ${place}`;
    if (!(await isOperatorName(db, numbered))) return numbered;
  }
}
