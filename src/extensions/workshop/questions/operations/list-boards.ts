import { listedFrom, listInput } from '../../../../registry/operations/lists.ts';
import { defineQuery } from '../../../../registry/operations/operation.ts';
import { boardList } from '../../store/published.ts';
import { publishedBy } from './own-published.ts';

/**
 * Lists the boards that the caller's registrar or service has published, without their addresses. An operator sees
 * the boards of all (docs/rules/questions.md#boards).
 */
export const listBoards = defineQuery({
  name: 'board.list',
  summary: "Lists boards: the registrar's or caller's own, or all of them for an operator.",
  permits: ['registrar', 'portal', 'billing', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: listInput,
  errors: [],
  graphql: 'Query.boards',
  run: ({ db, actor }, input) => listedFrom(db, boardList, input, publishedBy(actor)),
});
