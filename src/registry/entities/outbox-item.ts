import { entity, identity, integer, json, moment, reference, text } from './entity.ts';

/** An outgoing item. Payloads contain personal data and are not shown. */
export const outboxItem = entity('outbox', {
  id: identity(),
  kind: text().shown('Where it goes.').filter('By destination: {eq: MAIL}.').groups('Where they go.'),
  subject: text()
    .written()
    .shown('What it is about: a domain name or an invoice number.')
    .filter('By subject: {eq: "tamm.ee"}.'),
  payload: json<Record<string, unknown>>(),
  attempts: integer()
    .measure('COUNT')
    .defaulted()
    .shown('The number of attempts to send it.')
    .filter('By the number of attempts: {gte: 2}.'),
  next_attempt_at: moment()
    .shown('When the next attempt is due.')
    .filter('By time of the next attempt.')
    .order('By time of the next attempt.'),
  created_at: moment()
    .shown('When it was put into the outbox.')
    .filter('By time of entry: {gte: "-P1D"} is the last day.')
    .groups('When they were put in.'),
  done_at: moment()
    .nullable()
    .shown('When it was delivered; null while it has not been.')
    .filter('By delivery time.'),
  dead_at: moment()
    .nullable()
    .shown('When delivery was abandoned; null while it is still tried.')
    .filter('By the time delivery was abandoned.'),
  last_error: text().written().nullable().shown('Why the last attempt failed; null when there was none.'),
  claimed_until: moment().nullable().defaulted(),
  /** The registrar's webhook that a message is for. */
  webhook_id: reference().nullable().defaulted(),
  first_attempt_at: moment().nullable().defaulted(),
});
