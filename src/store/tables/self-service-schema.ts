import type { Generated, GeneratedAlways } from 'kysely';
import type { CallerInterface } from '../../rules/registrar/allowed-ips.ts';

/** The tables of src/store/migrations/0018_self_service.sql that are neither registrars' money nor their invoices. */
export interface SelfServiceTables {
  certificates: CertificateTable;
  allowed_ips: AllowedIpTable;
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
