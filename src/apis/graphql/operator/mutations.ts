import type { Db } from '../../../registry/operations/operation.ts';
import { createOperator } from '../../../registry/operations/operators/create-operator.ts';
import { disableOperator } from '../../../registry/operations/operators/disable-operator.ts';
import { updateOperator } from '../../../registry/operations/operators/update-operator.ts';
import { operatorRows } from '../../../registry/operations/readers/rows.ts';
import { shownOnce } from '../../../registry/operations/shown-once.ts';
import { defineMutation } from '../mutation.ts';
import { result, results } from '../payload.ts';
import { OperatorRef } from './type.ts';

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
