import { cancelReservation } from '../../operations/operator/cancel-reservation.ts';
import { invoiceRows } from '../../operations/readers/rows.ts';
import { reserveNames } from '../../operations/reservations/reserve-names.ts';
import { reserveNamesPaid } from '../../operations/reservations/reserve-names-paid.ts';
import { InvoiceRef } from '../invoice/type.ts';
import { defineMutationByHand } from '../mutation.ts';
import { ReservationRef, reservationNode } from './type.ts';

defineMutationByHand(reserveNames, {
  input: (t) => ({
    names: t.field({
      type: ['DomainName'],
      required: true,
      description: '1 to 20 names to hold, with their zones; those that cannot be had are left out.',
    }),
  }),
  translate: ({ names }) => ({ names }),
  show: (db, { id }, context) => reservationNode(db, id, context),
  payload: (t) => ({
    reservation: t.field({
      type: ReservationRef,
      nullable: true,
      description: 'The reservation with the code of each name; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutationByHand(cancelReservation, {
  more: 'An invoice that is not paid is called off; one that is paid is given back with invoiceRefund.',
  input: (t) => ({
    userUniqueId: t.string({
      required: true,
      description: 'Which one: what reservationCreate or paidReservationCreate has given for it.',
    }),
  }),
  translate: ({ userUniqueId }) => ({ userUniqueId }),
  show: async (db, { id }, context) => {
    const node = await reservationNode(db, id, context);
    return (
      node && {
        ...node,
        invoice: node.invoice_id === null ? null : await invoiceRows.one(db, { id: node.invoice_id }),
      }
    );
  },
  payload: (t) => ({
    reservation: t.field({
      type: ReservationRef,
      nullable: true,
      description: 'The reservation, which holds nothing any more; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutationByHand(reserveNamesPaid, {
  input: (t) => ({
    names: t.field({
      type: ['DomainName'],
      required: true,
      description: '1 to 20 names to hold, with their zones; all of them or none.',
    }),
  }),
  translate: ({ names }) => ({ names }),
  show: async (db, { id, invoiceId, paymentUrl }, context) => ({
    reservation: await reservationNode(db, id, context),
    invoice: await invoiceRows.one(db, { id: invoiceId }),
    paymentUrl,
  }),
  payload: (t) => ({
    reservation: t.field({
      type: ReservationRef,
      nullable: true,
      description: 'The reservation, whose names are held once it is paid; null when it was refused.',
      resolve: ({ shown }) => shown?.reservation ?? null,
    }),
    invoice: t.field({
      type: InvoiceRef,
      nullable: true,
      description: 'The invoice that has to be paid; null when it was refused.',
      resolve: ({ shown }) => shown?.invoice ?? null,
    }),
    paymentUrl: t.string({
      nullable: true,
      description: 'The address of the page on which it is paid; null when it was refused.',
      resolve: ({ shown }) => shown?.paymentUrl ?? null,
    }),
  }),
});
