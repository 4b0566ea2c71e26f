import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '#src/cli/run.ts';
import { integrations } from '#src/core/integrations.ts';
import { operations } from '#src/operations/operation.ts';
import { billingApi } from '../support/billing.ts';
import { askOf } from '../support/operator.ts';
import { alpha, portal, type TestWorld, testWorld } from '../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);
beforeAll(async () => {
  world = await testWorld({ PAYMENTS: 'off', ACCOUNTING: 'off', E_INVOICING: 'off', SANDBOX_WORLD: 'demo' });
});

const kinds = async () =>
  (await world.house.database.db.selectFrom('outbox').select('kind').distinct().execute()).map(
    ({ kind }) => kind,
  );

describe('what is switched off', () => {
  it('is refused at every door, with a code of its own and who can change that', async () => {
    const registry = await billingApi(world, 'registry');
    const refused = await registry.post('/invoice_generator/oneoff', {
      invoice_number: 1,
      customer_url: 'https://auction.example/',
    });
    expect(refused.status).toBe(501);
    expect(refused.text).toContain('PAYMENTS=on');
    const reserved = await ask(
      'mutation { paidReservationCreate(input: { names: ["tasuline.ee"] }) { userErrors { code resultCode message } } }',
      {},
      portal,
    );
    expect(reserved.data.paidReservationCreate.userErrors).toEqual([
      {
        code: 'SWITCHED_OFF',
        resultCode: 2101,
        message: 'Payments are switched off at this registry; its operator can change that (PAYMENTS=on)',
      },
    ]);
    const sent = await ask(
      `mutation { invoiceSendAsEInvoice(input: { invoice: { number: 1, seller: {}, buyer: {} }, items: [] }) {
        userErrors { code message } } }`,
    );
    expect(JSON.stringify(sent)).toContain('E-invoicing is switched off');
    const callback = await world.request({
      method: 'GET',
      url: '/api/v1/callback_handler/callback?payment_reference=abc',
      auth: null,
    });
    expect(callback.status).toBe(501);
  });

  it('is said by every operation that asks the provider, and by those whose work would go nowhere', () => {
    const needy = [...operations.values()].filter(({ needs }) => needs).map(({ name }) => name);
    expect(needy.sort()).toEqual([
      'invoice.create-bulk-payment',
      'invoice.create-deposit-prepayment',
      'invoice.create-one-off-payment',
      'invoice.create-payment-link',
      'invoice.export-to-accounting',
      'invoice.refund',
      'invoice.send-as-e-invoice',
      'invoice.settle-refund',
      'paid-reservation.create',
      'payment.receive-notification',
      'payment.refund',
      'sandbox.payment.complete',
    ]);
  });

  it('leaves top-ups, which have no link, and puts nothing into the outbox for nobody', async () => {
    const { data } = await ask(
      'mutation { accountTopUp(input: { amount: "100.00" }) { paymentUrl invoice { number paymentLink } userErrors { message } } }',
      {},
      alpha,
    );
    expect(data.accountTopUp).toEqual({
      paymentUrl: null,
      invoice: { number: expect.any(Number), paymentLink: null },
      userErrors: [],
    });
    const { registrar } = (await ask('{ viewer { registrar { code } } }', {}, alpha)).data.viewer;
    expect(registrar.code).toBe('ALPHA');
    const known = Object.values(integrations).map(({ sends }) => sends as string);
    expect((await kinds()).filter((kind) => known.includes(kind))).toEqual([]);
  });

  it('makes a dead letter at once of what waited for it', async () => {
    const at = world.clock.now();
    const { id } = await world.house.database.db
      .insertInto('outbox')
      .values({ kind: 'accounting', subject: '1', payload: '{}', next_attempt_at: at, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await world.house.outbox.drain();
    const { data } = await ask(
      '{ outboxItems(first: 5, where: { state: { eq: "dead" } }) { nodes { id attempts lastError } } }',
    );
    expect(data.outboxItems.nodes).toEqual([
      { id, attempts: 1, lastError: expect.stringContaining('Accounting is switched off') },
    ]);
  });

  it('is told by /readyz and check-config', async () => {
    const { body } = await world.request({ url: '/readyz', auth: null });
    expect(body.checks).toEqual(
      expect.arrayContaining(
        ['payments', 'accounting', 'e_invoicing'].map((name) =>
          expect.objectContaining({ name, state: 'ok', why: expect.stringContaining('switched off') }),
        ),
      ),
    );
    const printed: string[] = [];
    await runCli(['check-config'], { ACCOUNTING: 'off' }, (text) => printed.push(text));
    expect(printed.join()).toContain('Switched off: ACCOUNTING.');
  });
});
