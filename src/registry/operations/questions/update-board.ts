import { z } from 'zod';
import { objectDoesNotExist, Problems, refuseWith } from '../../../core/errors.ts';
import { endOf, mayShow, nameFailure } from '../../rules/published.ts';
import { changeBoard, lockBoard } from '../../store/runner/published.ts';
import { listOf, rowId, text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { questionsFailure } from './own-published.ts';
import { boardChange } from './published-document.ts';

/**
 * Changes the name, the questions or the end of a board: locks it and checks the new values. The address stays the
 * same, and so does everything that is left out (docs/rules/questions.md#boards).
 */
export const updateBoard = defineCommand({
  name: 'board.update',
  summary: 'Changes the name of a board, its questions or when it ends; its address stays the same.',
  permits: ['registrar', 'portal', 'billing', 'operator'],
  operators: 'VIEWER',
  facade: 'local',
  scope: 'SIGN_IN',
  input: z.object({
    id: rowId('Board', 'The global id of the board, from boards.'),
    name: text('Its name, which its page also shows: 1 to 100 characters.').optional(),
    questions: listOf(
      rowId('Question', ''),
      'The global ids of all its questions from now on, in the order in which they are shown; at most 20.',
    ).optional(),
    expiresIn: text(
      "How long from now it can be read, by the registry's clock: P1D to P1Y.",
      'Duration',
    ).optional(),
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_RANGE',
    'OBJECT_DOES_NOT_EXIST',
  ],
  graphql: 'Mutation.boardUpdate',
  run: async (context, { id, questions, expiresIn, ...input }) => {
    const { db, actor, record } = context;
    const board = await lockBoard(db, id);
    if (!board || !mayShow(board, actor)) return refuseWith(objectDoesNotExist());
    const name = input.name?.trim() ?? board.name;
    const expiresAt = expiresIn === undefined ? board.expires_at : endOf(context, expiresIn);
    new Problems()
      .direct(
        nameFailure(name),
        questions && (await questionsFailure(context, questions, board.question_ids)),
        expiresAt instanceof Date ? undefined : expiresAt,
      )
      .refuseIfAny();
    const after = await changeBoard(db, id, {
      name,
      question_ids: questions ?? board.question_ids,
      expires_at: expiresAt as Date,
    });
    record(boardChange(board, after));
    return { id };
  },
});
