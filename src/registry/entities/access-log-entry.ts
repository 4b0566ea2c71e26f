import { entity, integer, moment, text } from './entity.ts';

/** A view: the table keeps all objects that a request has shown in one row. */
export const accessLogEntry = entity('access_log_entries', {
  id: integer(),
  at: moment()
    .shown('When it was looked at.')
    .filter('By when it was looked at: {gte: "-P7D"} is the last week.')
    .groups('When it was looked at.'),
  actor: text()
    .shown('Which operator it was.')
    .filter('By which operator it was.')
    .groups('Which operator it was.'),
  object_type: text()
    .shown('What was looked at: contact or api_user.')
    .filter('By what was looked at: {eq: "contact"}.')
    .groups('What was looked at.'),
  object_key: text()
    .shown('The person whose data were viewed: the code of the contact, the name of the user.')
    .filter('By whose data it was: {eq: "ALPHA:TAMM"}.')
    .groups('The person whose data were viewed.'),
  request_id: text()
    .shown('The id of the request that showed it, the same as in the log and in its answer.')
    .filter('By the request that showed it.'),
});
