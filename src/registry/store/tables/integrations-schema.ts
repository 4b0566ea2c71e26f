import type { outboxItem } from '../../entities/outbox-item.ts';
import type { TableOf } from './entity-table.ts';

export interface IntegrationTables {
  outbox: OutboxTable;
}

export interface OutboxTable extends TableOf<typeof outboxItem> {}
