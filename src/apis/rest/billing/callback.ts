import { z } from 'zod';
import { type Failure, failure, Refusal, refuseWith } from '../../../base/errors.ts';
import { tooManyNotifications } from '../../../registry/operations/billing/model/notification-floods.ts';
import { providerUnavailable } from '../../../registry/operations/billing/model/one-off-payment.ts';
import { receivePaymentNotification } from '../../../registry/operations/billing/receive-payment-notification.ts';
import { fields, isHash, report } from '../codec.ts';
import { type RestRoute, route } from '../route.ts';
import { exactly } from '../shapes.ts';

const text = (description: string) =>
  z
    .unknown()
    .optional()
    .transform((value, context) => {
      if (value === undefined || typeof value === 'string') return value;
      report(context, withMessage(wrongFormat()));
      return z.NEVER;
    })
    .meta({ type: 'string', description });

/**
 * The query of a callback. Lists and objects (`payment_reference[]=x`, or twice) are not strings
 * (docs/rules/billing.md#callbacks).
 */
const notification = z.preprocess(
  (query) => {
    const nested = Object.keys(isHash(query) ? query : {}).filter((name) => name.includes('['));
    return { ...(query as object), ...Object.fromEntries(nested.map((name) => [name.split('[')[0], []])) };
  },
  fields({
    payment_reference: text('The payment at the provider'),
    event_name: text('The kind of event'),
    order_reference: z.unknown().optional().meta({
      type: 'string',
      description: 'Ignored: the provider is asked',
    }),
  }),
);

/** Open to everybody, and trusted by nobody (docs/rules/billing.md#callbacks). */
export const callbackRoutes: readonly RestRoute[] = [
  route({
    method: 'GET',
    path: '/callback_handler/callback',
    operation: receivePaymentNotification,
    open: true,
    isNotification: true,
    unreadable: withMessage(wrongFormat()),
    request: { query: notification },
    docs: {
      data: exactly({ message: {}, user_unique_id: { type: ['string', 'null'] } }),
      refusals: [withMessage(providerUnavailable('ECONNREFUSED')), withMessage(tooManyNotifications())],
    },
    handle: async ({ query, run }) => {
      try {
        const { message, userUniqueId } = await run(receivePaymentNotification, {
          paymentReference: query.payment_reference,
          eventName: query.event_name,
        });
        return { body: { message, user_unique_id: userUniqueId } };
      } catch (error) {
        if (error instanceof Refusal) refuseWith(withMessage(error.failures[0]));
        throw error;
      }
    },
  }),
];

function wrongFormat(): Failure {
  return failure('PARAMETER_VALUE_SYNTAX', 'Wrong format');
}

/** Refuses with `message`, which only this endpoint does. */
function withMessage(reason: Failure): Failure {
  return { ...reason, details: { ...reason.details, body: { message: reason.message } } };
}
