import { type SqlBool, sql } from 'kysely';
import type { Scope } from '../../../core/actor.ts';
import type { Db } from '../driver/pool.ts';

type Payload = Readonly<Record<string, unknown>>;

interface NewClient {
  readonly id: string;
  readonly metadata: Payload;
  readonly registeredFrom: string;
}

/** How many apps there are, and how many were registered from a network since then. */
export async function countClients(
  db: Db,
  network: string,
  since: Date,
): Promise<{ readonly all: number; readonly fromThere: number }> {
  const { rows } = await sql<{ all: number; there: number }>`select
    (select count(*)::int from oauth_clients) as all,
    (select count(*)::int from oauth_clients where registered_from = ${network} and created_at > ${since}) as there`.execute(
    db,
  );
  return { all: rows[0]?.all ?? 0, fromThere: rows[0]?.there ?? 0 };
}

export async function insertClient(
  db: Db,
  { id, metadata, registeredFrom }: NewClient,
  now: Date,
): Promise<void> {
  await db
    .insertInto('oauth_clients')
    .values({ id, metadata: JSON.stringify(metadata), registered_from: registeredFrom, created_at: now })
    .execute();
}

export async function clientMetadata(db: Db, id: string): Promise<Payload | undefined> {
  const row = await db.selectFrom('oauth_clients').select('metadata').where('id', '=', id).executeTakeFirst();
  return row?.metadata;
}

/** Somebody has let the app in, so it is kept. */
export async function insertGrant(
  db: Db,
  {
    id,
    clientId,
    payload,
    endsAt,
  }: { readonly id: string; readonly clientId: string; readonly payload: Payload; readonly endsAt: Date },
  now: Date,
): Promise<void> {
  await db
    .with('used', (used) =>
      used.updateTable('oauth_clients').set({ used_at: now }).where('id', '=', clientId),
    )
    .insertInto('oauth_grants')
    .values({ id, client_id: clientId, payload: JSON.stringify(payload), ends_at: endsAt })
    .execute();
}

/** Undefined if the person's access token was revoked, or if the person is locked out or suspended at present. */
export async function grantPayload(db: Db, id: string): Promise<Payload | undefined> {
  const row = await db
    .selectFrom('oauth_grants as given')
    .innerJoin('access_tokens as token', 'token.oauth_grant', 'given.id')
    .innerJoin('api_users', 'api_users.id', 'token.api_user_id')
    .innerJoin('registrars', 'registrars.id', 'api_users.registrar_id')
    .select('given.payload')
    .where('given.id', '=', id)
    .where('token.revoked_at', 'is', null)
    .where('api_users.active', '=', true)
    .where('api_users.deleted_at', 'is', null)
    .where('registrars.suspension_reason', 'is', null)
    .executeTakeFirst();
  return row?.payload;
}

/** Its codes and refresh tokens end with it. */
export async function deleteGrant(db: Db, id: string): Promise<void> {
  await db.deleteFrom('oauth_grants').where('id', '=', id).execute();
}

export interface StoredRecord {
  readonly payload: Payload;
  readonly consumed_at: Date | null;
}

/** False if the grant has ended meanwhile, so that nothing is stored. */
export async function putRecord(
  db: Db,
  {
    hash,
    kind,
    grantId,
    payload,
    endsAt,
  }: {
    readonly hash: string;
    readonly kind: string;
    readonly grantId: string | undefined;
    readonly payload: Payload;
    readonly endsAt: Date;
  },
): Promise<boolean> {
  const json = JSON.stringify(payload);
  const isGranted =
    grantId === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`exists (select from oauth_grants where id = ${grantId} for key share)`;
  const { numAffectedRows } = await sql`
    insert into oauth_records (hash, kind, grant_id, payload, ends_at)
    select ${hash}, ${kind}, ${grantId ?? null}, ${json}::jsonb, ${endsAt}::timestamptz where ${isGranted}
    on conflict (hash) do update set payload = excluded.payload, ends_at = excluded.ends_at`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

export function recordBy(db: Db, kind: string, hash: string): Promise<StoredRecord | undefined> {
  return db
    .selectFrom('oauth_records')
    .select(['payload', 'consumed_at'])
    .where('hash', '=', hash)
    .where('kind', '=', kind)
    .executeTakeFirst();
}

/** False if it was used before, by whoever came first. */
export async function consumeRecord(db: Db, hash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oauth_records')
    .set({ consumed_at: now })
    .where('hash', '=', hash)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteRecord(db: Db, hash: string): Promise<void> {
  await db.deleteFrom('oauth_records').where('hash', '=', hash).execute();
}

/** Gives the access token of a grant a new secret; false if it was revoked. */
export async function renewTokenOf(
  db: Db,
  grantId: string,
  token: { readonly hash: string; readonly scopes: readonly Scope[]; readonly expires_at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('access_tokens')
    .set({ hash: token.hash, scopes: [...token.scopes], expires_at: token.expires_at })
    .where('oauth_grant', '=', grantId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** The grant of an access token with this secret, and its app. */
export function grantOfToken(
  db: Db,
  hash: string,
): Promise<{ readonly grantId: string; readonly clientId: string } | undefined> {
  return db
    .selectFrom('access_tokens as token')
    .innerJoin('oauth_grants as given', 'given.id', 'token.oauth_grant')
    .select(['given.id as grantId', 'given.client_id as clientId'])
    .where('token.hash', '=', hash)
    .executeTakeFirst();
}

const dayMs = 24 * 60 * 60 * 1000;
/** Nobody has ever let the app in. */
const unusedKeptMs = dayMs;
/** Nobody has let it in for so long, and nobody does at present. */
const usedKeptMs = 180 * dayMs;

/** In real time. */
export async function forgetOldApps(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('oauth_records').where('ends_at', '<=', now).execute();
  await db.deleteFrom('oauth_grants').where('ends_at', '<=', now).execute();
  await sql`delete from oauth_clients where (used_at is null and created_at <= ${new Date(now.getTime() - unusedKeptMs)})
    or (used_at <= ${new Date(now.getTime() - usedKeptMs)}
      and not exists (select from oauth_grants where client_id = oauth_clients.id))`.execute(db);
}
