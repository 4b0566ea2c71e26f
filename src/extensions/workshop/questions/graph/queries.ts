import { listBoards } from '../../../registry/operations/questions/list-boards.ts';
import { listQuestions } from '../../../registry/operations/questions/list-questions.ts';
import { listQuery } from '../list.ts';
import { boards, questions } from './type.ts';

const orderBy = 'How to sort them; newest first when left out.';
const usual = { field: 'createdAt', descending: true };

listQuery('questions', questions, {
  operation: listQuestions,
  description: `${listQuestions.summary} Without those that were revoked.`,
  where: 'Which questions; all that you see when left out.',
  orderBy,
  usual,
});

listQuery('boards', boards, {
  operation: listBoards,
  description: `${listBoards.summary} Without those that were revoked.`,
  where: 'Which boards; all that you see when left out.',
  orderBy,
  usual,
});
