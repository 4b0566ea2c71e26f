import { reservation } from '../../../registry/entities/reservation.ts';
import type { Db } from '../../../registry/operations/operation.ts';
import {
  entryLists,
  reservationForDomains,
  reservationForInvoices,
} from '../../../registry/operations/readers/of-reservations.ts';
import { reservationRows } from '../../../registry/operations/readers/rows.ts';
import type { Invoice, Reservation } from '../../../registry/operations/readers/shown.ts';
import { type EntryView, entryViews } from '../../../registry/operations/reservations/entry-views.ts';
import { isSponsor, seesReservationIds } from '../../../registry/rules/visibility.ts';
import { isPast } from '../as-of.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { DomainRef } from '../domain/type.ts';
import { plainFields } from '../entity-fields.ts';
import { enumOf } from '../enum-of.ts';
import { BooleanFilter, enumFilter, StringFilter } from '../filters.ts';
import { key } from '../groups.ts';
import { InvoiceRef } from '../invoice/type.ts';
import { listOf } from '../list.ts';
import { batched } from '../loading.ts';
import { momentOrNull } from '../moments.ts';
import { rowNode } from '../row-node.ts';

const ReservationKindEnum = enumOf(
  'ReservationKind',
  'What a reservation costs, and for how long it holds.',
  {
    free: 'Free of charge, for seven days.',
    paid: 'Paid for, for a year from the first paidReservation after payment.',
  },
);

const EntryStatusEnum = enumOf('ReservationEntryStatus', 'The status of a reserved name.', {
  pending: 'No code yet: the invoice is not paid, or `paidReservation` was not called since it was paid.',
  reserved: 'It is held, and its code registers it.',
  registered: 'It is a domain now.',
  expired: 'It is no longer reserved by this reservation.',
});

/** Never with their codes: those are only for callers that name the reservation (`reservationNode`). */
export const reservationEntries = batched((db, ids: readonly number[], { clock }) =>
  entryLists(db, ids, clock.now()),
);

const EntryRef = builder.objectRef<EntryView>('ReservationEntry').implement({
  description: 'One name of a reservation, with its status.',
  fields: (t) => ({
    name: t.expose('name', { type: 'DomainName', description: 'The name with its zone, such as tamm.ee.' }),
    status: t.expose('status', {
      type: EntryStatusEnum,
      description: 'Whether it is waiting, held, registered or free again.',
    }),
    password: t.expose('password', {
      type: 'Secret',
      nullable: true,
      description:
        'The code with which a registrar registers it; shown only to a portal that has just made the reservation or asks for it by its userUniqueId, and only while the name is held and paid for.',
    }),
    expiresAt: momentOrNull(t, 'expiresAt', 'Until when it is held; null while it is not held yet.'),
    domain: t.field({
      type: DomainRef,
      nullable: true,
      description:
        'The domain of this name, once it is registered; null before, and for all but registrars and operators.',
      resolve: ({ domainId }) => domainId,
    }),
  }),
});

/** `named` is there when the caller has named the reservation or just made it: its entries, with their codes. */
export type ReservationNode = Reservation & {
  readonly named?: readonly EntryView[];
  /** Reached from the invoice of a reservation that the caller has named. */
  readonly isNamed?: boolean;
  /** The invoice as an operation has just left it. */
  readonly invoice?: Invoice | null;
};

/**
 * Reads a reservation with its entries, where an operation has just changed them: a dry run shows what would have
 * been, and codes issued a moment ago are not overlooked because another field of the document has read them before.
 */
export async function reservationNode(
  db: Db,
  id: number,
  { clock }: Context,
): Promise<ReservationNode | null> {
  const row = await reservationRows.one(db, { id });
  return row ? { ...row, named: await entryViews(db, id, clock.now()) } : null;
}

export const ReservationRef = rowNode<ReservationNode>('Reservation', reservationRows.many);

ReservationRef.implement({
  description: 'Names that are held for somebody who is founding a company, until they are registered.',
  fields: (t) => ({
    userUniqueId: t.string({
      nullable: true,
      description:
        'The id of the reservation, which the portal keeps for its user and which opens its codes; null for registrars, and for portals that have not just made it or asked for it by this very id.',
      resolve: ({ user_unique_id, named, isNamed }, _, { actor }) =>
        named || isNamed || seesReservationIds(actor) ? user_unique_id : null,
    }),
    ...plainFields(t, reservation, { kind: ReservationKindEnum }),
    entries: t.field({
      type: [EntryRef],
      description: 'Its names, each with its status; registrars see those that are their own domains now.',
      resolve: async ({ id, named }, _, context) => {
        if (named) return named.slice();
        const entries = await reservationEntries(context).load(id);
        const { actor } = context;
        return actor.kind === 'registrar'
          ? entries.filter(({ registeredFor }) => registeredFor === actor.registrarId)
          : entries;
      },
    }),
    invoice: t.field({
      type: InvoiceRef,
      nullable: true,
      description: 'The invoice of a paid reservation; null when it is free, and for registrars.',
      resolve: async ({ invoice_id, invoice, named }, _, context) => {
        if (!named || invoice_id === null) return invoice ?? invoice_id;
        const row = invoice ?? (await InvoiceRef.getDataloader(context).load(invoice_id));
        return { ...row, isNamed: true };
      },
    }),
  }),
});

const KindFilter = enumFilter('ReservationKindFilter', ReservationKindEnum, {
  description: 'Conditions on what a reservation costs; all that are given must hold.',
  verb: 'Is',
  one: 'kind',
  many: 'kinds',
});

const StatusFilter = enumFilter('ReservationEntryStatusFilter', EntryStatusEnum, {
  description:
    'Conditions on the status of the names of a reservation; all that are given must hold. eq and in match if one or more of its names do; ne and notIn match if all of them do.',
  verb: 'Has',
  one: 'status',
  many: 'statuses',
});

export const reservations = listOf(ReservationRef, reservation, {
  many: 'reservations',
  example: '{paid: {eq: false}, createdAt: {lt: "-P1D"}} are those that nobody has paid for in a day.',
  where: {
    status: [StatusFilter, 'By the status of their names: {eq: PENDING} are those with a name that waits.'],
    name: [StringFilter, 'By the names that they hold: {eq: "tamm.ee"} are those with this name among them.'],
    paid: [
      BooleanFilter,
      'By whether their invoice is paid: {eq: false} are those that wait for payment. Free ones match neither.',
    ],
  },
  filters: { kind: KindFilter },
  types: { kind: ReservationKindEnum },
  keys: {
    STATUS: key(
      EntryStatusEnum,
      'The status of their names; a reservation counts once for each status that its names have.',
    ),
  },
});

export const reservationsByInvoice = batched(reservationForInvoices);

const ofDomains = batched(reservationForDomains);

builder.objectField(InvoiceRef, 'reservation', (t) =>
  t.field({
    type: ReservationRef,
    nullable: true,
    description: 'The reservation that it pays for; null when it pays for none.',
    resolve: async ({ id, isNamed = false }, _, context) => {
      const row = await reservationsByInvoice(context).load(id);
      return row && { ...row, isNamed };
    },
  }),
);

builder.objectField(DomainRef, 'reservation', (t) =>
  t.field({
    type: ReservationRef,
    nullable: true,
    description:
      'The reservation whose code it was registered with; null when there was none, unless you sponsor it, and in the past.',
    resolve: (domain, _, context) =>
      isSponsor(domain, context.actor) && !isPast(domain) ? ofDomains(context).load(domain.id) : null,
  }),
);
