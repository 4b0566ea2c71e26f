import type { Generated } from 'kysely';
import type { TableOf } from '../../../registry/store/tables/entity-table.ts';
import type { Json } from '../../../registry/store/tables/json.ts';
import type { approval } from '../approvals/entity.ts';

declare module '../../../registry/store/tables/schema.ts' {
  interface Tables {
    approvals: ApprovalTable;
    oauth_clients: OAuthClientTable;
    oauth_grants: OAuthGrantTable;
    oauth_records: OAuthRecordTable;
  }
}

export interface ApprovalTable extends TableOf<typeof approval> {}

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
