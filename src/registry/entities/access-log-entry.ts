import { entity, moment, reference, text } from './entity.ts';

/** A view: the table keeps all objects that a request has shown in one row. */
export const accessLogEntry = entity('access_log_entries', {
  id: reference(),
  at: moment()
    .shown('When it was viewed.')
    .filter('By time of the view: {gte: "-P7D"} is the last week.')
    .groups('When it was viewed.'),
  actor: text()
    .written()
    .shown('The operator who viewed it.')
    .filter('By the operator who viewed it.')
    .groups('The operator who viewed it.'),
  object_type: text()
    .shown('The type of object that was viewed: contact or api_user.')
    .filter('By the type of object that was viewed: {eq: "contact"}.')
    .groups('The type of object that was viewed.'),
  object_key: text()
    .written()
    .shown('The person whose data were viewed: the code of the contact, the name of the user.')
    .filter('By the person whose data were viewed: {eq: "ALPHA:TAMM"}.')
    .groups('The person whose data were viewed.'),
  request_id: text()
    .shown('The id of the request that showed it, the same as in the log and in its answer.')
    .filter('By the id of the request that showed it.'),
  /** Set if the operator was a person. */
  operator_id: reference().nullable(),
});
