import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../../../base/errors.ts';
import { rowId } from '../../../../registry/operations/input.ts';
import { defineCommand } from '../../../../registry/operations/operation.ts';
import { lockQuestion, revokePublished } from '../../store/published.ts';
import { mayRevoke } from '../published-rules.ts';
import { questionChange } from './published-document.ts';

/**
 * Ends a published question: locks it, marks it revoked, and ends the files that are being sent. No process caches
 * who may read it, so its address stops working everywhere at once (docs/rules/questions.md#rights).
 */
export const revokeQuestion = defineCommand({
  name: 'question.revoke',
  summary: 'Ends a published question at once: its address stops working.',
  permits: ['registrar', 'portal', 'billing', 'operator'],
  operators: 'VIEWER',
  scope: 'SIGN_IN',
  input: z.object({ id: rowId('Question', 'The global id of the question, from questions.') }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  graphql: 'Mutation.questionRevoke',
  run: async ({ db, now, actor, record, publish }, { id }) => {
    const question = await lockQuestion(db, id);
    if (!question || !mayRevoke(question, actor)) return refuseWith(objectDoesNotExist());
    await revokePublished(db, 'questions', id, now);
    record(questionChange(question, undefined));
    // Files that are being sent end now.
    publish('question', String(id));
    return { id };
  },
});
