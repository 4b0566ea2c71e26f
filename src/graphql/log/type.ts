import { accessLogEntry } from '../../entities/access-log-entry.ts';
import { historyEntry } from '../../entities/history-entry.ts';
import type { AccessLogEntry, HistoryEntry } from '../../operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { plainFields } from '../entity-fields.ts';
import { HistoryEntryRef } from '../history/type.ts';
import { listOf } from '../list.ts';

const AccessLogEntryRef = builder.objectRef<AccessLogEntry>('AccessLogEntry').implement({
  description: 'That an operator has looked at the data of somebody.',
  fields: (t) => plainFields(t, accessLogEntry),
});
export const accessLog = listOf(AccessLogEntryRef, accessLogEntry, {
  many: 'looks',
  name: 'AccessLog',
  example: '{objectKey: {eq: "ALPHA:TAMM"}} tells who has looked at this contact.',
});

const OperatorLogEntryRef = builder.objectRef<HistoryEntry>('OperatorLogEntry').implement({
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
