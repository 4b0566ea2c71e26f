import { beforeAll, describe, expect, it } from 'vitest';
import { billingDesk } from '../../../support/billing.ts';
import { askOf, expectDone, expectRefused, mutateOf } from '../../../support/operator.ts';
import { startProvider, type TestProvider } from '../../../support/payment-provider.ts';
import { type Loose, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let provider: TestProvider;
let desk: ReturnType<typeof billingDesk>;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);
beforeAll(async () => {
  provider = await startProvider();
  world = await testWorld({ PAYMENT_PROVIDER_URL: provider.url });
  await world.listen();
  desk = billingDesk(world, provider);
});

const invoice = async (number: number): Promise<Loose> =>
  (await ask(`{ invoice(number: ${number}) { initiator status exportedToAccountingAt sentAsEInvoiceAt } }`))
    .data.invoice;
const item = {
  date: '2026-01-10',
  currency: 'EUR',
  customer: { code: 'ACME', name: 'Acme' },
  lines: [{ productId: 'OKSJON', description: 'x', quantity: '1', price: '1.00' }],
};

describe('an operator in the billing of a service', () => {
  it('imports its invoices and reference numbers', async () => {
    const invoices = [
      { number: 120_001, initiator: 'auction', amount: '1.00', status: 'PAID' },
      { number: 120_002, initiator: 'nobody', amount: '1.00', status: 'PAID' },
    ];
    const payload = await mutate('invoicesImport', { invoices }, 'added skipped');
    expectDone(payload);
    expect(payload).toMatchObject({ added: 1, skipped: 1 });
    expect(await invoice(120_001)).toMatchObject({ initiator: 'auction', status: 'PAID' });
    expect(
      await mutate(
        'referenceNumbersImport',
        { references: [{ referenceNumber: 'R-1', initiator: 'eeid' }] },
        'added',
      ),
    ).toMatchObject({ added: 1 });
  });

  it('exports its invoices, and has to say whose', async () => {
    const invoices = [{ number: 120_001, ...item }];
    expectRefused(await mutate('invoicesExportToAccounting', { invoices }, 'numbers'), 2306);
    const shown = await mutate(
      'invoicesExportToAccounting',
      { invoices, initiator: 'auction', dryRunXml: true },
      'xml',
    );
    expect(shown.xml).toContain('<invoice Number="120001" ');
    expectDone(await mutate('invoicesExportToAccounting', { invoices, initiator: 'auction' }, 'numbers'));
    await world.container.outbox.drain();
    expect(await invoice(120_001)).toMatchObject({ exportedToAccountingAt: expect.any(String) });
  });

  it('sends one of its e-invoices', async () => {
    const sent = {
      initiator: 'auction',
      invoice: {
        number: 120_001,
        issueDate: '2026-01-10',
        dueDate: '2026-01-24',
        currency: 'EUR',
        amount: '1.00',
        seller: { name: 'Registry', regNo: '90010019', iban: 'EE557700771000598731' },
        buyer: { name: 'Acme', regNo: '12345678' },
      },
      items: [{ description: 'x', price: '1.00', quantity: '1', amount: '1.00' }],
    };
    expectDone(await mutate('invoiceSendAsEInvoice', sent, 'number'));
    await world.container.outbox.drain();
    expect(await invoice(120_001)).toMatchObject({ sentAsEInvoiceAt: expect.any(String) });
  });

  it('makes payments for it, and moves its invoices', async () => {
    const { invoiceNumber } = await mutateNumber();
    const link = await mutate(
      'invoicePaymentLinkCreate',
      { number: invoiceNumber, amount: '10.00', initiator: 'eeid' },
      'invoice { initiator }',
    );
    expect(link.invoice).toEqual({ initiator: 'eeid' });
    const bulk = await mutate(
      'invoiceBulkPaymentCreate',
      {
        invoiceNumbers: [invoiceNumber],
        amount: '10.00',
        initiator: 'eeid',
        customerUrl: 'https://portal.example/',
      },
      'invoice { number initiator }',
    );
    expectDone(bulk);
    const [reference = ''] = [...provider.payments.keys()].slice(-1);
    provider.change(reference, { payment_state: 'settled' });
    await desk.callback(reference);
    expect(await invoice(invoiceNumber)).toMatchObject({ status: 'PAID' });
    expectDone(await mutate('invoiceRefund', { number: bulk.invoice.number }, 'invoice { status }'));
    expect(await invoice(invoiceNumber)).toMatchObject({ status: 'REFUNDED' });
  });

  it('issues monthly numbers', async () => {
    expect(await mutate('monthlyInvoiceNumbersIssue', { count: 2 }, 'numbers')).toMatchObject({
      numbers: [309_902, 309_903],
    });
    expectRefused(await mutate('monthlyInvoiceNumbersIssue', { count: 1001 }, 'numbers'), 2005);
  });
});

async function mutateNumber(): Promise<{ invoiceNumber: number }> {
  const { data } = await ask('mutation { invoiceNumberIssue { number } }');
  return { invoiceNumber: Number(data.invoiceNumberIssue.number) };
}
