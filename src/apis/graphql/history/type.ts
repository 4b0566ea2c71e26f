import type { Calendar } from '../../../core/calendar.ts';
import { domain } from '../../../registry/entities/domain.ts';
import { changesSeen } from '../../../registry/entities/history.ts';
import { historyRows } from '../../../registry/operations/readers/rows.ts';
import type { HistoryEntry } from '../../../registry/operations/readers/shown.ts';
import { seesActor } from '../../../registry/rules/visibility.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { bigRowId } from '../loading.ts';
import { moment } from '../moments.ts';
import { rowNode } from '../row-node.ts';

interface FieldChange {
  readonly field: string;
  readonly from: unknown;
  readonly to: unknown;
}

/** Moments are kept in UTC and shown in the time of the registry, like everywhere (docs/rules/product.md#money-time-text). */
const inOurTime = (value: unknown, calendar: Calendar): unknown =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)
    ? calendar.format(new Date(value))
    : value;

export const FieldChangeRef = builder.objectRef<FieldChange>('FieldChange').implement({
  description: 'One field that was changed, with its value before and after.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The name of the field, such as expiresAt.' }),
    from: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value before; null when there was none.',
      resolve: ({ from }, _, { calendar }) => inOurTime(from, calendar),
    }),
    to: t.field({
      type: 'JSON',
      nullable: true,
      description: 'The value after; null when there is none.',
      resolve: ({ to }, _, { calendar }) => inOurTime(to, calendar),
    }),
  }),
});

export const HistoryEntryRef = rowNode<HistoryEntry>('HistoryEntry', historyRows.many, { parse: bigRowId });

HistoryEntryRef.implement({
  description:
    'One change of one domain or contact: who changed what, when, by which request. Secrets are left out.',
  fields: (t) => ({
    at: moment(t, 'at', 'When the change was made.'),
    actor: t.string({
      nullable: true,
      description:
        'The actor: a user name, a service, an operator or a job of the registry; null for a registrar if another registrar did it.',
      resolve: (entry, _, { actor }) => (seesActor(entry, actor) ? entry.actor_name : null),
    }),
    operation: t.exposeString('operation', { description: 'What was done, such as domain.renew.' }),
    requestId: t.string({
      nullable: true,
      description:
        'The id of the request that did it, the same as in the log and in the answer of that request; null for a registrar if another registrar did it.',
      resolve: (entry, _, { actor }) => (seesActor(entry, actor) ? entry.request_id : null),
    }),
    changes: t.field({
      type: [FieldChangeRef],
      description: 'Which fields were changed, and how.',
      resolve: (entry, _, { actor }) =>
        Object.entries(
          entry.object_type === 'domain' ? changesSeen(domain, entry, actor) : entry.changes,
        ).map(([field, change]) => ({ field, ...change })),
    }),
  }),
});

export const HistoryEntryConnection = connectionOf(HistoryEntryRef, 'changes');
