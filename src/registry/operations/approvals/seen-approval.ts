import { type Actor, accessTokenOf, isOf, isPermitted, scopesOf } from '../../../core/actor.ts';
import type { Approval } from '../../store/runner/approvals.ts';
import { operations } from '../operation.ts';

/** Whoever has signed in sees what waits of the writes that they may do themselves; a token sees what it has asked for. */
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

/** As of now: it may have ended, and no job has noted it yet. What has begun has not ended. */
export const stateAt = (row: Approval, now: Date): Approval['state'] =>
  (row.state === 'WAITING' || (isUnfinished(row) && row.performer === null)) && row.ends_at <= now
    ? 'ENDED'
    : row.state;
