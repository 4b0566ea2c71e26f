import { z } from 'zod';
import { failure } from '../../../base/errors.ts';
import { isBlank } from '../../rules/text.ts';
import { insertReservedName } from '../../store/registry/reserved-names.ts';
import { domainName, secret } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrableName } from './registrable-name.ts';

const isReserved = failure('OBJECT_EXISTS', 'Name is reserved already', { path: ['name'] });

/**
 * Reserves a name for an operator: checks and locks the name, and stores it with the given or a random code. The
 * reservation has no end: it lasts until the name is registered with its code
 * (docs/rules/registrar.md#reserved-names).
 */
export const reserveName = defineCommand({
  name: 'name.reserve',
  summary: 'Reserves a name: it can then be registered only with its code.',
  permits: ['operator'],
  operators: 'SUPPORT',
  scope: 'WRITE',
  input: z.object({
    name: domainName('The name to reserve, with its zone, such as tamm.ee.'),
    password: secret('The code with which it can be registered; random when left out.').optional(),
  }),
  errors: ['PARAMETER_VALUE_SYNTAX', 'OBJECT_EXISTS', 'DATA_MANAGEMENT_POLICY'],
  conflicts: { reserved_names_name_unique: isReserved, reserved_names_name_puny_key: isReserved },
  graphql: 'Mutation.nameReserve',
  run: async ({ db, now, record, secret }, input) => {
    const { name, puny } = await registrableName(db, input.name);
    const given = input.password ?? '';
    const { id } = await insertReservedName(db, {
      name,
      name_puny: puny,
      password: isBlank(given) ? secret(16) : given,
      reservation_id: null,
      expires_at: null,
      created_at: now,
      updated_at: now,
    });
    record({ type: 'reserved_name', id, key: name, after: { name } });
    return { id };
  },
});
