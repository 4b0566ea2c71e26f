import { registrarOf } from '../../../../base/actor.ts';
import { listedFrom, listInput } from '../../../../registry/operations/lists.ts';
import { defineQuery } from '../../../../registry/operations/operation.ts';
import { approvalList } from '../../store/approvals.ts';
import { writesOf } from './seen-approval.ts';

/**
 * Lists the writes of access tokens that wait for a person of the caller's registrar, and those that were decided in
 * the last 30 days, of the kinds that the caller may do (docs/rules/access.md#approvals).
 */
export const listApprovals = defineQuery({
  name: 'approval.list',
  summary:
    'Lists the writes that access tokens have prepared and that wait for a person, and how earlier ones ended.',
  permits: ['registrar'],
  scope: 'SIGN_IN',
  input: listInput,
  errors: [],
  graphql: 'Query.approvals',
  run: ({ db, actor }, input) =>
    listedFrom(db, approvalList, input, {
      and: [
        { field: 'registrarId', is: 'eq', value: registrarOf(actor).registrarId },
        { field: 'operation', is: 'in', value: writesOf(actor) },
      ],
    }),
});
