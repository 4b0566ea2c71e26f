import { type Actor, accessTokenOf, isOf, isPermitted, scopesOf } from '../../../../base/actor.ts';
import type { ShownObject } from '../../../../registry/entities/shown-write.ts';
import { operations } from '../../../../registry/operations/operation.ts';
import type { Approval } from '../../store/approvals.ts';

/**
 * People who have signed in see the waiting writes that they may do themselves; a token sees those that it has asked
 * for.
 */
export const seesApproval = (
  { registrar_id, operation, token_id }: Pick<Approval, 'registrar_id' | 'operation' | 'token_id'>,
  actor: Actor,
): boolean =>
  isOf(registrar_id, actor) &&
  (scopesOf(actor) ? token_id !== null && accessTokenOf(actor)?.id === token_id : mayDo(operation, actor));

export const mayDo = (operation: string, actor: Actor): boolean =>
  isPermitted(actor, operations.get(operation)?.permits ?? []);

/** The names of the writes that the caller's role permits. */
export const writesOf = (actor: Actor): string[] =>
  [...operations.values()]
    .filter(({ kind, permits }) => kind !== 'query' && isPermitted(actor, permits))
    .map(({ name }) => name);

/** Somebody has approved it, and nobody knows yet what came of it. */
export const isUnfinished = ({
  state,
  result,
  refusal,
}: Pick<Approval, 'state' | 'result' | 'refusal'>): boolean => state === 'APPROVED' && !result && !refusal;

/** The present state: it may have ended before a job has noted it. A write that has begun has not ended. */
export const stateAt = (row: Approval, now: Date): Approval['state'] =>
  (row.state === 'WAITING' || (isUnfinished(row) && row.performer === null)) && row.ends_at <= now
    ? 'ENDED'
    : row.state;

/** The objects that were to change, as they were shown. */
export const shownObjects = ({ shown }: Pick<Approval, 'shown'>): ShownObject[] =>
  shown.changes.map(({ type, name }) => ({ type, name }));
