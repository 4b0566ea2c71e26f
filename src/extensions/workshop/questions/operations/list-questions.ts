import { listedFrom, listInput } from '../../../../registry/operations/lists.ts';
import { defineQuery } from '../../../../registry/operations/operation.ts';
import { questionList } from '../../store/published.ts';
import { publishedBy } from './own-published.ts';

/**
 * Lists the questions that the caller's registrar or service has published, without their addresses. An operator sees
 * the questions of all (docs/rules/questions.md#publishing).
 */
export const listQuestions = defineQuery({
  name: 'question.list',
  summary: "Lists published questions: the registrar's or caller's own, or all of them for an operator.",
  permits: ['registrar', 'portal', 'billing', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: listInput,
  errors: [],
  graphql: 'Query.questions',
  run: ({ db, actor }, input) => listedFrom(db, questionList, input, publishedBy(actor)),
});
