import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { acceptText } from '../../../apis/request-bodies.ts';
import { Unavailable } from '../../../base/errors.ts';
import { parseMoney } from '../../../base/money.ts';
import { addScope } from '../../../base/scope.ts';
import { sendNotNow, sendPage } from '../../kit/page.ts';
import { paymentsOfOrder, type SandboxPayment } from '../store/sandbox-payments.ts';
import { purchaseOf } from './bought.ts';
import { readLink } from './linkpay.ts';
import { outcomePage, payPage, problemPage } from './pages.ts';
import { paymentMethods } from './payment-view.ts';
import { type Move, type MovedPayment, ProviderRefusal, refusals } from './payments.ts';
import type { SandboxPaymentProvider } from './provider.ts';
import { isOpen, outcomes } from './states.ts';

const form = z.object({
  outcome: z.enum(outcomes),
  method: z.enum(paymentMethods.map(({ source }) => source)).optional(),
  amount: z.string().trim().transform(parseMoney).optional(),
});

/** The provider's pages for customers: /pay/lp?... of a link, /pay/:payment_reference of a one-off payment. */
export function mountPaymentPages(app: FastifyInstance, provider: SandboxPaymentProvider): void {
  addScope(app, { name: 'payment pages', prefix: '/pay' }, async (scope) => {
    acceptText(scope, 'application/x-www-form-urlencoded', {
      read: (body) => Object.fromEntries(new URLSearchParams(body)),
    });
    scope.setErrorHandler((error, request, reply) => {
      if (error instanceof ProviderRefusal)
        return sendPage(reply, problemPage(titleOf(error), `${error.message}.`, error.httpStatus));
      if (error instanceof Unavailable) return sendNotNow(reply, error);
      const { statusCode = 500 } = error as { statusCode?: number };
      if (statusCode >= 500) request.log.error({ err: error }, 'a payment page has failed');
      return sendPage(reply, problemPage('This did not work', 'Please go back and try again.', statusCode));
    });

    scope.get('/lp', (request, reply) => showLink(provider, request, reply));
    scope.post('/lp', (request, reply) => payLink(provider, request, reply));

    scope.get('/:reference', async (request, reply) => {
      const payment = await find(provider, request);
      const { method_source } = request.query as { method_source?: string };
      const page =
        payment.payment_state === 'initial'
          ? payPage(payment, `/pay/${payment.payment_reference}`, method_source)
          : outcomePage(payment, { goBack: wayBack(payment), bought: await purchaseOf(provider, payment) });
      return sendPage(reply, { ...page, formTargets: targetsOf(payment) });
    });

    scope.post('/:reference', async (request, reply) => {
      const before = await find(provider, request);
      await reported(provider, await provider.move(before.payment_reference, readMove(request)));
      // Only the customer's own step returns to the merchant; a later refund is made by the merchant or the bank.
      const back = isOpen(before) ? wayBack(before) : undefined;
      return reply.redirect(back ?? `/pay/${before.payment_reference}`, 303);
    });
  });
}

async function showLink(
  provider: SandboxPaymentProvider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const query = queryText(request);
  const link = readLink(query, provider.config);
  if (!link.ok) return sendPage(reply, problemPage('This payment link is not valid', link.reason, 400));
  const { order_reference } = link.payment;
  const paid = (await paymentsOfOrder(provider.database.db, order_reference)).find((one) => one.succeeded);
  if (paid) throw refusals.orderPaid();
  return sendPage(reply, payPage(link.payment, `/pay/lp?${query}`));
}

/** Each click is a new attempt, until one succeeds. */
async function payLink(
  provider: SandboxPaymentProvider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const link = readLink(queryText(request), provider.config);
  if (!link.ok) return sendPage(reply, problemPage('This payment link is not valid', link.reason, 400));
  const moved = await provider.openAndMove({ ...link.payment, customer_ip: request.ip }, readMove(request));
  const { payment } = await reported(provider, moved);
  return reply.redirect(`/pay/${payment.payment_reference}`, 303);
}

/** The customer is redirected after the callback, so that the merchant's page already knows of the payment. */
async function reported(provider: SandboxPaymentProvider, moved: MovedPayment): Promise<MovedPayment> {
  await provider.callbacks.sendNow(moved.callbackId);
  return moved;
}

async function find(provider: SandboxPaymentProvider, request: FastifyRequest): Promise<SandboxPayment> {
  const payment = await provider.find((request.params as { reference: string }).reference);
  if (!payment) throw refusals.unknownPayment();
  return payment;
}

function readMove(request: FastifyRequest): Move {
  const parsed = form.safeParse(request.body);
  if (!parsed.success) throw refusals.invalid('choice', 'press one of the buttons');
  const { outcome, method, amount } = parsed.data;
  const given = (request.body as { amount?: string }).amount;
  if (given !== undefined && amount === undefined) throw refusals.invalid('amount', 'write it like 10.00');
  return { outcome, method, amount };
}

/** The merchant's return URL, with the payment's references (docs/rules/billing.md#calls-to-the-provider). */
function wayBack({ customer_url, payment_reference, order_reference }: SandboxPayment): string | undefined {
  if (customer_url === null) return undefined;
  const url = new URL(customer_url);
  url.searchParams.append('payment_reference', payment_reference);
  url.searchParams.append('order_reference', order_reference);
  return url.href;
}

// Browsers apply this policy to the redirect after a form, too.
const targetsOf = ({ customer_url }: SandboxPayment): readonly string[] =>
  customer_url === null ? [] : [new URL(customer_url).origin];

const queryText = ({ raw }: FastifyRequest): string => raw.url?.split(/\?(.*)/s)[1] ?? '';

const titleOf = ({ code }: ProviderRefusal): string =>
  code === refusals.orderPaid().code ? 'This has been paid already' : 'This did not work';
