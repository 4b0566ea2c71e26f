import type { TableOf } from '../../../registry/store/tables/entity-table.ts';
import type { board, question } from '../questions/entity.ts';

declare module '../../../registry/store/tables/schema.ts' {
  interface Tables {
    questions: QuestionTable;
    boards: BoardTable;
    question_readers: QuestionReaderTable;
  }
}

interface QuestionReaderTable {
  question_id: number;
  reader: string;
  hour_from: Date;
  hour_reads: number;
}

export interface QuestionTable extends TableOf<typeof question> {}

export interface BoardTable extends TableOf<typeof board> {
  question_ids: number[];
}
