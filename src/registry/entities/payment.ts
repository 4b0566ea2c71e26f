import { decimal, entity, identity, json, moment, reference, text } from './entity.ts';

export const payment = entity('payments', {
  id: identity(),
  reference: text()
    .shown('Its reference at the provider.')
    .filter('By the reference of the payment at the provider.'),
  invoice_id: reference().nullable(),
  order_reference: text().nullable(),
  state: text()
    .named('providerState')
    .shown('Its last state in the words of the provider, such as sent_for_processing.'),
  initial_amount: decimal()
    .measure('AMOUNT', 'EUR')
    .nullable()
    .named('amount')
    .shown('Its amount, in euros; null when the provider has not reported it.')
    .filter('By its amount: {gte: "100.00"}.'),
  standing_amount: decimal()
    .measure('AMOUNT', 'EUR')
    .nullable()
    .shown('The amount that has not been refunded, in euros; null when the provider has not reported it.')
    .filter('By the amount that has not been refunded.'),
  payment_link: text().nullable(),
  snapshot: json<Record<string, unknown>>(),
  occurred_at: moment()
    .shown('When it happened, as the provider says.')
    .filter('By payment time: {gte: "-P7D"} is the last week.')
    .order('By payment time.')
    .groups('When they happened.'),
  acquiring_completed_at: moment()
    .nullable()
    .shown('When the money reached the account of the registry; null when the bank has not reported it.'),
  refund_asked_at: moment().nullable().defaulted(),
  created_at: moment().order('By the time the registry first received them.'),
  updated_at: moment(),
});
