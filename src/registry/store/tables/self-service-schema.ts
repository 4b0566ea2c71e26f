import type { accessToken } from '../../entities/access-token.ts';
import type { allowedIp } from '../../entities/allowed-ip.ts';
import type { approval } from '../../entities/approval.ts';
import type { certificate } from '../../entities/certificate.ts';
import type { operator } from '../../entities/operator.ts';
import type { TableOf } from './entity-table.ts';

/** Operators, access tokens, certificates and addresses of registrars, and the sessions of the console. */
export interface SelfServiceTables {
  sign_in_addresses: SignInAddressTable;
  access_tokens: AccessTokenTable;
  approvals: ApprovalTable;
  certificates: CertificateTable;
  allowed_ips: AllowedIpTable;
  console_sessions: ConsoleSessionTable;
  operators: OperatorTable;
}

/** The sessions of the operator console. */
interface ConsoleSessionTable {
  hash: string;
  ends_at: Date;
}

export interface ApprovalTable extends TableOf<typeof approval> {}

export interface OperatorTable extends TableOf<typeof operator> {}

export interface CertificateTable extends TableOf<typeof certificate> {}

export interface AllowedIpTable extends TableOf<typeof allowedIp> {}

export interface AccessTokenTable extends TableOf<typeof accessToken> {}

interface SignInAddressTable {
  user_id: number;
  address: string;
  last_at: Date;
}
