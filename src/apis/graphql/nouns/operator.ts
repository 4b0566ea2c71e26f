import type { OperatorRole } from '../../../base/actor.ts';
import { operator } from '../../../registry/entities/operator.ts';
import type { Db } from '../../../registry/operations/operation.ts';
import { createOperator } from '../../../registry/operations/operators/create-operator.ts';
import { disableOperator } from '../../../registry/operations/operators/disable-operator.ts';
import { listOperators } from '../../../registry/operations/operators/list-operators.ts';
import { updateOperator } from '../../../registry/operations/operators/update-operator.ts';
import { operatorRows } from '../../../registry/operations/readers/rows.ts';
import type { Operator } from '../../../registry/operations/readers/shown.ts';
import { shownOnce } from '../../../registry/operations/shown-once.ts';
import { plainFields } from '../entity-fields.ts';
import { enumOf } from '../enum-of.ts';
import { enumFilter } from '../filters.ts';
import { key } from '../groups.ts';
import { listOf, listQuery } from '../list.ts';
import { defineMutation } from '../mutation.ts';
import { result, results } from '../payload.ts';
import { rowNode } from '../row-node.ts';

export const OperatorRoleEnum = enumOf<OperatorRole>(
  'OperatorRole',
  'What someone who runs the registry may do. Each role reads what VIEWER reads, and ADMIN does everything.',
  {
    VIEWER:
      'Reads what operators read, except that it sees only the hosts of webhook addresses; changes nothing.',
    SUPPORT:
      "Helps: domains, contacts, registrars' users, names, disputes, certificates, reservations, messages.",
    FINANCE: 'Handles money: prices, accounts, invoices, refunds, payments.',
    ADMIN: 'Does everything, including operators and settings.',
  },
);

const OperatorRef = rowNode<Operator>('Operator', operatorRows.many);

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

listQuery('operators', operators, {
  operation: listOperators,
  description: `${listOperators.summary} Disabled people are listed too.`,
  where: 'Which operators; all of them when left out.',
  orderBy: 'How to sort them; by name when left out.',
  usual: { field: 'name', descending: false },
});

const withLink = async (db: Db, value: { readonly id: number }) => ({
  link: shownOnce(value),
  operator: await operatorRows.one(db, value),
});

const link = (when: string) =>
  [
    'Secret',
    `The link with which the person chooses a password and sets up an authenticator, valid for seven days and shown once: pass it on. ${when}`,
  ] as const;

defineMutation(createOperator, {
  show: withLink,
  payload: results({
    link: link('Null when it was refused or shown before, and where people sign in at a provider.'),
    operator: [OperatorRef, 'The new operator'],
  }),
});

defineMutation(updateOperator, {
  more: 'Another role or address ends the sessions of the person.',
  show: withLink,
  payload: results({
    link: link('Null when it was refused or shown before, or when no new one was requested.'),
    operator: [OperatorRef, 'The operator after the change'],
  }),
});

defineMutation(disableOperator, {
  show: operatorRows.one,
  payload: result('operator', OperatorRef, 'The operator after the change'),
});
