import { encodeGlobalID } from '@pothos/plugin-relay';
import { accessLogEntry } from '../../../registry/entities/access-log-entry.ts';
import { historyEntry } from '../../../registry/entities/history-entry.ts';
import { listAccessLog, listOperatorLog } from '../../../registry/operations/operator/lists.ts';
import { actorKindOf } from '../../../registry/operations/readers/actor-kinds.ts';
import { historyRows } from '../../../registry/operations/readers/rows.ts';
import type { AccessLogEntry, HistoryEntry } from '../../../registry/operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { plainFields } from '../entity-fields.ts';
import { ActorKindEnum, HistoryEntryRef } from '../history/type.ts';
import { listOf, listQuery } from '../list.ts';
import { rowNode } from '../row-node.ts';

const AccessLogEntryRef = builder.objectRef<AccessLogEntry>('AccessLogEntry').implement({
  description: 'A record of an operator viewing personal data.',
  fields: (t) => ({
    id: t.id({
      description: 'An opaque id of the entry, unique over all types.',
      resolve: ({ id }) => encodeGlobalID('AccessLogEntry', id),
    }),
    ...plainFields(t, accessLogEntry),
    actorKind: t.field({
      type: ActorKindEnum,
      description: 'Whether a person viewed it or a token of a machine.',
      resolve: ({ operator_id }) => (operator_id === null ? 'TOKEN' : 'PERSON'),
    }),
  }),
});
const accessLog = listOf(AccessLogEntryRef, accessLogEntry, {
  many: 'entries of the access log',
  name: 'AccessLog',
  example: '{objectKey: {eq: "ALPHA:TAMM"}} lists who has viewed this contact.',
});

const OperatorLogEntryRef = rowNode<HistoryEntry>('OperatorLogEntry', async (db, ids) =>
  (await historyRows.many(db, ids)).filter(({ actor_kind }) => actor_kind === 'operator'),
);

OperatorLogEntryRef.implement({
  description: 'One change that an operator has made.',
  fields: (t) => ({
    ...plainFields(t, historyEntry),
    actorKind: t.field({
      type: ActorKindEnum,
      description: 'Whether a person made the change or a token of a machine.',
      resolve: actorKindOf,
    }),
    entry: t.field({
      type: HistoryEntryRef,
      description: 'The change itself, as the history of the object has it.',
      resolve: (row) => row,
    }),
  }),
});
const operatorLog = listOf(OperatorLogEntryRef, historyEntry, {
  many: 'changes by operators',
  name: 'OperatorLog',
});

listQuery('accessLog', accessLog, {
  operation: listAccessLog,
  description: `${listAccessLog.summary} Newest first.`,
  where: 'Which entries; all of them when left out.',
  usual: { field: 'at', descending: true },
});

listQuery('operatorLog', operatorLog, {
  operation: listOperatorLog,
  description: `${listOperatorLog.summary} Newest first.`,
  where: 'Which changes; all of them when left out.',
  usual: { field: 'id', descending: true },
});
