import type { UserRole } from '../../base/actor.ts';
import { boolean, entity, identity, json, list, moment, reference, text, uuid } from './entity.ts';

export const apiUser = entity('api_users', {
  id: identity(),
  registrar_id: reference(),
  username: text()
    .written()
    .shown('The name it signs in with.')
    .filter('By the name it signs in with: {startsWith: "alpha"}.')
    .order('By the name they sign in with.'),
  password_hash: text().historySecret(),
  roles: list<UserRole>().filter('By its roles: {contains: [SUPER]}.'),
  active: boolean()
    .defaulted()
    .shown('Whether it may sign in; false locks it out.')
    .filter('By whether it may sign in: {eq: false} are those that are locked out.')
    .groups('Whether they may sign in.'),
  verified_at: moment().nullable(),
  certificate_fingerprints: list()
    .defaulted()
    .shown('SHA-256 fingerprints, in hexadecimal digits, of the client certificates it may sign in with.'),
  allowed_ips: list()
    .defaulted()
    .shown(
      'Addresses and blocks (192.0.2.0/24) from which it may call; they are checked while the setting api_ip_whitelist_enabled is true.',
    ),
  last_login_at: moment()
    .nullable()
    .shown('When it last signed in; null when it never has.')
    .filter('By time of the last sign-in: {isNull: true} are those that have never signed in.'),
  earlier_login_at: moment().nullable().defaulted(),
  uuid: uuid(),
  email: text()
    .written()
    .nullable()
    .defaulted()
    .shown('The e-mail address of the person who uses it; null when not given.')
    .filter('By the e-mail address of the person who uses it.'),
  identity_code: text()
    .written()
    .nullable()
    .defaulted()
    .shown('The personal code of the person who uses it; null when not given.')
    .filter('By the personal code of the person who uses it.'),
  /** The identity code, once an operator has confirmed it; users with the same code are linked. */
  subject: text().nullable().defaulted(),
  ident_request_sent_at: moment().nullable().defaulted(),
  verification_id: text().nullable().defaulted(),
  verification_pending_at: moment().nullable().defaulted(),
  verification_snapshot: json<Record<string, unknown>>(),
  created_by: text().nullable().defaulted(),
  updated_by: text().nullable().defaulted(),
  /** Kept for history; the name stays taken. */
  deleted_at: moment().nullable().defaulted(),
  created_at: moment()
    .shown('When it was created.')
    .filter('By creation time: {gte: "-P7D"} is the last week.')
    .order('By creation time.')
    .groups('When they were created.'),
  updated_at: moment().shown('When it was last changed.'),
});
