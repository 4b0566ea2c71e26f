import { z } from 'zod';
import { failure, Problems, refuse } from '../../../base/errors.ts';
import { everyRow } from '../../../base/filter.ts';
import { wrongReason } from '../../rules/registrar/reason.ts';
import { apiUserList } from '../../store/registry/api-users.ts';
import { type Registrar, updateRegistrar } from '../../store/registry/registrars.ts';
import { text } from '../input.ts';
import { ofRegistrar } from '../lists.ts';
import { defineCommand, type OperationContext } from '../operation.ts';
import { lockNamedRegistrar } from './named-registrar.ts';

/**
 * Suspends a registrar for an operator: locks it, stores the reason, and makes every process read its users again and
 * end their open streams. Calls of its users and tokens are refused with the reason and its webhooks wait, while its
 * domains stay as they are (docs/rules/access.md#suspension).
 */
export const suspendRegistrar = defineCommand({
  name: 'registrar.suspend',
  summary: 'Suspends a registrar: its users can no longer sign in, its domains stay.',
  permits: ['operator'],
  operators: 'ADMIN',
  scope: 'WRITE',
  input: z.object({
    code: text('The code of the registrar, such as ALPHA.'),
    reason: text('The reason, which its users are shown.'),
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_SYNTAX',
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_STATUS_PROHIBITS',
  ],
  graphql: 'Mutation.registrarSuspend',
  run: async (context, { code, reason }) => {
    const problems = new Problems();
    const before = await problems.attempt(() => lockNamedRegistrar(context.db, code));
    problems
      .direct(wrongReason(reason))
      .direct(
        before?.suspended_at
          ? failure('OBJECT_STATUS_PROHIBITS', 'Registrar is suspended already')
          : undefined,
      )
      .refuseIfAny();
    if (!before) throw new Error('a missing registrar went unnoticed');
    return change(context, before, { suspended_at: context.now, suspension_reason: reason.trim() });
  },
});

/**
 * Ends the suspension of a registrar for an operator: clears the reason and makes every process read its users again.
 * Its users can sign in, and webhook messages that waited are sent (docs/rules/access.md#suspension).
 */
export const reinstateRegistrar = defineCommand({
  name: 'registrar.reinstate',
  summary: 'Ends the suspension of a registrar: its users can sign in again.',
  permits: ['operator'],
  operators: 'ADMIN',
  scope: 'WRITE',
  input: z.object({ code: text('The code of the registrar, such as ALPHA.') }),
  errors: ['OBJECT_DOES_NOT_EXIST', 'OBJECT_STATUS_PROHIBITS'],
  graphql: 'Mutation.registrarReinstate',
  run: async (context, { code }) => {
    const before = await lockNamedRegistrar(context.db, code);
    if (!before.suspended_at) refuse('OBJECT_STATUS_PROHIBITS', 'Registrar is not suspended');
    return change(context, before, { suspended_at: null, suspension_reason: null });
  },
});

const everyUser = {
  sort: [{ field: 'username', descending: false }],
  slice: everyRow,
} as const;

async function change(
  { db, now, record, publish }: OperationContext,
  before: Registrar,
  fields: Pick<Registrar, 'suspended_at' | 'suspension_reason'>,
): Promise<{ id: number }> {
  const { id, code } = await updateRegistrar(db, before.id, { ...fields, updated_at: now });
  record({
    type: 'registrar',
    id,
    key: code,
    before: { suspended: before.suspension_reason },
    after: { suspended: fields.suspension_reason },
  });
  // Every process reads its users again, and ends the streams that they have open.
  for (const { username } of await apiUserList.rows(db, { ...everyUser, filter: ofRegistrar(id) }))
    publish('api_user', username);
  // Waiting webhook messages may be sent.
  if (fields.suspended_at === null) publish('outbox', '');
  return { id };
}
