import type { board, question } from '../../entities/published.ts';
import type { TableOf } from './entity-table.ts';

/** What has an address of its own, and is asked with the rights of who made it. */
export interface PublishedTables {
  questions: QuestionTable;
  boards: BoardTable;
}

export interface QuestionTable extends TableOf<typeof question> {}

export interface BoardTable extends TableOf<typeof board> {
  question_ids: number[];
}
