import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { EndingThing } from '../../rules/registrar/notices.ts';
import type { Db } from '../driver/connections/pool.ts';
import type { Earliest } from '../driver/lists/earliest.ts';
import type { Tables } from '../tables/schema.ts';

interface EndingRow {
  readonly id: number;
  readonly name: string;
  /** The registrar; null if the row belongs to operators, the portal or billing. */
  readonly registrar_id: number | null;
  readonly created_by: string;
  readonly expires_at: Date;
  /** Its user is deleted, so it can no longer be used. */
  readonly useless: boolean;
}

type Ending = EndingRow & EndingThing;

interface Table extends EndingThing {
  readonly table: keyof Tables;
  /** The column with its name. */
  readonly name: string;
  readonly only?: RawBuilder<SqlBool>;
}

const tables: Table[] = [
  { kind: 'certificate', called: 'Certificate', table: 'certificates', name: 'common_name' },
  {
    kind: 'access_token',
    called: 'Access token',
    table: 'access_tokens',
    name: 'name',
    only: sql`scopes is not null and oauth_grant is null`,
  },
];

/** Adds a table whose rows end by themselves, of which their makers are warned. */
export const warnBeforeEnd = (table: Table): void => void tables.push(table);

/** The condition of the partial indexes. */
const unnoticed = ({ only = sql`true` }: Table) => sql<SqlBool>`end_noticed_at is null and revoked_at is null
  and ${only} and expires_at - created_at > interval '14 days'`;

/** The earliest end that was not announced. */
export const earliestEnd = (): Earliest =>
  sql`select least(${sql.join(
    tables.map((one) => sql`(select min(expires_at) from ${sql.table(one.table)} where ${unnoticed(one)})`),
  )})`;

/** Marks rows that end by then as announced, up to a limit, the earliest end first. */
export async function takeEnding(db: Db, by: Date, now: Date, limit: number): Promise<Ending[]> {
  const taken: Ending[] = [];
  for (const one of tables) {
    const { rows } = await sql<EndingRow>`
      update ${sql.table(one.table)} as ending set end_noticed_at = ${now} where id in (
        select id from ${sql.table(one.table)} where ${unnoticed(one)} and expires_at <= ${by}
        order by expires_at, id limit ${limit - taken.length} for update skip locked)
      returning id, ending.${sql.ref(one.name)} as name, created_by, expires_at,
        (select registrar_id from api_users where id = ending.api_user_id) as registrar_id,
        coalesce((select deleted_at is not null from api_users where id = ending.api_user_id), false) as useless`.execute(
      db,
    );
    taken.push(...rows.map((row) => ({ ...row, kind: one.kind, called: one.called })));
  }
  return taken.sort((one, other) => Number(one.expires_at) - Number(other.expires_at) || one.id - other.id);
}
