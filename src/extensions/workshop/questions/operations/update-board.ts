import { z } from 'zod';
import { type Failure, failure, objectDoesNotExist, Problems, refuseWith } from '../../../../base/errors.ts';
import { integer, listOf, object, rowId, someOf, text } from '../../../../registry/operations/input.ts';
import { defineCommand } from '../../../../registry/operations/operation.ts';
import { changeBoard, lockBoard } from '../../store/published.ts';
import { endOf, mayShow, nameFailure } from '../published-rules.ts';
import { boardFilters, cardsFailure, inReadingOrder, questionsIn } from '../walls.ts';
import { questionsFailure } from './own-published.ts';
import { boardChange } from './published-document.ts';

const card = object('BoardCardInput', 'A card on the grid of a board, which has twelve columns.', {
  question: rowId('Question', 'The global id of the question that it shows; left out for a text.').optional(),
  text: text(
    'The text that it shows instead of a question, at most 2000 characters. Blank lines divide paragraphs, and a line that begins with "# " is a heading.',
  ).optional(),
  x: integer('Its first column, from 0 on the left.'),
  y: integer('Its first row, from 0 at the top.'),
  width: integer('How many columns it is wide: x and width are 12 together at most.'),
  height: integer('How many rows it is high, 1 to 20.'),
});

/**
 * Changes the name, the cards or the end of a board: locks it and checks the new values. The address stays the
 * same, and so does everything that is left out (docs/rules/questions.md#boards).
 */
export const updateBoard = defineCommand({
  name: 'board.update',
  summary:
    'Changes the name of a board, its questions, how it is arranged or when it ends; its address stays the same.',
  permits: ['registrar', 'portal', 'billing', 'operator'],
  operators: 'VIEWER',
  scope: 'SIGN_IN',
  input: z.object({
    id: rowId('Board', 'The global id of the board, from boards.'),
    name: text(
      'Its new name, which its page also shows: 1 to 100 characters; unchanged when left out.',
    ).optional(),
    questions: listOf(
      rowId('Question', ''),
      'The global ids of all its questions from now on, in the order in which they are shown; at most 20, unchanged when left out.',
    ).optional(),
    cards: listOf(
      card,
      'All its cards from now on, with their places, instead of questions. No two of them overlap.',
    ).optional(),
    filters: someOf(
      boardFilters,
      'BoardFilter',
      'By what its readers may narrow all its cards from now on; unchanged when left out.',
    ).optional(),
    expiresIn: text(
      "How long from now it can be read, by the registry's clock: P1D to P1Y; its end stays when left out.",
      'Duration',
    ).optional(),
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_POLICY',
    'OBJECT_DOES_NOT_EXIST',
  ],
  graphql: 'Mutation.boardUpdate',
  run: async (context, { id, cards, filters, expiresIn, ...input }) => {
    const { db, actor, record } = context;
    const board = await lockBoard(db, id);
    if (!board || !mayShow(board, actor)) return refuseWith(objectDoesNotExist());
    const name = input.name?.trim() ?? board.name;
    const expiresAt = expiresIn === undefined ? board.expires_at : endOf(context, expiresIn);
    const questions = cards ? questionsIn(cards) : input.questions;
    new Problems()
      .direct(
        nameFailure(name),
        cards && input.questions && bothGiven,
        cards && cardsFailure(cards),
        questions &&
          (await questionsFailure(context, questions, board.question_ids, [cards ? 'cards' : 'questions'])),
        filters?.includes('REGISTRAR') && board.maker !== 'operator' ? notByRegistrar : undefined,
        expiresAt instanceof Date ? undefined : expiresAt,
      )
      .refuseIfAny();
    const wall = {
      cards: cards ? inReadingOrder(cards) : (board.wall?.cards ?? []),
      filters: filters ? boardFilters.filter((one) => filters.includes(one)) : (board.wall?.filters ?? []),
    };
    const after = await changeBoard(db, id, {
      name,
      question_ids: questions ?? board.question_ids,
      ...((cards || filters) && { wall: JSON.stringify(wall) }),
      expires_at: expiresAt as Date,
    });
    record(boardChange(board, after));
    return { id };
  },
});

const bothGiven: Failure = failure(
  'PARAMETER_VALUE_POLICY',
  'Give either cards or questions: the questions of a board are those of its cards',
  { path: ['cards'] },
);

const notByRegistrar: Failure = failure(
  'PARAMETER_VALUE_POLICY',
  'Only boards of operators can be narrowed by registrar: the others show one registrar',
  { path: ['filters'] },
);
