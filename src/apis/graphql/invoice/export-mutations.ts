import { exportToAccounting } from '../../../registry/operations/billing/export-to-accounting.ts';
import { sendEInvoice } from '../../../registry/operations/billing/send-e-invoice.ts';
import { measure } from '../measures.ts';
import { defineMutation } from '../mutation.ts';
import { result } from '../payload.ts';

defineMutation(exportToAccounting, {
  show: async (_, value) => value,
  payload: (t) => ({
    numbers: t.intList({
      extensions: measure('KEY'),
      description: 'The numbers of the invoices that go to accounting.',
      resolve: ({ shown }) => (shown?.numbers ?? []).map(Number),
    }),
    skipped: t.int({
      extensions: measure('COUNT'),
      description: 'How many were left out because they are unknown, already in accounting or named twice.',
      resolve: ({ shown }) => shown?.skipped ?? 0,
    }),
    xml: t.string({
      nullable: true,
      description: 'The document that would be sent, when dryRunXml asked for it; else null.',
      resolve: ({ shown }) => shown?.xml ?? null,
    }),
  }),
});

defineMutation(sendEInvoice, {
  show: async (_, { number }) => Number(number),
  payload: result('number', 'Int', 'The number of the invoice, which is being sent', measure('KEY')),
});
