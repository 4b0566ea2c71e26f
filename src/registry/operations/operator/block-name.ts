import { z } from 'zod';
import { failure } from '../../../base/errors.ts';
import { insertBlockedName } from '../../store/registry/blocked-names.ts';
import { domainName } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrableName } from './registrable-name.ts';

const isBlocked = failure('OBJECT_EXISTS', 'Name is blocked already', { path: ['name'] });

/**
 * Blocks a name for an operator: checks and locks the name, and stores the block. An existing domain of that name
 * stays, and after its deletion nobody can register it (docs/rules/registrar.md#blocked-names).
 */
export const blockName = defineCommand({
  name: 'name.block',
  summary: 'Blocks a name: it cannot be registered.',
  permits: ['operator'],
  operators: 'SUPPORT',
  scope: 'WRITE',
  input: z.object({
    name: domainName('The name to block, with its zone, such as tamm.ee.'),
  }),
  errors: ['PARAMETER_VALUE_SYNTAX', 'OBJECT_EXISTS', 'DATA_MANAGEMENT_POLICY'],
  conflicts: { blocked_names_name_key: isBlocked, blocked_names_name_puny_key: isBlocked },
  graphql: 'Mutation.nameBlock',
  run: async ({ db, now, record }, input) => {
    const { name, puny } = await registrableName(db, input.name);
    const { id } = await insertBlockedName(db, name, puny, now);
    record({ type: 'blocked_name', id, key: name, after: { name } });
    return { id };
  },
});
