import { type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import type { ApprovedAttempt, RegistrarActor } from '../../../base/actor.ts';
import type { Db } from '../../../registry/store/driver/connections/pool.ts';
import { insertRow, rowsById, updateRow } from '../../../registry/store/driver/lists/rows.ts';
import { entityList, registrarColumns } from '../../../registry/store/driver/lists/stored-list.ts';
import { forgetToo } from '../../../registry/store/runner/forgotten.ts';
import { sendToWebhooks } from '../../../registry/store/runner/webhook-events.ts';
import { approval } from '../approvals/entity.ts';
import { isRefreshed } from './apps.ts';
import type { ApprovalTable } from './schema.ts';

export type Approval = Selectable<ApprovalTable>;

sendToWebhooks({
  event: 'approval.changed',
  of: 'approval',
  data: sql`jsonb_build_object('id', object_id, 'status', snapshot->'state', 'operation', snapshot->'operation')`,
});

/** How long a write waits for a person. */
export const approvalWaitsMs = 24 * 60 * 60 * 1000;
/** How long its result can be looked up. */
const keptForMs = 30 * 24 * 60 * 60 * 1000;

export const approvalList = entityList(approval, { columns: registrarColumns('approvals') });

export const approvalsById = rowsById('approvals');

export const insertApproval = insertRow('approvals');

export const updateApproval: (db: Db, id: number, columns: Updateable<ApprovalTable>) => Promise<Approval> =
  updateRow('approvals');

/** An arbitrary number for advisory locks that nothing else uses. */
const APPROVALS = 20104;

/** Locks until the transaction ends, so that the writes of a registrar are kept one at a time. */
export async function lockApprovals(db: Db, registrarId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${APPROVALS}, hashint8(${registrarId}::bigint))`.execute(db);
}

interface Waiting {
  readonly count: number;
  readonly bytes: number;
  /** The number of waiting writes of the token that asks. */
  readonly ofToken: number;
  /** True if the registrar has been mailed about a waiting write since. */
  readonly isMailed: boolean;
}

export async function waitingOf(
  db: Db,
  { registrarId, tokenId, now, since }: { registrarId: number; tokenId: number; now: Date; since: Date },
): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*) as count, coalesce(sum(length(sealed)), 0)::float8 as bytes,
      count(*) filter (where token_id = ${tokenId}) as "ofToken",
      coalesce(bool_or(mailed and asked_at > ${since}), false) as "isMailed"
    from approvals where registrar_id = ${registrarId} and state = 'WAITING' and ends_at > ${now}`.execute(
    db,
  );
  return rows[0] ?? { count: 0, bytes: 0, ofToken: 0, isMailed: false };
}

interface Repetition {
  readonly registrarId: number;
  readonly tokenId: number;
  readonly operation: string;
  readonly inputHash: string;
  readonly key: string | undefined;
}

/** The write with the same key, or the same write of the token that still waits. */
export async function askedBefore(
  db: Db,
  { registrarId, tokenId, operation, inputHash, key }: Repetition,
  now: Date,
): Promise<Approval | undefined> {
  return db
    .selectFrom('approvals')
    .selectAll()
    .where('registrar_id', '=', registrarId)
    .where(({ eb, and, or }) =>
      key === undefined
        ? and([
            eb('token_id', '=', tokenId),
            eb('state', '=', 'WAITING'),
            eb('ends_at', '>', now),
            eb('operation', '=', operation),
            eb('input_hash', '=', inputHash),
          ])
        : or([eb('idempotency_key', '=', key)]),
    )
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** A key is free again after the write with it has ended. */
export async function releaseApprovalKey(
  db: Db,
  { registrarId, key }: { readonly registrarId: number; readonly key: string },
): Promise<void> {
  await db
    .updateTable('approvals')
    .set({ idempotency_key: null })
    .where('registrar_id', '=', registrarId)
    .where('idempotency_key', '=', key)
    .execute();
}

/** Locks it until the transaction ends. */
export const lockApproval = (db: Db, id: number): Promise<Approval | undefined> =>
  db.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

/** Nobody has begun the write: it waits, or it was approved and no process has come to it yet. */
const isNotBegun = sql<SqlBool>`(state = 'WAITING'
  or state = 'APPROVED' and performer is null and result is null and refusal is null)`;

/**
 * Takes an approved write for one of several approvers, in the transaction of the write. False if it was taken, or
 * has ended meanwhile, or if its approver may not sign in any more or has lost a role. A write that another registry
 * does can be taken again: its key there makes it happen once.
 */
export async function takeApproval(
  db: Db,
  { approval: id, attempt, performer }: ApprovedAttempt,
  {
    by,
    isElsewhere,
  }: { readonly by: Pick<RegistrarActor, 'userId' | 'username' | 'roles'>; readonly isElsewhere: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    update approvals set performer = ${performer}, decider_id = ${by.userId}, decided_by = ${by.username}
    where id = ${id} and state = 'APPROVED' and attempts = ${attempt} and result is null and refusal is null
      and (performer is null or ${isElsewhere})
      and exists (select from api_users join registrars on registrars.id = api_users.registrar_id
        where api_users.id = ${by.userId} and active and deleted_at is null
          and roles @> ${by.roles}::text[] and suspension_reason is null)
    returning id`.execute(db);
  return rows.length > 0;
}

/** Voids the writes that wait for a person when their tokens are gone; returns them as they were before. */
export async function voidApprovals(db: Db, tokenIds: readonly number[]): Promise<Approval[]> {
  if (tokenIds.length === 0) return [];
  const { rows } = await sql<Approval>`
    with waiting as (
      select * from approvals where token_id = any(${tokenIds}) and ${isNotBegun} order by id for update)
    , ended as (update approvals set state = 'VOID', sealed = null from waiting where approvals.id = waiting.id)
    select * from waiting`.execute(db);
  return rows;
}

/** Ends those that have waited too long, and deletes those that ended long ago. */
export async function endOldApprovals(db: Db, now: Date): Promise<void> {
  await db
    .updateTable('approvals')
    .set({ state: 'ENDED', sealed: null })
    .where(isNotBegun)
    .where('ends_at', '<=', now)
    .execute();
  await db
    .deleteFrom('approvals')
    .where('ends_at', '<=', new Date(now.getTime() - keptForMs))
    .execute();
}

/**
 * The user whose token has asked, while both are as they were; locks the token, so that it is not revoked meanwhile.
 */
export async function askerOf(
  db: Db,
  tokenId: number,
  now: Date,
): Promise<
  { readonly roles: readonly ('super' | 'epp' | 'billing')[]; readonly guards: unknown } | undefined
> {
  const { rows } = await sql<{ roles: ('super' | 'epp' | 'billing')[]; guards: unknown }>`
    select api_users.roles, access_tokens.guards
    from access_tokens join api_users on api_users.id = access_tokens.api_user_id
    where access_tokens.id = ${tokenId} and access_tokens.revoked_at is null
      and (access_tokens.expires_at > ${now} or ${isRefreshed})
      and api_users.active and api_users.deleted_at is null
    for share of access_tokens`.execute(db);
  return rows[0];
}

forgetToo(endOldApprovals);
