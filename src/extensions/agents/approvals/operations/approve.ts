import { z } from 'zod';
import { type ApprovedAttempt, type RegistrarActor, registrarOf } from '../../../../base/actor.ts';
import { type Failure, failure, Refusal, refuseWith } from '../../../../base/errors.ts';
import { isLess } from '../../../../base/money.ts';
import { rowId } from '../../../../registry/operations/input.ts';
import {
  defineExternalCommand,
  type OperationContext,
  operations,
} from '../../../../registry/operations/operation.ts';
import { authorizationFailure } from '../../../../registry/rules/scopes.ts';
import { apiUsersById } from '../../../../registry/store/registry/api-users.ts';
import { registrarsById } from '../../../../registry/store/registry/registrars.ts';
import { mayBeOnePerson } from '../../../../registry/store/registry/user-makers.ts';
import { type Approval, askerOf, lockApproval, updateApproval } from '../../store/approvals.ts';
import { approvalChange } from './approval-document.ts';
import { lockOwnApproval, publishApproval, refuseUnlessWaiting } from './own-approval.ts';
import type { Approver } from './perform-approved.ts';
import { isUnfinished, mayDo, shownObjects } from './seen-approval.ts';

/** Who does what now. */
type Prepared = {
  readonly id: number;
  /** The attempt to do it; undefined if it is already done or a second person is needed first. */
  readonly attempt?: ApprovedAttempt;
  readonly as: Approver;
};

/**
 * Approves a write that an access token has prepared: exactly the outcome that was shown is done, with the rights of
 * the caller and within the guards of the token, or nothing. The decision is committed before the write begins, so
 * that two people who press at once do it once; if this process ends in between, approving again continues. Above a
 * price that the registrar has set, the first person's approval is only noted, and the second person's does it
 * (docs/rules/access.md#approvals).
 */
export const approveWrite = defineExternalCommand({
  name: 'approval.approve',
  summary: 'Approves a write that an access token has prepared: exactly what was shown is done, or nothing.',
  permits: ['registrar'],
  scope: 'SIGN_IN',
  unforeseeable: true,
  effect: 'billable',
  input: z.object({ id: rowId('Approval', 'The global id of the approval, from approvals.') }),
  errors: [
    'OBJECT_DOES_NOT_EXIST',
    'OBJECT_STATUS_PROHIBITS',
    'PARAMETER_VALUE_POLICY',
    'OUTCOME_CHANGED',
    'BILLING_FAILURE',
  ],
  graphql: 'Mutation.approvalApprove',
  prepare: async (context, { id }): Promise<Prepared> => {
    const { db, now, record } = context;
    const actor = registrarOf(context.actor);
    const before = await lockOwnApproval(context, id);
    const change = approvalChange(actor.registrarCode);
    const as = approverOf(actor, context.request.id);
    const begun = (attempt: number): Prepared => ({
      id,
      as,
      attempt: { approval: id, attempt, performer: context.secret(8) },
    });
    if (isUnfinished(before) && before.performer !== null) {
      // The process that does it has ended, or is still working: with the key of the attempt, both together do it once.
      if (!isDoneWithTaking(context, before)) return begun(before.attempts);
      const done = await updateApproval(db, id, {
        result: JSON.stringify(shownObjects(before)),
        sealed: null,
      });
      record(change(before, done));
      publishApproval(context);
      return { id, as };
    }
    refuseUnlessWaiting(context, before);
    await refuseUnlessPermitted(context, before);
    if (await needsSecond(context, before)) {
      const first = await firstApprover(context, before);
      if (first === undefined) {
        const approved = { first_approver_id: actor.userId, first_approved_by: actor.username };
        record(change(before, await updateApproval(db, id, { ...approved, ...undecided })));
        publishApproval(context);
        return { id, as };
      }
      const since = new Date(now.getTime() - madeForMs);
      if (await mayBeOnePerson(db, first, actor.userId, since)) refuseWith(secondNeeded(before));
    }
    // The process of the first approver has not begun, or cannot any more: one of the two takes it.
    if (isUnfinished(before)) return begun(before.attempts);
    const attempt = before.attempts + 1;
    const approved = { decider_id: actor.userId, decided_by: actor.username, decided_at: now };
    record(
      change(before, await updateApproval(db, id, { ...approved, state: 'APPROVED', attempts: attempt })),
    );
    publishApproval(context);
    return begun(attempt);
  },
  ask: async ({ approvals }, { id, as, attempt }) => attempt && approvals?.perform(id, as, attempt),
  rehearse: async ({ approvals }, { id, as, attempt }) => attempt && approvals?.rehearse(id, as, attempt),
  conclude: async (context, _, { id, attempt }, reply) => {
    if (!attempt || !reply) return { id };
    const { db, record, dryRun } = context;
    const change = approvalChange(registrarOf(context.actor).registrarCode);
    const before = await lockOwnApproval(context, id);
    if (reply.ok) {
      if (isUnfinished(before) && before.attempts === attempt.attempt && !dryRun) {
        const done = { result: JSON.stringify(reply.objects), sealed: null };
        record(change(before, await updateApproval(db, id, done)));
        publishApproval(context);
      }
      return { id };
    }
    const { failures } = reply;
    // It may have been done: the next approval repeats this attempt, with its key.
    const isUnknown = failures.some(({ code }) => code === 'OUTCOME_UNKNOWN');
    if (!isUnknown && !dryRun)
      context.onRollback(async (after, recordThen) => {
        const row = await lockApproval(after, id);
        // Another process may be doing it successfully.
        if (!row || !isHeldBy(row, attempt)) return;
        const refused = failures.every(isPassing)
          ? undecided
          : { refusal: JSON.stringify(failures), sealed: null };
        recordThen(change(row, await updateApproval(after, id, refused)));
      });
    throw new Refusal(failures);
  },
});

