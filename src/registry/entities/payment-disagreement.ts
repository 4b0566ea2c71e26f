import { entity, identity, json, moment, reference, text } from './entity.ts';

/** Raised once for each payment and kind, and closed by an operator. */
export const paymentDisagreement = entity('payment_disagreements', {
  id: identity(),
  payment_reference: text()
    .shown('The reference of the payment at the provider.')
    .filter('By the reference of the payment at the provider.'),
  invoice_id: reference().nullable(),
  /** The kind with its subject: `reported dispute_opened` is of the kind `reported`. */
  kind: text().filter('By the kind of difference: {eq: PAID_TWICE}.'),
  details: json<Record<string, unknown>>().shown(
    'What the provider reported and what the registry had at that time, as an object.',
  ),
  raised_at: moment()
    .shown('When the difference was first seen.')
    .filter('By time of discovery: {gte: "-P7D"} is the last week.'),
  resolved_at: moment()
    .nullable()
    .shown('When it was resolved; null while it is open.')
    .filter('By time of resolution; {isNull: true} are the open ones.'),
  resolved_by: text()
    .written()
    .nullable()
    .shown('The operator or job that resolved it; null while it is open.'),
  note: text().written().nullable().shown('What was done about it; null when there is no note.'),
});
