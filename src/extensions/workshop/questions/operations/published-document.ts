import { changesOf, type Document } from '../../../../base/events.ts';
import type { Board, Question } from '../../store/published.ts';

/** Returns a question as history keeps it: never with the address. */
const questionDocument = (question: Question): Document => ({
  name: question.name,
  document: question.document,
  variables: question.variables,
  personalData: question.personal_data,
  expiresAt: question.expires_at.toISOString(),
  createdBy: question.created_by,
});

const boardDocument = (board: Board): Document => ({
  name: board.name,
  questions: board.question_ids,
  ...(board.wall && { cards: board.wall.cards, filters: board.wall.filters }),
  expiresAt: board.expires_at.toISOString(),
  createdBy: board.created_by,
});

export const questionChange = changesOf('question', ({ id }) => String(id), questionDocument);
export const boardChange = changesOf('board', ({ id }) => String(id), boardDocument);
