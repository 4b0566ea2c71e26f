import { SignJWT } from 'jose';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { invoiceByNumber } from '#src/registry/store/billing/invoices.ts';
import { disagreementList } from '#src/registry/store/billing/payments.ts';
import type { TestProvider } from './payment-provider.ts';
import type { Answer, TestWorld } from './world.ts';

export const token = async (
  initiator: string,
  secret = 'billing-sandbox',
  claims: object = {},
): Promise<string> =>
  `Bearer ${await new SignJWT({ initiator, ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(secret))}`;

/** As if the generator had been asked for all of them: clients bring along only numbers that were issued. */
export async function numbersIssuedUpTo({ container }: TestWorld, last: number): Promise<void> {
  await sql`insert into number_counters (name, last_number) values ('invoice', ${last})
    on conflict (name) do update set last_number = ${last}`.execute(container.database.db);
}

export interface BillingApi {
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  send(method: 'POST' | 'PUT' | 'PATCH', path: string, body: unknown): Promise<Answer>;
  get(path: string): Promise<Answer>;
}

/** The billing API as one service calls it. */
export async function billingApi(world: TestWorld, initiator: string): Promise<BillingApi> {
  const auth = await token(initiator);
  const send = (method: 'POST' | 'PUT' | 'PATCH', path: string, body?: unknown, headers: object = {}) =>
    world.request({
      method,
      url: `/api/v1${path}`,
      auth,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { payload: JSON.stringify(body) }),
    });
  return {
    post: (path, body, headers) => send('POST', path, body, headers),
    send,
    get: (path) => world.request({ method: 'GET', url: `/api/v1${path}`, auth }),
  };
}

/** What tests of invoices need again and again. */
export function billingDesk(world: TestWorld, provider: TestProvider) {
  const { db } = world.container.database;
  const callback = (reference?: string, event?: string): Promise<Answer> => {
    const query = new URLSearchParams({
      ...(reference !== undefined && { payment_reference: reference }),
      ...(event !== undefined && { event_name: event }),
    });
    return world.request({ method: 'GET', url: `/api/v1/callback_handler/callback?${query}`, auth: null });
  };
  return {
    callback,
    /** An invoice with a number of its own; answers with the number. */
    invoice: async (api: BillingApi, fields: object = {}): Promise<number> => {
      const { body } = await api.post('/invoice_generator/invoice_number_generator');
      const number = Number(body.invoice_number);
      const created = await api.post('/invoice_generator/invoice_generator', {
        invoice_number: number,
        transaction_amount: '10.00',
        ...fields,
      });
      expect(created.status, created.text).toBe(201);
      return number;
    },
    /** A payment for an order, as the provider holds it; answers with its reference. */
    payment: (number: number, state: string, fields: object = {}): string =>
      provider.add({
        order_reference: String(number),
        initial_amount: 10,
        standing_amount: 10,
        payment_state: state,
        transaction_time: '2026-05-10T10:05:00Z',
        ...fields,
      }),
    find: async (number: number, userUniqueId?: string) => {
      const invoice = await invoiceByNumber(db, number, userUniqueId);
      if (!invoice) throw new Error(`no invoice ${number}`);
      return invoice;
    },
    status: async (number: number, userUniqueId?: string): Promise<string | undefined> =>
      (await invoiceByNumber(db, number, userUniqueId))?.status,
    disagreements: async (reference?: string): Promise<string[]> =>
      (
        await disagreementList.rows(db, {
          ...(reference && { filter: { field: 'paymentReference', is: 'eq' as const, value: reference } }),
          sort: [{ field: 'id', descending: false }],
          slice: { by: 'offset', limit: 1000, offset: 0 },
        })
      ).map(({ kind }) => kind),
  };
}
