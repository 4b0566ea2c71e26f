import { operator } from '../../../registry/entities/operator.ts';
import { operatorRows } from '../../../registry/operations/readers/rows.ts';
import type { Operator } from '../../../registry/operations/readers/shown.ts';
import { plainFields } from '../entity-fields.ts';
import { enumFilter } from '../filters.ts';
import { key } from '../groups.ts';
import { listOf } from '../list.ts';
import { rowNode } from '../row-node.ts';
import { OperatorRoleEnum } from './role-type.ts';

export const OperatorRef = rowNode<Operator>('Operator', operatorRows.many);

OperatorRef.implement({
  description: 'Someone who runs the registry.',
  fields: (t) => ({
    ...plainFields(t, operator),
    role: t.field({
      type: OperatorRoleEnum,
      description: 'What the person may do.',
      resolve: ({ role }) => role,
    }),
  }),
});

const OperatorRoleFilter = enumFilter('OperatorRoleFilter', OperatorRoleEnum, {
  description: 'Conditions on the role of an operator; all that are given must hold: {eq: ADMIN}.',
  verb: 'Has',
  one: 'role',
  many: 'roles',
});

export const operators = listOf(OperatorRef, operator, {
  many: 'operators',
  filters: { role: OperatorRoleFilter },
  keys: { ROLE: key(OperatorRoleEnum, 'What they may do.') },
});
