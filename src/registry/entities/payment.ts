import { decimal, entity, identity, integer, json, moment, text } from './entity.ts';

export const payment = entity('payments', {
  id: identity(),
  reference: text()
    .shown('Its reference at the provider.')
    .filter('By the reference of the payment at the provider.'),
  invoice_id: integer().nullable(),
  order_reference: text().nullable(),
  state: text()
    .shown(
      'What the provider said of it last, in its own words: settled, failed, abandoned, refunded, sent_for_processing and others.',
    )
    .filter('By what the provider said of it last: {eq: "settled"}.')
    .groups('What the provider said of them last.'),
  initial_amount: decimal()
    .nullable()
    .named('amount')
    .shown('How many euros it was made for; null when the provider has not reported it.')
    .filter('By how much it was made for: {gte: "100.00"}.'),
  standing_amount: decimal()
    .nullable()
    .shown('How many euros of it have not been given back; null when the provider has not reported it.')
    .filter('By how much of it has not been given back.'),
  payment_link: text().nullable(),
  snapshot: json<Record<string, unknown>>(),
  occurred_at: moment()
    .shown('When it happened, as the provider says.')
    .filter('By when it happened: {gte: "-P7D"} is the last week.')
    .order('By when they happened.')
    .groups('When they happened.'),
  acquiring_completed_at: moment()
    .nullable()
    .shown('When the money reached the account of the registry; null when the bank has not reported it.'),
  refund_asked_at: moment().nullable().defaulted(),
  created_at: moment().order('By when the registry first heard of them.'),
  updated_at: moment(),
});
