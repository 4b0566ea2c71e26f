import type { TableOf } from '../../../registry/store/tables/entity-table.ts';
import type { bulkRow, bulkWork } from '../bulk/entity.ts';

declare module '../../../registry/store/tables/schema.ts' {
  interface Tables {
    bulk_works: BulkWorkTable;
    bulk_rows: BulkRowTable;
    console_sessions: ConsoleSessionTable;
  }
}

interface ConsoleSessionTable {
  hash: string;
  ends_at: Date;
}

export interface BulkWorkTable extends TableOf<typeof bulkWork> {}

export interface BulkRowTable extends TableOf<typeof bulkRow> {}
