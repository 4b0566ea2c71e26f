import { cancelReservation } from '../../../registry/operations/operator/cancel-reservation.ts';
import { invoiceRows } from '../../../registry/operations/readers/rows.ts';
import { reserveNames } from '../../../registry/operations/reservations/reserve-names.ts';
import { reserveNamesPaid } from '../../../registry/operations/reservations/reserve-names-paid.ts';
import { InvoiceRef } from '../invoice/type.ts';
import { defineMutation } from '../mutation.ts';
import { result, results } from '../payload.ts';
import { ReservationRef, reservationNode } from './type.ts';

defineMutation(reserveNames, {
  show: (db, { id }, context) => reservationNode(db, id, context),
  payload: result('reservation', ReservationRef, 'The reservation with the code of each name'),
});

defineMutation(cancelReservation, {
  more: 'An unpaid invoice is cancelled; a paid one is refunded with invoiceRefund.',
  show: async (db, { id }, context) => {
    const node = await reservationNode(db, id, context);
    return (
      node && {
        ...node,
        invoice: node.invoice_id === null ? null : await invoiceRows.one(db, { id: node.invoice_id }),
      }
    );
  },
  payload: result('reservation', ReservationRef, 'The reservation that was ended'),
});

defineMutation(reserveNamesPaid, {
  show: async (db, { id, invoiceId, paymentUrl }, context) => ({
    reservation: await reservationNode(db, id, context),
    invoice: await invoiceRows.one(db, { id: invoiceId }),
    paymentUrl,
  }),
  payload: results({
    reservation: [ReservationRef, 'The reservation, whose names are held once it is paid'],
    invoice: [InvoiceRef, 'The invoice that has to be paid'],
    paymentUrl: ['String', 'The address of the page on which it is paid'],
  }),
});
