import { entity, identity, moment, reference, text } from './entity.ts';

/** A poll message. */
export const notification = entity('notifications', {
  id: identity(),
  registrar_id: reference(),
  kind: text()
    .shown('What happened, for programs.')
    .filter('By their kind: {eq: DOMAIN_TRANSFERRED}.')
    .groups('What happened, for programs.'),
  text: text().written().shown('What happened, for people.').filter('By their text: {contains: "tamm.ee"}.'),
  attached_obj_type: text()
    .nullable()
    .named('attachedObjectType')
    .shown(
      'The type of the object it is about in the terms of the REST API; attached has the object itself. Null when there is none.',
    ),
  attached_obj_id: reference()
    .nullable()
    .named('attachedObjectId')
    .shown(
      'The number of the object it is about in the REST API; attached has the object itself. Null when there is none.',
    ),
  read_at: moment()
    .nullable()
    .shown('When it was acknowledged; null while it is unread.')
    .filter('By time of acknowledgement; {isNull: true} are the unread ones.'),
  created_at: moment()
    .shown('When the message was written.')
    .filter('By creation time: {gte: "-P1D"} is the last day.')
    .groups('When they were written.'),
});
