import { type Insertable, type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely';
import { getOrCreate } from '../../../base/get-or-create.ts';
import { accessToken } from '../../entities/access-token.ts';
import type { Db } from '../driver/connections/pool.ts';
import { Prepared, Slot } from '../driver/connections/prepared.ts';
import { registrarKey } from '../driver/lists/group-keys.ts';
import { insertRow, rowsById } from '../driver/lists/rows.ts';
import { eachOf, entityList, registrarColumns } from '../driver/lists/stored-list.ts';
import type { Tables } from '../tables/schema.ts';
import type { AccessTokenTable } from '../tables/self-service-schema.ts';
import { allowListOn, type SigningIn, usersSigningIn } from './sign-ins.ts';

export type AccessToken = Selectable<AccessTokenTable>;

/** A token is looked up by the hash of the request's token, or later by its id. */
export type TokenKey = { readonly hash: string } | { readonly id: number };

/** A token that is neither revoked nor expired. */
export type LiveToken = Pick<
  AccessToken,
  'id' | 'name' | 'scopes' | 'last_used_at' | 'password_mark' | 'guards' | 'switched_from'
>;

export interface UserToken {
  readonly token: LiveToken;
  readonly user: SigningIn;
  readonly allowListOn: boolean;
}

/** Returns a token with everything needed about its user, in one round trip. */
export async function userToken(db: Db, key: TokenKey, now: Date): Promise<UserToken | undefined> {
  const by = 'hash' in key ? 'hash' : 'id';
  const statement = getOrCreate(statements, by, () => statementBy(db, by));
  const [row] = await statement.run(db, { ...key, now });
  if (!row) return undefined;
  const { token_id, token_name, scopes, last_used_at, password_mark, guards, switched_from, ...rest } = row;
  const { allow_list_on, ...user } = rest;
  const token = {
    id: token_id,
    name: token_name,
    scopes,
    last_used_at,
    password_mark,
    guards,
    switched_from,
  };
  return { token, user, allowListOn: allow_list_on };
}

type UserRow = SigningIn &
  Omit<LiveToken, 'id' | 'name'> & {
    readonly token_id: number;
    readonly token_name: string;
    readonly allow_list_on: boolean;
  };

const statements = new Map<'hash' | 'id', Prepared<UserRow>>();

const statementBy = (db: Db, by: 'hash' | 'id') =>
  new Prepared<UserRow>(
    usersSigningIn(db)
      .innerJoin('access_tokens as token', 'token.api_user_id', 'api_users.id')
      .select([
        'token.id as token_id',
        'token.name as token_name',
        'token.scopes',
        'token.last_used_at',
        'token.password_mark',
        'token.guards',
        'token.switched_from',
        allowListOn.as('allow_list_on'),
      ])
      .where(`token.${by}`, '=', sql<never>`${new Slot(by)}`)
      .where('token.revoked_at', 'is', null)
      .where('token.expires_at', '>', sql<Date>`${new Slot('now')}`)
      .where(isStillLinked('token')),
  );

/** A switched session, and what one made, is valid as long as both users belong to one person. */
export const isStillLinked = (made: string) => sql<SqlBool>`(
  ${sql.ref(`${made}.switched_from`)} is null or exists (
    select from api_users as opener inner join api_users as own on own.subject = opener.subject
    where opener.id = ${sql.ref(`${made}.switched_from`)} and opener.active and opener.deleted_at is null
      and own.id = ${sql.ref(`${made}.api_user_id`)}))`;

/** The user that signed in with a password before switching to the user of this session. */
export async function originalUserOf(db: Db, id: number | undefined): Promise<number | null> {
  if (id === undefined) return null;
  const token = await db
    .selectFrom('access_tokens')
    .select('switched_from')
    .where('id', '=', id)
    .executeTakeFirst();
  return token?.switched_from ?? null;
}

export async function operatorToken(
  db: Db,
  key: TokenKey,
  now: Date,
): Promise<(LiveToken & Pick<AccessToken, 'operator' | 'operator_id' | 'operator_role'>) | undefined> {
  return db
    .selectFrom('access_tokens as token')
    .select(['id', 'name', 'scopes', 'last_used_at', 'password_mark', 'guards', 'switched_from'])
    .select(['operator', 'operator_id', 'operator_role'])
    .where((eb) => ('hash' in key ? eb('token.hash', '=', key.hash) : eb('token.id', '=', key.id)))
    .where('operator', 'is not', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Skipped if another process has recorded a use since or holds the lock, so that nothing waits for it. */
export async function noteTokenUses(db: Db, uses: ReadonlyMap<number, Date>, everyMs: number): Promise<void> {
  await sql`update access_tokens token set last_used_at = used.at
    from (select id, at from access_tokens
      join unnest(${[...uses.keys()]}::int8[], ${[...uses.values()]}::timestamptz[]) as given (id, at) using (id)
      where last_used_at is null or last_used_at < at - ${everyMs}::float8 * interval '1 millisecond' or last_used_at > at
      for update of access_tokens skip locked) used
    where token.id = used.id`.execute(db);
}

type Spending = Pick<AccessToken, 'spent' | 'spent_from'>;

/** Locks the token until the transaction ends, so that the spending of its writes is counted one by one. */
export const lockSpending = (db: Db, id: number): Promise<Spending> =>
  db
    .selectFrom('access_tokens')
    .select(['spent', 'spent_from'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();

export async function storeSpending(db: Db, id: number, spending: Spending): Promise<void> {
  await db.updateTable('access_tokens').set(spending).where('id', '=', id).execute();
}

export const insertAccessToken = insertRow('access_tokens');

/** Does nothing if it already exists, revoked or not. */
export async function insertAccessTokenOnce(db: Db, row: Insertable<AccessTokenTable>): Promise<void> {
  await db
    .insertInto('access_tokens')
    .values(row)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
}

/** Adds a session of its owner; the oldest are deleted if there are more than so many. */
const insertSession =
  <Owner extends 'api_user_id' | 'operator_id'>(owner: Owner, most: number) =>
  async (
    db: Db,
    row: Insertable<AccessTokenTable> & { readonly [owner in Owner]: number },
  ): Promise<{ id: number }> => {
    await sql`
      delete from access_tokens where id in (
        select id from access_tokens where ${sql.ref(owner)} = ${row[owner]} and scopes is null
        order by id desc offset ${most - 1})`.execute(db);
    return insertAccessToken(db, row);
  };

/** More than are in use at once; limited so that a client that signs in for each call does not fill the disk. */
export const insertSignIn = insertSession('api_user_id', 1000);
/** More than a person has at once. */
export const insertOperatorSignIn = insertSession('operator_id', 20);

/** Locks the token until the transaction ends. */
export function lockAccessToken(db: Db, id: number): Promise<AccessToken | undefined> {
  return db
    .selectFrom('access_tokens')
    .selectAll()
    .where('id', '=', id)
    .where(isListed)
    .forUpdate()
    .executeTakeFirst();
}

/** The revoked tokens, which are refused by every process from the commit on. */
export async function revokeAccessTokens(
  db: Db,
  which:
    | { readonly id: number }
    | { readonly userId: number }
    | { readonly operatorId: number }
    /** The sessions of an operator, without its tokens. */
    | { readonly signInsOf: number }
    | { readonly switchedBy: number }
    | { readonly grant: string },
  now: Date,
): Promise<AccessToken[]> {
  return db
    .updateTable('access_tokens')
    .set({ revoked_at: now })
    .where((eb) => {
      if ('id' in which) return eb('id', '=', which.id);
      if ('userId' in which) return eb('api_user_id', '=', which.userId);
      if ('operatorId' in which) return eb('operator_id', '=', which.operatorId);
      if ('signInsOf' in which)
        return eb.and([eb('operator_id', '=', which.signInsOf), eb('scopes', 'is', null)]);
      if ('grant' in which) return eb('oauth_grant', '=', which.grant);
      const { switchedBy: userId } = which;
      const isTo = eb.and([eb('api_user_id', '=', userId), eb('switched_from', 'is not', null)]);
      return eb.or([eb('switched_from', '=', userId), isTo]);
    })
    .where('revoked_at', 'is', null)
    .returningAll()
    .execute();
}

/** Tokens that were created and not revoked; sign-ins are left out. */
const isListed = sql<SqlBool>`access_tokens.scopes is not null and access_tokens.revoked_at is null`;

export const accessTokenList = entityList(accessToken, {
  only: isListed,
  columns: registrarColumns('access_tokens'),
  keys: {
    registrar: registrarKey(sql`access_tokens.registrar_id`),
    scope: eachOf(sql`access_tokens.scopes`),
  },
});

export const accessTokensById = rowsById('access_tokens');

const stillNeeded: RawBuilder<unknown>[] = [];

/** Keeps expired tokens for as long as this condition on `access_tokens` holds. */
export const keepTokensWhile = (condition: RawBuilder<SqlBool>): void => void stillNeeded.push(condition);

const keptForMs = 30 * 24 * 60 * 60 * 1000;

/** An ended token is kept for a month, so that the error can say why it is refused. */
export async function forgetOldTokens(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptForMs);
  // Nobody here knows whether an app still needs its tokens: they are kept until somebody does.
  const needed = stillNeeded.length > 0 ? stillNeeded : [sql`oauth_grant is not null`];
  await db
    .deleteFrom('access_tokens')
    .where(({ eb, or, and }) =>
      or([
        and([eb('expires_at', '<=', before), sql<SqlBool>`not (${sql.join(needed, sql` or `)})`]),
        eb('revoked_at', '<=', before),
        and([eb('scopes', 'is', null), eb('expires_at', '<=', now)]),
      ]),
    )
    .execute();
}

const tablesOfSecrets: (keyof Tables)[] = ['access_tokens'];

/** Names a table with hashes of other secrets: who shows one of them as a token has not guessed. */
export const secretsAreKeptIn = (table: keyof Tables): void => void tablesOfSecrets.push(table);

/** Tells whether there is or was such a secret, for as long as ended ones are kept. */
export async function wasTokenIssued(db: Db, hash: string): Promise<boolean> {
  const { rows } = await sql
    .join(
      tablesOfSecrets.map((table) => sql`select from ${sql.table(table)} where hash = ${hash}`),
      sql` union all `,
    )
    .execute(db);
  return rows.length > 0;
}
