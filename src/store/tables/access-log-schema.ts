import type { GeneratedAlways } from 'kysely';

/** The tables of src/store/migrations/0031_access_log.sql. */
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
}

export interface AccessLogEntryView {
  id: number;
  at: Date;
  actor: string;
  object_type: string;
  object_key: string;
  request_id: string;
}
