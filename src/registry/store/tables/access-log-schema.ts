import type { GeneratedAlways } from 'kysely';
import type { accessLogEntry } from '../../entities/access-log-entry.ts';
import type { TableOf } from './entity-table.ts';

export interface AccessLogTables {
  access_log: AccessLogTable;
  access_log_entries: AccessLogEntryView;
}

interface AccessLogTable {
  id: GeneratedAlways<number>;
  at: Date;
  actor: string;
  object_type: string;
  object_keys: string[];
  request_id: string;
  operator_id: number | null;
}

export interface AccessLogEntryView extends TableOf<typeof accessLogEntry> {}
