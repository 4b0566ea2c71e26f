import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { integrations } from '#src/base/integrations.ts';
import { operations } from '#src/registry/operations/operation.ts';
import { runCli } from '#src/server/cli/run.ts';
import { billingApi } from '../../../support/billing.ts';
import { askOf } from '../../../support/operator.ts';
import { alpha, portal, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);
beforeAll(async () => {
  world = await testWorld({ PAYMENTS: 'off', ACCOUNTING: 'off', E_INVOICING: 'off', SANDBOX_WORLD: 'demo' });
});

const kinds = async () =>
  (await world.container.database.db.selectFrom('outbox').select('kind').distinct().execute()).map(
    ({ kind }) => kind,
  );

/** Whether its second step turns to the payment provider, whatever was prepared for it. */
async function asksProvider(operation: object): Promise<boolean> {
  const { ask } = operation as { ask?: (external: object, prepared: unknown) => unknown };
  const anything: unknown = new Proxy(() => anything, {
    get: (_, name) => (name === 'then' ? undefined : anything),
  });
  let asked = false;
  const external = {
    jobs: anything,
    get paymentProvider(): never {
      asked = true;
      throw new Error('this is as far as it goes');
    },
  };
  try {
    await ask?.(external, anything);
  } catch (error) {
    if (!asked) throw error;
  }
  return asked;
}

/** The source of each operation, by its name. */
function operationFiles(): { name: string; text: string }[] {
  const folder = new URL('../../../../src/registry/operations/', import.meta.url);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      const [, name] = /= define\w*Command\(\{\s+name: '([^']+)'/.exec(text) ?? [];
      return name === undefined ? [] : [{ name, text }];
    });
}

describe('an integration that is switched off', () => {
  it('is refused over every API, with a code of its own and who can change that', async () => {
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

  it('is reported by every operation that asks the provider, and by those that would have no effect', async () => {
    const asking: string[] = [];
    for (const operation of operations.values())
      if (await asksProvider(operation)) asking.push(operation.name);
    expect(asking).toContain('invoice.refund');
    const sending = operationFiles().flatMap(({ name, text }) =>
      Object.entries(integrations).flatMap(([integration, { sends }]) =>
        text.includes(`kind: '${sends}'`) ? [[name, integration] as const] : [],
      ),
    );
    expect(sending.length).toBeGreaterThan(1);
    const expected = new Map<string, string>([
      ...asking.map((name) => [name, 'PAYMENTS'] as const),
      ...sending,
      // They answer with a link to the provider, and ask nothing of it yet.
      ['invoice.create-payment-link', 'PAYMENTS'],
      ['paid-reservation.create', 'PAYMENTS'],
      // It plays the provider.
      ['sandbox.payment.complete', 'PAYMENTS'],
    ]);
    const needy = [...operations.values()].flatMap(({ name, needs }) => (needs ? [[name, needs]] : []));
    expect(needy.sort()).toEqual([...expected].sort());
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
    const { id } = await world.container.database.db
      .insertInto('outbox')
      .values({ kind: 'accounting', subject: '1', payload: '{}', next_attempt_at: at, created_at: at })
      .returning('id')
      .executeTakeFirstOrThrow();
    await world.container.outbox.drain();
    const { data } = await ask(
      '{ outbox(first: 5, where: { state: { eq: DEAD } }) { nodes { id: databaseId attempts lastError } } }',
    );
    expect(data.outbox.nodes).toEqual([
      { id: String(id), attempts: 1, lastError: expect.stringContaining('Accounting is switched off') },
    ]);
  });

  it('is reported by /readyz and check-config', async () => {
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
