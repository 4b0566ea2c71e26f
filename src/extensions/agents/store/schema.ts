import type { Generated } from 'kysely';
import type { Json } from '../../../registry/store/tables/json.ts';

/** Apps that sign registrars' users in (docs/rules/access.md#apps). */
export interface OAuthTables {
  oauth_clients: OAuthClientTable;
  oauth_grants: OAuthGrantTable;
  oauth_records: OAuthRecordTable;
}

type Payload = Readonly<Record<string, unknown>>;

interface OAuthClientTable {
  id: string;
  metadata: Json<Payload>;
  registered_from: string;
  created_at: Date;
  used_at: Generated<Date | null>;
}

interface OAuthGrantTable {
  id: string;
  client_id: string;
  payload: Json<Payload>;
  ends_at: Date;
}

interface OAuthRecordTable {
  hash: string;
  kind: string;
  grant_id: string | null;
  payload: Json<Payload>;
  consumed_at: Generated<Date | null>;
  ends_at: Date;
  begun_from: Generated<string | null>;
}
