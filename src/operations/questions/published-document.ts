import type { Change, Document } from '../../core/events.ts';
import type { Board, Question } from '../../store/runner/published.ts';

/** As history keeps them: never the address. */
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
  expiresAt: board.expires_at.toISOString(),
  createdBy: board.created_by,
});

export const questionChange = (question: Question, what: 'before' | 'after'): Change => ({
  type: 'question',
  id: question.id,
  key: String(question.id),
  [what]: questionDocument(question),
});

export const boardChange = (before: Board | undefined, after: Board | undefined, id: number): Change => ({
  type: 'board',
  id,
  key: String(id),
  ...(before && { before: boardDocument(before) }),
  ...(after && { after: boardDocument(after) }),
});
