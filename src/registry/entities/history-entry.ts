import { decimal, entity, identity, integer, json, moment, text } from './entity.ts';

/** A change of an object, with the object afterwards. The descriptions are those of the log of operators' writes. */
export const historyEntry = entity('history', {
  id: identity(),
  at: moment()
    .shown('When the change was made.')
    .filter('By when it was done: {gte: "-P7D"} is the last week.')
    .groups('When it was done.'),
  actor_kind: text(),
  actor_name: text()
    .named('actor')
    .shown('Which operator it was.')
    .filter('By which operator it was.')
    .groups('Which operator it was.'),
  registrar_id: integer().nullable(),
  operation: text()
    .shown('What was done, such as registrar.suspend.')
    .filter('By what was done: {eq: "registrar.suspend"}.')
    .groups('What was done.'),
  request_id: text().filter('By the request that did it.'),
  object_type: text()
    .shown('What it was done to: domain, registrar, price and others.')
    .filter('By what it was done to: {eq: "registrar"}.')
    .groups('What it was done to.'),
  object_id: integer(),
  object_key: text()
    .shown('To which: a domain name, the code of a registrar, the name of a setting.')
    .filter('By to which: {eq: "ALPHA"}.'),
  event: text<'create' | 'update' | 'destroy'>(),
  changes: json<Record<string, { from: unknown; to: unknown }>>(),
  snapshot: json<Record<string, unknown>>().nullable(),
  /** The kind of change, if the differences do not show it (`Change.kind`). */
  kind: text().nullable(),
  /** The price that was charged for the change. */
  price: decimal().nullable(),
});
