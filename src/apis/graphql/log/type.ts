import { accessLogEntry } from '../../../registry/entities/access-log-entry.ts';
import { historyEntry } from '../../../registry/entities/history-entry.ts';
import { historyRows } from '../../../registry/operations/readers/rows.ts';
import type { AccessLogEntry, HistoryEntry } from '../../../registry/operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { plainFields } from '../entity-fields.ts';
import { HistoryEntryRef } from '../history/type.ts';
import { listOf } from '../list.ts';
import { bigRowId } from '../loading.ts';
import { rowNode } from '../row-node.ts';

const AccessLogEntryRef = builder.objectRef<AccessLogEntry>('AccessLogEntry').implement({
  description: 'A record of an operator viewing personal data.',
  fields: (t) => plainFields(t, accessLogEntry),
});
export const accessLog = listOf(AccessLogEntryRef, accessLogEntry, {
  many: 'entries of the access log',
  name: 'AccessLog',
  example: '{objectKey: {eq: "ALPHA:TAMM"}} lists who has viewed this contact.',
});

const OperatorLogEntryRef = rowNode<HistoryEntry>(
  'OperatorLogEntry',
  async (db, ids) => (await historyRows.many(db, ids)).filter(({ actor_kind }) => actor_kind === 'operator'),
  { parse: bigRowId },
);

OperatorLogEntryRef.implement({
  description: 'One change that an operator has made.',
  fields: (t) => ({
    ...plainFields(t, historyEntry),
    entry: t.field({
      type: HistoryEntryRef,
      description: 'The change itself, as the history of the object has it.',
      resolve: (row) => row,
    }),
  }),
});
export const operatorLog = listOf(OperatorLogEntryRef, historyEntry, {
  many: 'changes by operators',
  name: 'OperatorLog',
});
