import type { Cursor } from '../../core/filter.ts';
import { listBoards } from '../../operations/questions/list-boards.ts';
import { listQuestions } from '../../operations/questions/list-questions.ts';
import { builder } from '../builder.ts';
import { connect, instantCursor } from '../connections.ts';
import { sortBy } from '../order.ts';
import { toFilter } from '../where.ts';
import { BoardOrder, BoardWhere, QuestionOrder, QuestionWhere } from './inputs.ts';
import { BoardConnection, BoardRef, QuestionConnection, QuestionRef } from './type.ts';

interface Published {
  readonly id: number;
  readonly created_at: Date;
  readonly expires_at: Date;
}

const cursorOf = ({ created_at, expires_at, id }: Published, field: string): Cursor =>
  instantCursor(field === 'expiresAt' ? expires_at : created_at, id);

builder.queryField('questions', (t) =>
  t.connection(
    {
      type: QuestionRef,
      nullable: true,
      description: `${listQuestions.summary} Without those that were revoked.`,
      args: {
        where: t.arg({
          type: QuestionWhere,
          description: 'Which questions; all that you see when left out.',
        }),
        orderBy: t.arg({
          type: QuestionOrder,
          description: 'How to sort them; newest first when left out.',
        }),
      },
      resolve: (_, { where, orderBy, ...page }, context, info) =>
        connect(context, page, info, {
          operation: listQuestions,
          filter: toFilter(where, QuestionWhere, context),
          sort: sortBy(orderBy, { field: 'createdAt', descending: true }),
          cursorOf,
        }),
    },
    QuestionConnection,
  ),
);

builder.queryField('boards', (t) =>
  t.connection(
    {
      type: BoardRef,
      nullable: true,
      description: `${listBoards.summary} Without those that were revoked.`,
      args: {
        where: t.arg({ type: BoardWhere, description: 'Which boards; all that you see when left out.' }),
        orderBy: t.arg({
          type: BoardOrder,
          description: 'How to sort them; newest first when left out.',
        }),
      },
      resolve: (_, { where, orderBy, ...page }, context, info) =>
        connect(context, page, info, {
          operation: listBoards,
          filter: toFilter(where, BoardWhere, context),
          sort: sortBy(orderBy, { field: 'createdAt', descending: true }),
          cursorOf,
        }),
    },
    BoardConnection,
  ),
);
