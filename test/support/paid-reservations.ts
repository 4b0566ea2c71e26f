import { expect } from 'vitest';
import { z } from 'zod';
import { moveInvoice } from '#src/registry/operations/billing/model/move-invoice.ts';
import { defineCommand } from '#src/registry/operations/operation.ts';
import { type InvoiceStatus, invoiceStatuses } from '#src/registry/rules/money/payment-state.ts';
import { invoiceByNumber, lockInvoice } from '#src/registry/store/billing/invoices.ts';
import { disagreementList } from '#src/registry/store/billing/payments.ts';
import type { Entry, portalOf } from './portal.ts';
import type { TestWorld } from './world.ts';

/** A paid reservation as the portal knows it. */
export interface Pending {
  readonly invoice_number: number;
  readonly user_unique_id: string;
  readonly linkpay_url: string;
  readonly available_domains: string[];
}

export interface PaidStatus {
  readonly status: string;
  readonly message: string;
  readonly reserved_domains: [Entry, ...Entry[]];
  readonly names: string[];
}

/** What the payment callback, or a person, does to an invoice in the end; the callback has its own tests. */
const moveOne = defineCommand({
  name: 'test.invoice.move',
  summary: 'Moves an invoice.',
  permits: ['system'],
  scope: 'WRITE',
  input: z.object({
    number: z.int(),
    userUniqueId: z.string(),
    status: z.enum(invoiceStatuses),
    by: z.enum(['provider', 'operator']),
  }),
  errors: [],
  run: async (context, { number, userUniqueId, status, by }) => {
    const found = await invoiceByNumber(context.db, number, userUniqueId);
    const invoice = await lockInvoice(context.db, found?.id ?? 0);
    const payment = { reference: `payment-of-${userUniqueId}`, snapshot: {}, transactionTime: context.now };
    await moveInvoice(context, invoice, status, by, by === 'provider' ? payment : undefined);
    return {};
  },
});

export function paymentsOf(world: TestWorld, portal: ReturnType<typeof portalOf>) {
  const move = async (pending: Pending, status: InvoiceStatus, by: 'provider' | 'operator' = 'provider') => {
    const outcome = await world.container.runner.run(
      moveOne,
      { number: pending.invoice_number, userUniqueId: pending.user_unique_id, status, by },
      { actor: { kind: 'system', job: 'test' }, request: { id: 'test', via: 'job' } },
    );
    return outcome.ok;
  };
  const statusOf = (invoiceNumber: unknown, userUniqueId: unknown) =>
    portal.get(`/long_reserve_domains_status?invoice_number=${invoiceNumber}&user_unique_id=${userUniqueId}`);
  return {
    move,
    pay: (pending: Pending) => move(pending, 'paid'),
    statusOf,
    /** Asks for names against payment; they must be free. */
    pending: async (...names: readonly string[]): Promise<Pending> => {
      const { status, body } = await portal.post('/long_reserve_domains', { domain_names: names });
      expect(status).toBe(201);
      return body as unknown as Pending;
    },
    reported: async (pending: Pending): Promise<PaidStatus> => {
      const { status, body } = await statusOf(pending.invoice_number, pending.user_unique_id);
      expect(status).toBe(200);
      return body as unknown as PaidStatus;
    },
    disagreements: async () =>
      disagreementList.rows(world.container.database.db, {
        sort: [{ field: 'id', descending: false }],
        slice: { by: 'offset', limit: 100, offset: 0 },
      }),
  };
}
