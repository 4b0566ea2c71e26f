import { type Failure, failure, Refusal, refuseWith } from '../../core/errors.ts';
import { tooManyNotifications } from '../../operations/billing/model/notification-floods.ts';
import { providerUnavailable } from '../../operations/billing/model/one-off-payment.ts';
import { receivePaymentNotification } from '../../operations/billing/receive-payment-notification.ts';
import type { RestCall, RestRoute } from '../door.ts';
import { exactly } from '../shapes.ts';

const text = (description: string) => ({ description, schema: { type: 'string' } });

/** Open to everybody, believed by nobody (docs/rules/billing.md#callbacks). */
export const callbackRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/callback_handler/callback',
    operation: receivePaymentNotification,
    open: true,
    unreadable: withMessage(wrongFormat()),
    docs: {
      query: {
        payment_reference: text('The payment at the provider'),
        event_name: text('What kind of news'),
        order_reference: text('Not looked at: the provider is asked'),
      },
      data: exactly({ message: {}, user_unique_id: { type: ['string', 'null'] } }),
      refusals: [withMessage(providerUnavailable('ECONNREFUSED')), withMessage(tooManyNotifications())],
    },
    handle: async (call) => {
      try {
        const { message, userUniqueId } = await call.run(receivePaymentNotification, {
          paymentReference: parameter(call, 'payment_reference'),
          eventName: parameter(call, 'event_name'),
        });
        return { body: { message, user_unique_id: userUniqueId } };
      } catch (error) {
        if (error instanceof Refusal) refuseWith(withMessage(error.failures[0]));
        throw error;
      }
    },
  },
];

/** Lists and objects (`payment_reference[]=x`, or twice) are no strings (docs/rules/billing.md#callbacks). */
function parameter({ query }: RestCall, name: string): string | undefined {
  const isNested = Object.keys(query).some((key) => key.startsWith(`${name}[`));
  const value = query[name];
  if (isNested || (value !== undefined && typeof value !== 'string')) return refuseWith(wrongFormat());
  return value;
}

function wrongFormat(): Failure {
  return failure('PARAMETER_VALUE_SYNTAX', 'Wrong format');
}

/** This one endpoint says no with `message`. */
function withMessage(reason: Failure): Failure {
  return { ...reason, details: { ...reason.details, body: { message: reason.message } } };
}
