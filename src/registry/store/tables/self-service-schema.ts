import type { Generated } from 'kysely';
import type { accessToken } from '../../entities/access-token.ts';
import type { allowedIp } from '../../entities/allowed-ip.ts';
import type { certificate } from '../../entities/certificate.ts';
import type { operator } from '../../entities/operator.ts';
import type { TableOf } from './entity-table.ts';

/** Operators, access tokens, certificates and addresses of registrars. */
export interface SelfServiceTables {
  sign_in_addresses: SignInAddressTable;
  access_tokens: AccessTokenTable;
  certificates: CertificateTable;
  allowed_ips: AllowedIpTable;
  operators: OperatorTable;
  operator_networks: OperatorNetworkTable;
  user_makers: UserMakerTable;
}

/** A network from which an operator signs in, and the wrong one-time codes from there. */
export interface OperatorNetworkTable {
  operator_id: number;
  network: string;
  last_at: Date;
  wrong_codes: Generated<number>;
  wrong_code_at: Generated<Date | null>;
}

interface UserMakerTable {
  user_id: number;
  maker_id: number;
  made_at: Date;
}

export interface OperatorTable extends TableOf<typeof operator> {}

export interface CertificateTable extends TableOf<typeof certificate> {}

export interface AllowedIpTable extends TableOf<typeof allowedIp> {}

export interface AccessTokenTable extends TableOf<typeof accessToken> {}

interface SignInAddressTable {
  user_id: number;
  address: string;
  last_at: Date;
}
