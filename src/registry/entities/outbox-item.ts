import { entity, identity, integer, json, moment, text } from './entity.ts';

const kinds = ['mail', 'accounting', 'e-invoice', 'owner-service', 'refund'];

/** Something that is to be sent. Payloads hold data about people and are not shown. */
export const outboxItem = entity('outbox', {
  id: identity().shown('The number of the item, as outboxItemRetry takes it.'),
  kind: text()
    .shown('Where it goes: mail, accounting, e-invoice or owner-service (the service an invoice belongs to).')
    .filter('By where they go: {eq: "mail"}.', kinds)
    .groups('Where they go.'),
  subject: text()
    .shown('What it is about: a domain name or an invoice number.')
    .filter('By what they are about: {eq: "tamm.ee"}.'),
  payload: json<Record<string, unknown>>(),
  attempts: integer()
    .defaulted()
    .shown('How often it was tried to send it.')
    .filter('By how often they were tried: {gte: 2}.'),
  next_attempt_at: moment()
    .shown('When it is tried the next time.')
    .filter('By when they are tried the next time.')
    .order('By when they are tried the next time.'),
  created_at: moment()
    .shown('When it was put into the outbox.')
    .filter('By when they were put in: {gte: "-P1D"} is the last day.')
    .groups('When they were put in.'),
  done_at: moment()
    .nullable()
    .shown('When it was delivered; null while it was not.')
    .filter('By when they were delivered.'),
  dead_at: moment()
    .nullable()
    .shown('When it was given up; null while it is still tried.')
    .filter('By when they were given up.'),
  last_error: text()
    .nullable()
    .shown('Why it could not be sent the last time; null when it was not tried yet.'),
  claimed_until: moment().nullable().defaulted(),
  /** The registrar's webhook that a message is for. */
  webhook_id: integer().nullable().defaulted(),
  first_attempt_at: moment().nullable().defaulted(),
});
