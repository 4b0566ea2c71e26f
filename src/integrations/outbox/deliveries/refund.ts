import { z } from 'zod';
import { settleRefund } from '../../../registry/operations/billing/settle-refund.ts';
import type { Runner } from '../../../registry/operations/runner/runner.ts';
import { Undeliverable } from '../../undeliverable.ts';
import type { Delivery } from '../outbox.ts';
import { systemCall } from './system-call.ts';

const payload = z.union([z.object({ invoiceId: z.int() }), z.object({ reference: z.string() })]);

/** Reads the state of a refund that may not be complete from the provider; usually it is, and nothing is to be done. */
export function refundDelivery(runner: Runner): Delivery {
  return async (item) => {
    const read = payload.safeParse(item.payload);
    if (!read.success) throw new Undeliverable('this is not a refund: it names no invoice and no payment');
    const outcome = await runner.run(settleRefund, read.data, systemCall(item));
    if (!outcome.ok) throw new Error(outcome.failures[0].message);
  };
}
