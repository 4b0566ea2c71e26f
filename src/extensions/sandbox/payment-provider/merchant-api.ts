import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readCredentials } from '../../../apis/access/credentials.ts';
import { Unavailable } from '../../../base/errors.ts';
import { cents, type Money, parseMoney, zero } from '../../../base/money.ts';
import { addScope } from '../../../base/scope.ts';
import { sameSecret } from '../../../base/secrets.ts';
import { isStorableText } from '../../../base/text.ts';
import { useNonce } from '../store/sandbox-payments.ts';
import { newPaymentView, paymentView } from './payment-view.ts';
import { ProviderRefusal, refusals } from './payments.ts';
import type { SandboxPaymentProvider } from './provider.ts';

const timestampWindowMs = 5 * 60 * 1000;

const text = z.string().refine(isStorableText, 'it cannot be read');
const signed = z.object({
  api_username: z.string(),
  nonce: text.min(1).max(255),
  timestamp: z.string(),
});
const oneOff = z.object({
  account_name: z.string(),
  amount: z.union([z.number(), z.string()]),
  order_reference: z
    .string()
    .min(1)
    .max(255)
    .regex(/^[\p{L}\d/?:().,'+ -]*$/u),
  customer_url: z.url({ protocol: /^https?$/ }),
  structured_reference: text.nullish(),
  email: text.nullish(),
  customer_ip: text.nullish(),
});
const refund = z.object({ payment_reference: text, amount: z.union([z.number(), z.string()]) });

export const merchantApiPath = '/pay/api/v4';

/** The provider's API for merchants: POST payments/oneoff, GET payments/:reference, POST payments/refund. */
export function mountMerchantApi(app: FastifyInstance, provider: SandboxPaymentProvider): void {
  addScope(app, { name: 'merchant API', prefix: merchantApiPath }, async (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      const refusal = error instanceof ProviderRefusal ? error : undefined;
      const isAway = error instanceof Unavailable;
      const { statusCode = isAway ? 503 : 500 } = error as { statusCode?: number };
      if (!refusal && statusCode >= 500 && !isAway)
        request.log.error({ err: error }, 'the payment stand-in has failed');
      const { code, message } = refusal ?? { code: statusCode * 10, message: 'The request is not valid' };
      return reply.status(refusal?.httpStatus ?? statusCode).send({ error: { code, message } });
    });
    scope.addHook('onRequest', async (request) => authenticate(request, provider));

    scope.post('/payments/oneoff', async (request, reply) => {
      await checkSignature(request.body, provider);
      const body = read(oneOff, request.body);
      if (body.account_name !== provider.config.PAYMENT_ACCOUNT_NAME)
        throw refusals.invalid('account_name', 'there is no such account');
      const payment = await provider.open({
        source: 'oneoff',
        account_name: body.account_name,
        order_reference: body.order_reference,
        initial_amount: readAmount(body.amount),
        customer_url: body.customer_url,
        structured_reference: body.structured_reference || null,
        customer_email: body.email || null,
        customer_ip: body.customer_ip || null,
      });
      return reply.status(201).send(newPaymentView(payment, provider.view));
    });

    scope.get('/payments/:reference', async (request) => {
      const { api_username } = request.query as { api_username?: unknown };
      if (api_username !== provider.config.PAYMENT_API_USERNAME) throw refusals.unauthenticated();
      const payment = await provider.find((request.params as { reference: string }).reference);
      if (!payment) throw refusals.unknownPayment();
      return paymentView(payment, provider.view);
    });

    scope.post('/payments/refund', async (request, reply) => {
      await checkSignature(request.body, provider);
      const { payment_reference, amount } = read(refund, request.body);
      const { payment, callbackId } = await provider.move(payment_reference, {
        outcome: 'refunded',
        amount: readAmount(amount),
      });
      provider.callbacks.sendSoon(callbackId);
      return reply.status(201).send(paymentView(payment, provider.view));
    });
  });
}

function authenticate({ headers }: FastifyRequest, { config }: SandboxPaymentProvider): void {
  const credentials = readCredentials(headers.authorization);
  if (
    credentials.scheme !== 'basic' ||
    credentials.username !== config.PAYMENT_API_USERNAME ||
    !sameSecret(credentials.password, config.PAYMENT_API_SECRET)
  )
    throw refusals.unauthenticated();
}

/** Checks a name, a timestamp and a nonce that is valid once, which is not a signature by today's standards. */
async function checkSignature(body: unknown, provider: SandboxPaymentProvider): Promise<void> {
  const { api_username, nonce, timestamp } = read(signed, body);
  if (api_username !== provider.config.PAYMENT_API_USERNAME) throw refusals.unauthenticated();
  const now = provider.now();
  const age = now.getTime() - Date.parse(timestamp);
  if (!(Math.abs(age) <= timestampWindowMs)) throw refusals.timestamp();
  const forgetBefore = new Date(now.getTime() - 2 * timestampWindowMs);
  if (!(await useNonce(provider.database.db, nonce, now, forgetBefore))) throw refusals.nonceUsed();
}

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw refusals.invalid(issue?.path.join('.') || 'request', issue?.message ?? 'it cannot be read');
}

function readAmount(amount: number | string): Money {
  const money = parseMoney(String(amount));
  if (money === undefined || cents(money) <= cents(zero))
    throw refusals.invalid('amount', 'it must be more than nothing, in whole cents');
  return money;
}
