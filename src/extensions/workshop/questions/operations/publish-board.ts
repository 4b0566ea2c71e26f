import { z } from 'zod';
import { nameOf } from '../../../../base/actor.ts';
import { Problems } from '../../../../base/errors.ts';
import { fingerprint } from '../../../../base/secrets.ts';
import { listOf, rowId, text } from '../../../../registry/operations/input.ts';
import { defineCommand } from '../../../../registry/operations/operation.ts';
import { withSecret } from '../../../../registry/operations/shown-once.ts';
import { accessTokenFrom } from '../../../../registry/rules/registrar/access-tokens.ts';
import { countOpen, insertBoard } from '../../store/published.ts';
import { endOf, mostPublished, nameFailure, tooManyPublished } from '../published-rules.ts';
import { makerOf, questionsFailure } from './own-published.ts';
import { boardChange } from './published-document.ts';

/**
 * Publishes a page with several published questions: checks the name, that the caller may show the questions, the
 * duration, and how many boards are open. Its secret address is shown once, and only a hash of it is kept
 * (docs/rules/questions.md#boards).
 */
export const publishBoard = defineCommand({
  name: 'board.publish',
  summary: 'Publishes a page with several published questions at its own address.',
  permits: ['registrar', 'portal', 'billing', 'operator'],
  operators: 'VIEWER',
  scope: 'SIGN_IN',
  input: z.object({
    name: text('Its name, which its page also shows: 1 to 100 characters.'),
    questions: listOf(
      rowId('Question', ''),
      'The global ids of the questions, in the order in which they are shown; at most 20.',
    ),
    expiresIn: text("How long it can be read, by the registry's clock: P1D to P1Y.", 'Duration').default(
      'P90D',
    ),
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_POLICY',
    'OBJECT_DOES_NOT_EXIST',
  ],
  graphql: 'Mutation.boardPublish',
  run: async (context, input) => {
    const { db, now, actor, record } = context;
    const name = input.name.trim();
    const expiresAt = endOf(context, input.expiresIn);
    const problems = new Problems().direct(
      nameFailure(name),
      await questionsFailure(context, input.questions),
      expiresAt instanceof Date ? undefined : expiresAt,
    );
    const made = makerOf(context);
    const open = await countOpen(db, 'boards', made, now);
    problems
      .further()
      .direct(open >= mostPublished ? tooManyPublished('boards') : undefined)
      .refuseIfAny();
    const address = accessTokenFrom('zgb_', context.secret(32));
    const row = await insertBoard(db, {
      hash: fingerprint(address),
      name,
      question_ids: input.questions,
      ...made,
      created_by: nameOf(actor),
      created_at: now,
      expires_at: expiresAt as Date,
    });
    record(boardChange(undefined, row));
    return withSecret({ id: row.id }, address);
  },
});
