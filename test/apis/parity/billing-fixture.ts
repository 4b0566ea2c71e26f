import { expect } from 'vitest';
import { type BillingApi, billingApi, billingDesk, token } from '../../support/billing.ts';
import { startProvider, type TestProvider } from '../../support/payment-provider.ts';
import { clockAt } from '../../support/time.ts';
import { type Loose, operator, type TestWorld, testWorld } from '../../support/world.ts';
import type { Look } from './service-api.ts';

/** A world whose clock stands still, with a payment provider that behaves as a test wants. */
export interface BillingFixture {
  readonly world: TestWorld;
  readonly provider: TestProvider;
  readonly registry: BillingApi;
  readonly auction: BillingApi;
  readonly desk: ReturnType<typeof billingDesk>;
}

export async function billingFixture(env: Readonly<Record<string, string>> = {}): Promise<BillingFixture> {
  const provider = await startProvider();
  const world = await testWorld(
    { PAYMENT_PROVIDER_URL: provider.url, ...env },
    { clock: clockAt('2026-05-10T12:00:00Z') },
  );
  return {
    world,
    provider,
    registry: await billingApi(world, 'registry'),
    auction: await billingApi(world, 'auction'),
    desk: billingDesk(world, provider),
  };
}

export const byAuction = token('auction');
export const customerUrl = 'https://auction.example/back';

/** Everything that can be seen of an invoice, asked by an operator. */
export const invoiceLook = (number: number, shows?: unknown, userUniqueId?: string): Look => ({
  query: `query ($number: Int!, $user: String) {
    invoice(number: $number, userUniqueId: $user) {
      number status amount currency initiator userUniqueId description referenceNumber paymentReference paymentLink
      paidAt exportedToAccountingAt sentAsEInvoiceAt createdAt
      children { number status description paymentReference }
      parent { number status }
      deposit { domainName userUuid userEmail }
      payments { reference state providerState amount standingAmount occurredAt acquiringCompletedAt }
      events { name outcome note receivedAt }
    }
  }`,
  variables: { number, user: userUniqueId },
  auth: operator,
  ...(shows !== undefined && { shows }),
});

/** Nothing is there under this number. */
export const noInvoice = (number: number): Look => invoiceLook(number, { resultCode: 2303 });

/** What operators are told of a payment. */
export const disagreementLook = (reference: string, kinds: readonly string[]): Look => ({
  query: `query ($reference: String!) {
    paymentDisagreements(first: 10, where: { paymentReference: { eq: $reference } }) {
      nodes { kind about details invoice { number } payment { state amount } resolvedAt }
    }
  }`,
  variables: { reference },
  auth: operator,
  shows: { nodes: kinds.map((kind) => ({ kind })) },
});

/** The outbox items that are not delivered: pending in the order of their attempts, and dead ones. */
export const outboxLook = (shows: unknown): Look => ({
  query: `{ outbox(first: 100, where: { doneAt: { isNull: true } }, orderBy: { field: NEXT_ATTEMPT_AT }) {
    nodes { kind subject attempts lastError } groups(by: { field: STATE }) { state count } } }`,
  auth: operator,
  shows,
});
export const pending = (count: number): object => ({
  groups: count
    ? expect.arrayContaining([{ state: 'PENDING', count }])
    : expect.not.arrayContaining([expect.objectContaining({ state: 'PENDING' })]),
});

/** The payment that the provider made last. */
export const lastPayment = (provider: TestProvider): string => [...provider.payments.keys()].at(-1) ?? '';

/** The order that the provider was asked for last, which is the number of the invoice. */
export const lastOrder = (provider: TestProvider): number =>
  Number(provider.requests.findLast(({ method }) => method === 'POST')?.body.order_reference);

/** What both doors tell of a payment that was made: its link, and what the provider was asked for. */
export const reportPayment = (provider: () => TestProvider) => {
  const reported = (link: unknown) => {
    const { nonce, timestamp, ...asked } =
      provider().requests.findLast(({ method }) => method === 'POST')?.body ?? {};
    return { link: String(link), asked };
  };
  return {
    rest: ({ oneoff_redirect_link }: Loose) => reported(oneoff_redirect_link),
    graphql: ({ paymentUrl }: Loose) => reported(paymentUrl),
  };
};

/** Does something over REST that must succeed. */
export async function done(answer: ReturnType<BillingApi['post']>): Promise<void> {
  const { status, text } = await answer;
  expect(status, text).toBeLessThan(300);
}

/** An invoice that a scenario has made for itself. */
export interface Made {
  readonly number: number;
}
export const own = ({ number }: Made): readonly number[] => [number];

/** Everything that waits goes out now. */
export const deliver: Look = {
  query: 'mutation { jobsRun(input: {}) { userErrors { message } } }',
  auth: operator,
};
export const nothingWaits = outboxLook(pending(0));

/** A number that no invoice has yet. */
export async function newNumber(
  fixture: BillingFixture,
  client: 'registry' | 'auction' = 'registry',
): Promise<Made> {
  const { body } = await fixture[client].post('/invoice_generator/invoice_number_generator');
  return { number: Number(body.invoice_number) };
}

export const linkUrl = '/invoice_generator/invoice_generator';

/** The same request for a payment link at both doors; each writes it in its own words. */
export const link = (rest: object, graphql: object) => ({
  rest: ({ number }: Made) => ({
    method: 'POST' as const,
    url: linkUrl,
    payload: { invoice_number: number, transaction_amount: '10.00', ...rest },
  }),
  graphql: ({ number }: Made) => ({
    mutation: 'invoicePaymentLinkCreate',
    input: { number, amount: '10.00', ...graphql },
    select: 'paymentUrl',
  }),
});
