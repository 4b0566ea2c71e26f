import { z } from 'zod';
import { nameOf, operatorRoles } from '../../../base/actor.ts';
import { Problems } from '../../../base/errors.ts';
import { personName } from '../../rules/operators/operator-fields.ts';
import { addedBy } from '../../rules/operators/trial-people.ts';
import { insertOperator } from '../../store/runner/operators.ts';
import { oneOf, text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { withSecret } from '../shown-once.ts';
import { newLink, operatorChange, operatorConflicts, personFailures } from './operator-document.ts';

export const operatorRole = (description: string) => oneOf(operatorRoles, 'OperatorRole', description);

/**
 * Adds a person who runs the registry. Where people sign in with a password, the answer has a link with which the
 * person chooses one and sets up an authenticator; where they sign in at a provider, the e-mail address is enough
 * (docs/rules/access.md#operators).
 */
export const createOperator = defineCommand({
  name: 'operator.create',
  summary: 'Adds a person who runs the registry.',
  permits: ['operator'],
  operators: 'ADMIN',
  scope: 'SIGN_IN',
  input: z.object({
    name: text('The name of the person, under which everything they do is kept.'),
    email: text('The e-mail address with which the person signs in.'),
    role: operatorRole('The role of the person.'),
  }),
  errors: ['REQUIRED_PARAMETER_MISSING', 'PARAMETER_VALUE_SYNTAX', 'OBJECT_EXISTS'],
  conflicts: operatorConflicts,
  graphql: 'Mutation.operatorCreate',
  run: async (context, input) => {
    const { db, now, actor, record, config } = context;
    const fields = { name: personName(input.name), email: input.email.trim() };
    new Problems().direct(...personFailures(fields, config)).refuseIfAny();
    const invited = config.OIDC_ISSUER === undefined ? newLink(context) : undefined;
    const made = await insertOperator(db, {
      ...fields,
      role: input.role,
      ...invited?.columns,
      created_by: addedBy(nameOf(actor), config),
      created_at: now,
    });
    record(operatorChange(undefined, made));
    return invited ? withSecret({ id: made.id }, invited.link) : { id: made.id };
  },
});