/** It waits again, as if nobody had decided. */
const undecided = {
  state: 'WAITING',
  performer: null,
  decider_id: null,
  decided_by: null,
  decided_at: null,
} as const;

/**
 * Tells whether the write was taken in its own transaction, so that it is done once this can be read: the process
 * that did it has ended before it could note that, or is about to.
 */
const isDoneWithTaking = ({ config }: OperationContext, { operation }: Approval): boolean =>
  operations.get(operation)?.kind === 'command' && config.ownsRegistry;

/** Tells whether the result of this attempt is the result of the write: nobody else has taken it. */
const isHeldBy = (row: Approval, { attempt, performer }: ApprovedAttempt): boolean =>
  isUnfinished(row) && row.attempts === attempt && (row.performer ?? performer) === performer;

/**
 * Tells whether the reason of a refusal may be gone when somebody approves again: then the write goes on waiting.
 */
const isPassing = ({ code, retryable }: Failure): boolean =>
  retryable || code === 'BILLING_FAILURE' || code === 'AUTHORIZATION';

/** Judges both users: the approver must be able to do the write, and so must the user whose token asked. */
async function refuseUnlessPermitted({ db, now, actor }: OperationContext, row: Approval): Promise<void> {
  const operation = operations.get(row.operation);
  const lack = operation ? authorizationFailure(actor, operation) : failure('AUTHORIZATION');
  if (lack) refuseWith(lack);
  const asker = row.token_id === null ? undefined : await askerOf(db, row.token_id, now);
  const asking = asker && { ...registrarOf(actor), roles: asker.roles, accessToken: undefined };
  if (!asking || (operation && authorizationFailure(asking as RegistrarActor, operation)))
    refuseWith(
      failure('OBJECT_STATUS_PROHIBITS', `${row.asked_by} may not do this any more, so nothing was done`),
    );
}

async function needsSecond(
  { db, config }: OperationContext,
  { registrar_id, price, operation }: Approval,
): Promise<boolean> {
  const [registrar] = await registrarsById(db, [registrar_id]);
  const above = registrar?.approvals_second_above ?? null;
  if (above === null) return false;
  if (price !== null) return isLess(above, price);
  // In front of another registry the price of what is charged is unknown.
  return !config.ownsRegistry && operations.get(operation)?.effect === 'billable';
}

/** The user who has approved it first and still may. */
async function firstApprover(
  { db, actor }: OperationContext,
  { first_approver_id: id, operation }: Approval,
): Promise<number | undefined> {
  const [user] = id === null ? [] : await apiUsersById(db, [id]);
  const may =
    user?.active && !user.deleted_at && mayDo(operation, { ...registrarOf(actor), roles: user.roles });
  return may ? user.id : undefined;
}

/** How long somebody who has made a user, or has set its password or role, may know how to sign in as that user. */
const madeForMs = 30 * 24 * 60 * 60 * 1000;

const secondNeeded = ({ first_approved_by }: Approval): Failure =>
  failure(
    'PARAMETER_VALUE_POLICY',
    `This write needs a second person: ${first_approved_by} has approved it already. Whoever has made a user, or has set its password, certificate or role, does not approve beside it for 30 days, nor do two users of one maker`,
  );

/** The caller without the session, which a password change ends at once. */
const approverOf = (
  { userId, username, roles, registrarId, registrarCode }: RegistrarActor,
  requestId: string,
): Approver => ({ userId, username, roles, registrarId, registrarCode, requestId });
