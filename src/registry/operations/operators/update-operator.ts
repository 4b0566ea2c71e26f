import { z } from 'zod';
import { operatorOf } from '../../../base/actor.ts';
import { failure, objectDoesNotExist, Problems, refuseWith } from '../../../base/errors.ts';
import { personName } from '../../rules/operators/operator-fields.ts';
import { operatorMark } from '../../rules/operators/sessions.ts';
import { revokeAccessTokens } from '../../store/runner/access-tokens.ts';
import { forgetWrongCodes } from '../../store/runner/operator-networks.ts';
import { lockOperator, updateOperatorRow } from '../../store/runner/operators.ts';
import { flag, rowId, text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { withSecret } from '../shown-once.ts';
import { operatorRole } from './create-operator.ts';
import { newLink, operatorChange, operatorConflicts, personFailures } from './operator-document.ts';

/**
 * Changes a person who runs the registry. Another role, address or link ends the person's sessions at once, in every
 * process, and a token with more rights than the new role is refused (docs/rules/access.md#operators).
 */
export const updateOperator = defineCommand({
  name: 'operator.update',
  summary: 'Changes the name, e-mail address or role of a person who runs the registry.',
  permits: ['operator'],
  operators: 'ADMIN',
  scope: 'SIGN_IN',
  input: z.object({
    id: rowId('Operator', 'The global id of the operator, from operators.'),
    name: text('The new name; unchanged when left out.').optional(),
    email: text(
      'The new e-mail address; unchanged when left out. Giving the present one again lets another account at the sign-in provider use it.',
    ).optional(),
    role: operatorRole('The new role; unchanged when left out.').optional(),
    newLink: flag(
      'true: makes a new link for choosing a password and setting up an authenticator, after which the old ones no longer work.',
    ).optional(),
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_POLICY',
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_EXISTS',
  ],
  conflicts: operatorConflicts,
  graphql: 'Mutation.operatorUpdate',
  run: async (context, input) => {
    const { db, now, actor, config, record, publish } = context;
    const before = await lockOperator(db, input.id);
    if (!before || before.disabled_at) return refuseWith(objectDoesNotExist());
    const fields = {
      name: input.name === undefined ? before.name : personName(input.name),
      email: input.email?.trim() ?? before.email,
      role: input.role ?? before.role,
    };
    const isOwn = operatorOf(actor).operatorId === before.id;
    new Problems()
      .direct(
        ...personFailures(fields, context.config),
        isOwn && fields.role !== before.role
          ? failure('PARAMETER_VALUE_POLICY', 'Only another ADMIN can change your role', { path: ['role'] })
          : undefined,
        input.newLink && config.OIDC_ISSUER !== undefined
          ? failure('PARAMETER_VALUE_POLICY', 'People sign in at a provider here, so there are no links', {
              path: ['newLink'],
            })
          : undefined,
      )
      .refuseIfAny();
    const invited = input.newLink ? newLink(context) : undefined;
    // An earlier link went to the old address.
    const moved = fields.email.toLowerCase() !== before.email.toLowerCase() && {
      link_hash: null,
      link_ends_at: null,
    };
    const after = await updateOperatorRow(db, before.id, {
      ...fields,
      ...(input.email !== undefined && { provider_subject: null }),
      ...moved,
      ...invited?.columns,
    });
    // Somebody else with the old password may have made some.
    if (invited) {
      await revokeAccessTokens(db, { operatorId: before.id }, now);
      await forgetWrongCodes(db, before.id);
    }
    // The mark alone does not end them: a role that is given back must not bring its old sessions back.
    else if (operatorMark(before) !== operatorMark(after))
      await revokeAccessTokens(db, { signInsOf: before.id }, now);
    record(operatorChange(before, after));
    // Streams are checked again.
    publish('access_token', '');
    return invited ? withSecret({ id: after.id }, invited.link) : { id: after.id };
  },
});
