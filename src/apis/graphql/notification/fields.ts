import { transferRows } from '../../../registry/operations/readers/rows.ts';
import type { DomainTransfer, Notification } from '../../../registry/operations/readers/shown.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { DomainRef } from '../domain/type.ts';
import { HistoryEntryRef } from '../history/type.ts';
import { InvoiceRef } from '../invoice/type.ts';
import { batched } from '../loading.ts';
import { moment, momentOrNull } from '../moments.ts';
import { isVisibleNode } from '../node-visibility.ts';
import { RegistrarRef } from '../registrar/type.ts';
import { NotificationRef } from './type.ts';

const DomainTransferRef = builder.objectRef<DomainTransfer>('DomainTransfer').implement({
  description: 'The move of a domain from one registrar to another.',
  fields: (t) => ({
    name: t.expose('domain_name', { type: 'DomainName', description: 'The name of the domain that moved.' }),
    oldRegistrar: t.field({
      type: RegistrarRef,
      description: 'The registrar that had it before.',
      resolve: ({ old_registrar_id }) => old_registrar_id,
    }),
    newRegistrar: t.field({
      type: RegistrarRef,
      description: 'The registrar that took it over.',
      resolve: ({ new_registrar_id }) => new_registrar_id,
    }),
    requestedAt: moment(t, 'requested_at', 'When the move was asked for.'),
    transferredAt: momentOrNull(t, 'transferred_at', 'When it was done; null while it is not.'),
  }),
});

const transfers = batched(async (db, ids: readonly number[]) => {
  const found = new Map((await transferRows.many(db, ids)).map((row) => [row.id, row]));
  return ids.map((id) => found.get(id) ?? null);
});

type Attached = { readonly of: 'Domain' | 'DomainTransfer' | 'HistoryEntry' | 'Invoice' };
const kindOf = new WeakMap<object, Attached['of']>();

const NotificationSubject = builder.unionType('NotificationSubject', {
  description: 'The kinds of objects that a poll message can be about.',
  types: [DomainRef, DomainTransferRef, HistoryEntryRef, InvoiceRef],
  resolveType: (value) => kindOf.get(value as object) ?? 'Domain',
});

/** The types that REST clients know by their old names (docs/rules/registrar.md#messages). */
const types: Readonly<Record<string, Attached['of']>> = {
  Domain: 'Domain',
  'Epp::Domain': 'Domain',
  DomainTransfer: 'DomainTransfer',
  'Version::DomainVersion': 'HistoryEntry',
  Invoice: 'Invoice',
};

builder.objectField(NotificationRef, 'attached', (t) =>
  t.field({
    type: NotificationSubject,
    nullable: true,
    description: 'The object it is about; null when there is none, it is gone, or you may no longer see it.',
    resolve: async (notification, _, context) => {
      const of = types[notification.attached_obj_type ?? ''];
      const found = of && (await load(of, notification, context));
      if (!found || found instanceof Error) return null;
      // The message itself describes a transfer in full.
      if (of !== 'DomainTransfer' && !(await isVisibleNode(of, found, context))) return null;
      kindOf.set(found, of);
      return found;
    },
  }),
);

const refs = { Domain: DomainRef, HistoryEntry: HistoryEntryRef, Invoice: InvoiceRef } as const;

async function load(of: Attached['of'], { attached_obj_id }: Notification, context: Context) {
  if (attached_obj_id === null) return null;
  if (of === 'DomainTransfer') return transfers(context).load(attached_obj_id);
  return (await refs[of].getDataloader(context).loadMany([attached_obj_id]))[0] ?? null;
}
