import { decimal, entity, identity, json, moment, reference, text } from './entity.ts';

/** A change of an object, with the object afterwards. The descriptions are for the log of operators' writes. */
export const historyEntry = entity('history', {
  id: identity(),
  at: moment()
    .shown('When the change was made.')
    .filter('By time of the change: {gte: "-P7D"} is the last week.')
    .groups('When it was done.'),
  actor_kind: text(),
  actor_name: text()
    .written()
    .named('actor')
    .shown('The operator who made the change.')
    .filter('By the operator who made the change.')
    .groups('The operator who made the change.'),
  registrar_id: reference().nullable(),
  /** Set if the actor was an operator and a person. */
  operator_id: reference().nullable(),
  operation: text()
    .shown('What was done, such as registrar.suspend.')
    .filter('By operation: {eq: "registrar.suspend"}.')
    .groups('What was done.'),
  request_id: text().filter('By the id of the request that made the change.'),
  object_type: text()
    .shown('The type of the changed object: domain, registrar, price and others.')
    .filter('By the type of object: {eq: "registrar"}.')
    .groups('The type of the changed object.'),
  object_id: reference(),
  object_key: text()
    .written()
    .shown('The key of the object: a domain name, the code of a registrar, the name of a setting.')
    .filter('By the key of the object: {eq: "ALPHA"}.'),
  event: text<'create' | 'update' | 'destroy'>(),
  changes: json<Record<string, { from: unknown; to: unknown }>>(),
  snapshot: json<Record<string, unknown>>().nullable(),
  /** The kind of change, if the differences do not show it (`Change.kind`). */
  kind: text().nullable(),
  /** The user and the access token that asked for the change, if a person has approved it. */
  asked_by: text().nullable(),
  /**
   * The access token with which it was done, or asked for, by the person of `actor_name`; its name may be gone from
   * the list of tokens.
   */
  token_id: reference().nullable(),
  token_name: text().nullable(),
  reason: text().nullable().shown('Why it was done, where a reason is asked for.'),
  /** The price that was charged for the change. */
  price: decimal().nullable().measure('AMOUNT', 'EUR'),
});
