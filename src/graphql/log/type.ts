import { accessLogEntry } from '../../entities/access-log-entry.ts';
import type { AccessLogEntry, HistoryEntry } from '../../operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { plainFields } from '../entity-fields.ts';
import { key, offerGroups } from '../groups.ts';
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

export const OperatorLogEntryRef = builder.objectRef<HistoryEntry>('OperatorLogEntry').implement({
  description: 'One change that an operator has made.',
  fields: (t) => ({
    at: t.field({
      type: 'DateTime',
      description: 'When the change was made.',
      resolve: ({ at }, _, { calendar }) => calendar.format(at),
    }),
    actor: t.exposeString('actor_name', { description: 'Which operator it was.' }),
    operation: t.exposeString('operation', { description: 'What was done, such as registrar.suspend.' }),
    objectType: t.exposeString('object_type', {
      description: 'What it was done to: domain, registrar, price and others.',
    }),
    objectKey: t.exposeString('object_key', {
      description: 'To which: a domain name, the code of a registrar, the name of a setting.',
    }),
    entry: t.field({
      type: HistoryEntryRef,
      description: 'The change itself, as the history of the object has it.',
      resolve: (row) => row,
    }),
  }),
});
export const OperatorLogEntryConnection = connectionOf(OperatorLogEntryRef, 'changes by operators');
offerGroups(OperatorLogEntryConnection, 'OperatorLogEntry', {
  many: 'changes by operators',
  keys: {
    ACTOR: key('String', 'Which operator it was.'),
    OPERATION: key('String', 'What was done.'),
    OBJECT_TYPE: key('String', 'What it was done to.'),
    AT: key('moment', 'When it was done.'),
  },
});
