import { includesRole, type OperatorActor } from '../../../../base/actor.ts';
import type { Config } from '../../../../base/config.ts';
import { operatorTokensOf } from '../../../../base/operator-tokens.ts';
import type { Db } from '../../../../registry/store/driver/connections/pool.ts';
import { accessTokensById } from '../../../../registry/store/runner/access-tokens.ts';
import { operatorsById } from '../../../../registry/store/runner/operators.ts';
import type { BulkOperator } from '../entity.ts';

/**
 * The operator who started a work, with the present rights: undefined if the person is disabled, the token is gone,
 * or the access token has ended or has a wider role than its person. A session may end: the person stays.
 */
export async function operatorNow(
  { db, config }: { readonly db: Db; readonly config: Pick<Config, 'OPERATOR_TOKENS'> },
  { token, role, operatorId, accessTokenId }: BulkOperator,
  now: Date,
): Promise<OperatorActor | undefined> {
  const [person] = operatorId === undefined ? [] : await operatorsById(db, [operatorId]);
  const holder =
    operatorId === undefined
      ? operatorTokensOf(config).get(token)
      : person && !person.disabled_at
        ? person
        : undefined;
  if (!holder) return undefined;
  const who: OperatorActor = {
    kind: 'operator',
    token,
    role: holder.role,
    ...(holder.name !== undefined && { name: holder.name }),
    ...(operatorId !== undefined && { operatorId }),
  };
  if (accessTokenId === undefined) return who;
  const [used] = await accessTokensById(db, [accessTokenId]);
  const isLive = used && !used.revoked_at && used.expires_at > now;
  return isLive && includesRole(holder.role, role) ? { ...who, role } : undefined;
}
