import type { Guards, OperatorRole, Scope } from '../../base/actor.ts';
import { longestTokenName } from '../rules/registrar/access-tokens.ts';
import { day, decimal, entity, identity, json, list, moment, reference, text } from './entity.ts';

export const accessToken = entity('access_tokens', {
  id: identity(),
  /** SHA-256 in hexadecimal digits. */
  hash: text().secret(),
  name: text()
    .written()
    .atMost(longestTokenName)
    .shown('The name that its maker has given it.')
    .filter('By the name that its maker has given it.'),
  registrar_id: reference().nullable(),
  api_user_id: reference().nullable(),
  /** The name of the operator that it acts for. */
  operator: text().nullable(),
  /** Set if that operator is a person. */
  operator_id: reference().nullable().defaulted(),
  /** The role of an operator's token; null: that of its maker. */
  operator_role: text<OperatorRole>().nullable().defaulted(),
  /** The scopes; null for a session token, which may do everything that the user may. */
  scopes: list<Scope>().nullable().filter('By its scopes: {contains: [WRITE]}.'),
  /** The SHA-256 of the stored password hash at the sign-in; set for a session token. */
  password_mark: text().secret().nullable(),
  /**
   * The user that signed in with a password; set for a session that was opened by switching users, or a token from
   * one.
   */
  switched_from: reference().nullable().defaulted(),
  created_by: text()
    .written()
    .shown('The user or operator who made it, on whose behalf the token acts.')
    .filter('By its maker: {eq: "alpha"}.'),
  created_at: moment()
    .shown('When it was made.')
    .filter('By creation time: {gte: "-P7D"} is the last week.')
    .order('By creation time.')
    .groups('When they were made.'),
  expires_at: moment()
    .shown('When it expires.')
    .filter('By expiry time: {gte: "PT0S"} are those that are still valid.')
    .order('By expiry time.')
    .groups('When they end.'),
  last_used_at: moment()
    .nullable()
    .defaulted()
    .shown('When it was last used, to the minute; null when it was never used.')
    .filter('By time of last use: {isNull: true} are those that were never used.'),
  revoked_at: moment().nullable().defaulted(),
  /** The moment at which its registrar was notified that it expires soon. */
  end_noticed_at: moment().nullable().defaulted(),
  guards: json<Guards>().nullable().defaulted(),
  /**
   * The id of what the user has agreed to, if the token is an app's. A refresh replaces the hash, not the row.
   */
  oauth_grant: text().nullable().defaulted(),
  /** The sum of the charges by its writes since `spent_from`. */
  spent: decimal().defaulted().measure('AMOUNT', 'EUR'),
  spent_from: day().nullable().defaulted(),
});
