import { z } from 'zod';
import { eInvoiceXml } from '../../../registry/documents/e-invoice-xml.ts';
import { recordEInvoice } from '../../../registry/operations/billing/record-e-invoice.ts';
import { eInvoiceRequest } from '../../../registry/operations/billing/send-e-invoice.ts';
import type { Runner } from '../../../registry/operations/runner/runner.ts';
import type { EInvoicing } from '../../e-invoicing.ts';
import { Undeliverable } from '../../undeliverable.ts';
import type { Delivery } from '../outbox.ts';
import { systemCall } from './system-call.ts';

const payload = z.object({
  initiator: z.string(),
  request: eInvoiceRequest,
  file: z.object({ fileId: z.string(), date: z.string() }),
});

export function eInvoiceDelivery(eInvoicing: EInvoicing, runner: Runner): Delivery {
  return async (item, signal) => {
    const read = payload.safeParse(item.payload);
    if (!read.success) throw new Undeliverable('this is not an e-invoice: it cannot be read');
    const { initiator, request, file } = read.data;
    await eInvoicing.send(eInvoiceXml(request, file), signal);
    const { number } = request.invoice;
    const outcome = await runner.run(recordEInvoice, { initiator, number }, systemCall(item));
    if (!outcome.ok) throw new Error(outcome.failures[0].message);
  };
}
