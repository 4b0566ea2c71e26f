import type { OperatorRole } from '../../base/actor.ts';
import { entity, identity, integer, moment, text } from './entity.ts';

export const operator = entity('operators', {
  id: identity(),
  name: text()
    .written()
    .atMost(100)
    .shown('The name under which everything that the person does is recorded.')
    .filter('By name: {startsWith: "Anna"}.')
    .order('By name, alphabetically.'),
  email: text()
    .written()
    .atMost(254)
    .shown('The e-mail address, by which the person signs in.')
    .filter('By e-mail address.')
    .order('By e-mail address.'),
  role: text<OperatorRole>().filter('By role: {eq: ADMIN}.').groups('What they may do.'),
  password_hash: text().secret().nullable().defaulted(),
  /** Shared with the person's authenticator (RFC 6238), encrypted. */
  code_key: text().secret().nullable().defaulted(),
  /** The time step of the last code that signed in. */
  code_step: integer().defaulted(),
  /** SHA-256 of the link with which the person chooses a password. */
  link_hash: text().secret().nullable().defaulted(),
  link_ends_at: moment().nullable().defaulted(),
  /** A hash of what the provider has called the person when it first signed the person in. */
  provider_subject: text().nullable().defaulted(),
  last_sign_in_at: moment()
    .nullable()
    .defaulted()
    .shown('When the person last signed in at the console; null: never.')
    .filter('By time of the last sign-in: {isNull: true} are those who never signed in.')
    .order('By time of the last sign-in.'),
  disabled_at: moment()
    .nullable()
    .defaulted()
    .shown('When the person was disabled; null for those who may sign in.')
    .filter('By the time they were disabled: {isNull: true} are those who may sign in.'),
  created_by: text().written().shown('The operator who added the person.'),
  created_at: moment().shown('When the person was added.').order('By time of addition.'),
});
