import { type Selectable, sql } from 'kysely';
import { limit } from '../../../base/limits.ts';
import type { Db } from '../driver/connections/pool.ts';
import type { ApiUser } from '../registry/api-users.ts';
import type { CertificateTable } from '../tables/self-service-schema.ts';

const mostAddresses = limit(
  'addresses of sign-ins of one registrar that are kept',
  100,
  'More than it has. Sign-ins from ever new addresses must not fill the disk.',
);

/** A certificate of the user that somebody has signed or added. */
export type KnownCertificate = Pick<Selectable<CertificateTable>, 'interface'> & {
  readonly sha256: string;
  readonly revoked: boolean;
  /** The expiry in seconds since 1970. */
  readonly expires: number | null;
};

/** An API user with the data that authentication needs besides its row. */
export type SigningIn = ApiUser & {
  readonly registrar_code: string;
  /** Why the registrar is suspended; null if it is not. */
  readonly suspension_reason: string | null;
  /** The addresses from which the registrar's users may call, if an operator has committed them. */
  readonly registrar_networks: readonly string[];
  readonly certificates: readonly KnownCertificate[];
};

export interface SignInCandidate {
  readonly user: SigningIn | undefined;
  /** True if the user signed in from that address before. */
  readonly familiar: boolean;
}

/** All users who can authenticate, with a password or a token; a user who is excluded here is refused with both. */
export const usersSigningIn = (db: Db) =>
  db
    .selectFrom('api_users')
    .innerJoin('registrars', 'registrars.id', 'api_users.registrar_id')
    .selectAll('api_users')
    .select([
      'registrars.code as registrar_code',
      'registrars.suspension_reason',
      sql<string[]>`array(
        select network::text from allowed_ips
        where registrar_id = registrars.id and committed and 'api' = any(interfaces))`.as(
        'registrar_networks',
      ),
      sql<KnownCertificate[]>`coalesce((
        select jsonb_agg(jsonb_build_object('interface', interface, 'sha256', sha256,
          'revoked', revoked_at is not null, 'expires', extract(epoch from expires_at)))
        from certificates where api_user_id = api_users.id and sha256 is not null), '[]')`.as('certificates'),
    ])
    .where('api_users.deleted_at', 'is', null);

/** True if callers must come from an address that is allowed. */
export const allowListOn = sql<boolean>`
  coalesce((select value = 'true' from settings where name = 'api_ip_whitelist_enabled'), false)`;

/** A user as it would sign in now, without proving anything. */
export async function userAsSignedIn(
  db: Db,
  id: number,
): Promise<{ readonly user: SigningIn; readonly allowListOn: boolean } | undefined> {
  const row = await usersSigningIn(db)
    .select(allowListOn.as('allow_list_on'))
    .where('api_users.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { allow_list_on, ...user } = row;
  return { user, allowListOn: allow_list_on };
}

export async function signInCandidate(db: Db, username: string, network: string): Promise<SignInCandidate> {
  const row = await usersSigningIn(db)
    .leftJoin('sign_in_addresses as seen', (join) =>
      join.onRef('seen.user_id', '=', 'api_users.id').on('seen.address', '=', network),
    )
    .select('seen.last_at as seen_at')
    .where('username', '=', username)
    .executeTakeFirst();
  if (!row) return { user: undefined, familiar: false };
  const { seen_at, ...user } = row;
  return { user, familiar: seen_at !== null };
}

/** The time without a request after which the next one counts as a new sign-in. */
const newSignInAfterMs = 30 * 60_000;

export interface SeenUser {
  readonly userId: number;
  readonly network: string;
  readonly at: Date;
}

/** Writes the last and the previous sign-in and the address of all users, in one statement. */
export async function noteSignIns(db: Db, seen: readonly SeenUser[]): Promise<void> {
  const given = sql`unnest(${seen.map(({ userId }) => userId)}::int8[], ${seen.map(({ network }) => network)}::text[],
    ${seen.map(({ at }) => at)}::timestamptz[]) as given (user_id, address, at)`;
  await sql`
    with seen as (select * from ${given}),
    latest as (
      select id, at from api_users join (select user_id as id, max(at) as at from seen group by user_id) one using (id)
      order by id for update of api_users),
    noted as (
      update api_users set last_login_at = latest.at, earlier_login_at = case
        when last_login_at < latest.at - ${newSignInAfterMs}::float8 * interval '1 millisecond' then last_login_at
        else earlier_login_at end
      from latest where api_users.id = latest.id),
    forgotten as (
      delete from sign_in_addresses old using (
        select user_id, address, row_number() over (partition by user_id order by last_at desc) as place
        from sign_in_addresses join latest on latest.id = user_id
        where (user_id, address) not in (select user_id, address from seen)) ranked
      where place >= ${mostAddresses} and old.user_id = ranked.user_id and old.address = ranked.address)
    insert into sign_in_addresses (user_id, address, last_at)
    select user_id, address, max(seen.at) from seen join latest on latest.id = user_id
    group by user_id, address order by user_id, address
    on conflict (user_id, address) do update set last_at = excluded.last_at`.execute(db);
}
