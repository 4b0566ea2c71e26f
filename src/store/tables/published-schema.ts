import type { Generated, GeneratedAlways } from 'kysely';
import type { Look, MakerKind } from '../../rules/published.ts';
import type { Json } from './json.ts';

/** What has an address of its own, and is asked with the rights of who made it. */
export interface PublishedTables {
  questions: QuestionTable;
  boards: BoardTable;
}

interface PublishedTable {
  id: GeneratedAlways<number>;
  /** SHA-256 in hexadecimal digits. */
  hash: string;
  name: string;
  maker: MakerKind;
  /** The name of the user, of the portal's or operator's token, or of the billing client. */
  maker_name: string;
  registrar_id: number | null;
  api_user_id: number | null;
  created_by: string;
  created_at: Date;
  expires_at: Date;
  revoked_at: Generated<Date | null>;
}

export interface QuestionTable extends PublishedTable {
  document: string;
  variables: Json<Readonly<Record<string, unknown>>>;
  look: Json<Look | null> | null;
  personal_data: boolean;
  last_read_at: Generated<Date | null>;
  reads: Generated<number>;
  hour_from: Generated<Date | null>;
  hour_reads: Generated<number>;
}

export interface BoardTable extends PublishedTable {
  question_ids: number[];
}
