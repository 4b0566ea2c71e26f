import type { CallerInterface } from '../rules/registrar/allowed-ips.ts';
import { entity, identity, integer, moment, reference, text } from './entity.ts';

/** A client certificate of a user, or the request for one. */
export const certificate = entity('certificates', {
  id: identity(),
  api_user_id: reference(),
  /** The user who requested it; null if an operator added it or the user is unknown. */
  requested_by: reference().nullable().defaulted(),
  interface: text<CallerInterface>(),
  csr: text()
    .written()
    .nullable()
    .shown('The signing request as PEM; null when the certificate was added without one.'),
  crt: text().nullable().shown('The certificate as PEM; null until it is signed.'),
  sha256: text().nullable().shown('Its fingerprint in hexadecimal digits; null until it is signed.'),
  common_name: text().written().shown('The name in its subject, CN.'),
  serial: text().nullable(),
  expires_at: moment().nullable().named('notAfter').shown('When it expires; null until it is signed.'),
  revoked_at: moment().nullable().shown('When it was revoked; null when it was not.'),
  /** RFC 5280: 0 unspecified, 1 key compromise, 5 cessation of operation. */
  revoked_reason: integer<0 | 1 | 5>().nullable(),
  created_by: text(),
  updated_by: text(),
  created_at: moment().shown('When it was requested or added.'),
  updated_at: moment(),
  /** The moment at which its registrar was notified that it expires soon. */
  end_noticed_at: moment().nullable().defaulted(),
});
