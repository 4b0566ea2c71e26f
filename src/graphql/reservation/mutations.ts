import { reserveNames } from '../../operations/reservations/reserve-names.ts';
import { reserveNamesPaid } from '../../operations/reservations/reserve-names-paid.ts';
import { invoicesById } from '../../store/invoices.ts';
import { InvoiceRef } from '../invoice/invoice.ts';
import { defineMutation } from '../mutation.ts';
import { ReservationRef, reservationNode } from './reservation.ts';

defineMutation('reservationCreate', {
  operation: reserveNames,
  input: (t) => ({
    names: t.field({
      type: ['DomainName'],
      required: true,
      description: '1 to 20 names; those that cannot be had are left out.',
    }),
  }),
  translate: ({ names }) => ({ names }),
  show: (db, { id }, context) => reservationNode(db, id, context),
  payload: (t) => ({
    reservation: t.field({
      type: ReservationRef,
      nullable: true,
      description: 'The reservation with its codes.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutation('paidReservationCreate', {
  operation: reserveNamesPaid,
  input: (t) => ({
    names: t.field({
      type: ['DomainName'],
      required: true,
      description: '1 to 20 names; all of them or none.',
    }),
  }),
  translate: ({ names }) => ({ names }),
  show: async (db, { id, invoiceId, paymentUrl }, context) => ({
    reservation: await reservationNode(db, id, context),
    invoice: (await invoicesById(db, [invoiceId]))[0] ?? null,
    paymentUrl,
  }),
  payload: (t) => ({
    reservation: t.field({
      type: ReservationRef,
      nullable: true,
      description: 'The reservation; its names are held once it is paid.',
      resolve: ({ shown }) => shown?.reservation ?? null,
    }),
    invoice: t.field({
      type: InvoiceRef,
      nullable: true,
      description: 'What has to be paid.',
      resolve: ({ shown }) => shown?.invoice ?? null,
    }),
    paymentUrl: t.string({
      nullable: true,
      description: 'Where it is paid.',
      resolve: ({ shown }) => shown?.paymentUrl ?? null,
    }),
  }),
});
