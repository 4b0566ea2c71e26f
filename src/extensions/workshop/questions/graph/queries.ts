import { listQuery } from '../../../../apis/graphql/list.ts';
import { listBoards } from '../operations/list-boards.ts';
import { listQuestions } from '../operations/list-questions.ts';
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
