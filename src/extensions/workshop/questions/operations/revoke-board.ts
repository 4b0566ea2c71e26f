import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../../../base/errors.ts';
import { rowId } from '../../../../registry/operations/input.ts';
import { defineCommand } from '../../../../registry/operations/operation.ts';
import { lockBoard, revokePublished } from '../../store/published.ts';
import { mayRevoke } from '../published-rules.ts';
import { boardChange } from './published-document.ts';

/**
 * Ends a board: locks it and marks it revoked. No process caches who may read it, so its address stops working
 * everywhere at once (docs/rules/questions.md#boards).
 */
export const revokeBoard = defineCommand({
  name: 'board.revoke',
  summary: 'Ends a board at once: its address stops working.',
  permits: ['registrar', 'portal', 'billing', 'operator'],
  operators: 'VIEWER',
  scope: 'SIGN_IN',
  input: z.object({ id: rowId('Board', 'The global id of the board, from boards.') }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  graphql: 'Mutation.boardRevoke',
  run: async ({ db, now, actor, record }, { id }) => {
    const board = await lockBoard(db, id);
    if (!board || !mayRevoke(board, actor)) return refuseWith(objectDoesNotExist());
    await revokePublished(db, 'boards', id, now);
    record(boardChange(board, undefined));
    return { id };
  },
});
