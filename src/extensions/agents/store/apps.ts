import { type SqlBool, sql } from 'kysely';
import type { Scope } from '../../../base/actor.ts';
import { realEpochSeconds } from '../../../base/clock.ts';
import { limit } from '../../../base/limits.ts';
import { fingerprint } from '../../../base/secrets.ts';
import type { Db } from '../../../registry/store/driver/connections/pool.ts';
import { keepTokensWhile } from '../../../registry/store/runner/access-tokens.ts';
import { forgetToo } from '../../../registry/store/runner/forgotten.ts';

type Payload = Readonly<Record<string, unknown>>;

interface NewClient {
  readonly id: string;
  readonly metadata: Payload;
  readonly registeredFrom: string;
}

/** An app may still refresh it. */
export const isRefreshed = sql<SqlBool>`exists (
  select from oauth_records
  where grant_id = access_tokens.oauth_grant and kind = 'RefreshToken' and consumed_at is null)`;

keepTokensWhile(isRefreshed);

/** An arbitrary number for advisory locks that nothing else uses. */
const APPS = 20106;

/** The origin of apps that an ADMIN has registered: they are not counted, and nothing displaces them. */
export const registeredByAdmin = 'ADMIN';

interface AppLimits {
  readonly most: number;
  readonly mostFromThere: number;
  /** Those from there are counted since then. */
  readonly since: Date;
}

/**
 * Adds an app; false if there are too many. Apps are added one after the other, because two that are counted at the
 * same moment do not see each other. When all places are taken, an app that nobody has let in leaves: the oldest one
 * of the network that has registered the most, so that strangers displace each other and nobody else.
 */
export async function registerClient(
  db: Db,
  { id, metadata, registeredFrom }: NewClient,
  { most, mostFromThere, since }: AppLimits,
  now: Date,
): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${APPS})`.execute(db);
  const { rows } = await sql<{ all: number; there: number }>`select
    (select count(*)::int from oauth_clients where registered_from <> ${registeredByAdmin}) as all,
    (select count(*)::int from oauth_clients where registered_from = ${registeredFrom} and created_at > ${since}) as there`.execute(
    db,
  );
  const { all = 0, there = 0 } = rows[0] ?? {};
  if (registeredFrom !== registeredByAdmin) {
    if (there >= mostFromThere) return false;
    if (all >= most && !(await displaceClient(db))) return false;
  }
  await db
    .insertInto('oauth_clients')
    .values({ id, metadata: JSON.stringify(metadata), registered_from: registeredFrom, created_at: now })
    .execute();
  return true;
}

async function displaceClient(db: Db): Promise<boolean> {
  const { rows } = await sql`
    delete from oauth_clients where id in (
      select id from oauth_clients where used_at is null and registered_from <> ${registeredByAdmin}
      order by count(*) over (partition by registered_from) desc, created_at, id limit 1) returning id`.execute(
    db,
  );
  return rows.length > 0;
}

export async function clientMetadata(db: Db, id: string): Promise<Payload | undefined> {
  const row = await db.selectFrom('oauth_clients').select('metadata').where('id', '=', id).executeTakeFirst();
  return row?.metadata;
}

/** Tells whether an ADMIN knows the app. */
export async function isRegisteredByAdmin(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from oauth_clients where id = ${id} and registered_from = ${registeredByAdmin}`.execute(db);
  return rows.length > 0;
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

/**
 * Returns the payload of a grant; undefined if the person's access token was revoked, or if the person is locked out
 * or suspended at present.
 */
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

const mostSignIns = limit(
  'sign-ins of apps under way',
  10_000,
  'Each has a few kilobytes that a stranger chooses.',
);
const mostSignInsFromThere = limit(
  'sign-ins of apps under way from one network',
  100,
  'Nobody may take all places.',
);

/**
 * The oldest ones of a network with too many leave; if there are too many in all, those of the network with the most.
 */
export async function displaceSignIns(
  db: Db,
  begunFrom: string,
  most = { all: mostSignIns, fromThere: mostSignInsFromThere },
): Promise<void> {
  await sql`
    delete from oauth_records where hash in (
      select hash from oauth_records where begun_from = ${begunFrom} order by ends_at desc, hash offset ${most.fromThere})`.execute(
    db,
  );
  await sql`
    with every as (select count(*) as count from oauth_records where begun_from is not null),
    largest as (
      select begun_from from oauth_records, every where begun_from is not null and every.count > ${most.all}
      group by begun_from order by count(*) desc, begun_from limit 1)
    delete from oauth_records where hash in (
      select hash from oauth_records join largest using (begun_from) order by ends_at, hash
      limit (select greatest(0, count - ${most.all}) from every))`.execute(db);
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
    begunFrom,
  }: {
    readonly hash: string;
    readonly kind: string;
    readonly grantId: string | undefined;
    readonly payload: Payload;
    readonly endsAt: Date;
    /** The network of a sign-in that has just begun; undefined for other records. */
    readonly begunFrom: string | undefined;
  },
): Promise<boolean> {
  const json = JSON.stringify(payload);
  const isGranted =
    grantId === undefined
      ? sql<SqlBool>`true`
      : sql<SqlBool>`exists (select from oauth_grants where id = ${grantId} for key share)`;
  const { numAffectedRows } = await sql`
    insert into oauth_records (hash, kind, grant_id, payload, ends_at, begun_from)
    select ${hash}, ${kind}, ${grantId ?? null}, ${json}::jsonb, ${endsAt}::timestamptz, ${begunFrom ?? null} where ${isGranted}
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

/** False if it was used before. */
export async function consumeRecord(db: Db, hash: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('oauth_records')
    .set({ consumed_at: now })
    .where('hash', '=', hash)
    .where('consumed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Claims the person's decision about this sign-in; true if it is the first one. */
export const claimSignIn = (db: Db, uid: string): Promise<boolean> =>
  consumeRecord(db, fingerprint(uid), new Date(realEpochSeconds() * 1000));

/** The person may decide again, because nothing came of it. */
export async function releaseSignIn(db: Db, uid: string): Promise<void> {
  await db
    .updateTable('oauth_records')
    .set({ consumed_at: null })
    .where('hash', '=', fingerprint(uid))
    .execute();
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
/** Nobody has let the app in for that long, and nobody does at present. */
const usedKeptMs = 180 * dayMs;

/** Forgets records and grants that have ended, and apps that are not used, in real time. */
export async function forgetOldApps(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('oauth_records').where('ends_at', '<=', now).execute();
  await db.deleteFrom('oauth_grants').where('ends_at', '<=', now).execute();
  await sql`delete from oauth_clients where (used_at is null and created_at <= case registered_from
      when ${registeredByAdmin} then ${new Date(now.getTime() - usedKeptMs)}::timestamptz
      else ${new Date(now.getTime() - unusedKeptMs)}::timestamptz end)
    or (used_at <= ${new Date(now.getTime() - usedKeptMs)}
      and not exists (select from oauth_grants where client_id = oauth_clients.id))`.execute(db);
}

// Apps and what they were given end in real time, whatever the registry's clock says.
forgetToo((db) => forgetOldApps(db, new Date(realEpochSeconds() * 1000)));
