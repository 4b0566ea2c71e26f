import type { Generated, GeneratedAlways } from 'kysely';
import type { Scope } from '../../core/actor.ts';
import type { CallerInterface } from '../../rules/registrar/allowed-ips.ts';

/** What registrars look after themselves that is neither money nor an invoice, and whom they let in. */
export interface SelfServiceTables {
  sign_in_addresses: SignInAddressTable;
  access_tokens: AccessTokenTable;
  certificates: CertificateTable;
  allowed_ips: AllowedIpTable;
  console_sessions: ConsoleSessionTable;
}

/** Who is signed in to the operator console. */
interface ConsoleSessionTable {
  hash: string;
  ends_at: Date;
}

export interface CertificateTable {
  id: GeneratedAlways<number>;
  api_user_id: number;
  interface: CallerInterface;
  csr: string | null;
  crt: string | null;
  sha256: string | null;
  common_name: string;
  serial: string | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  /** RFC 5280: 0 unspecified, 1 key compromise, 5 cessation of operation. */
  revoked_reason: 0 | 1 | 5 | null;
  created_by: string;
  updated_by: string;
  created_at: Date;
  updated_at: Date;
}

export interface AllowedIpTable {
  id: GeneratedAlways<number>;
  registrar_id: number;
  /** A network in PostgreSQL's own normal form: `192.0.2.0/24`, `2001:db8::/64`. */
  network: string;
  interfaces: CallerInterface[];
  committed: Generated<boolean>;
  created_by: string;
  updated_by: string;
  created_at: Date;
  updated_at: Date;
}

export interface AccessTokenTable {
  id: GeneratedAlways<number>;
  /** SHA-256 in hexadecimal digits. */
  hash: string;
  name: string;
  registrar_id: number | null;
  api_user_id: number | null;
  /** The name of the operator that it acts for. */
  operator: string | null;
  /** None: from signing in, for all that the user may do. */
  scopes: Scope[] | null;
  /** Of a sign-in: the SHA-256 of what was kept of the password then. */
  password_mark: string | null;
  /** Of a session that was opened by switching: the user that signed in with a password. */
  switched_from: Generated<number | null>;
  created_by: string;
  created_at: Date;
  expires_at: Date;
  last_used_at: Generated<Date | null>;
  revoked_at: Generated<Date | null>;
}

interface SignInAddressTable {
  user_id: number;
  address: string;
  last_at: Date;
}
