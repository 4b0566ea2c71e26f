import type { Actor } from '../../../../base/actor.ts';
import { type Failure, failure } from '../../../../base/errors.ts';
import type { Filter } from '../../../../base/filter.ts';
import { tokenName } from '../../../../base/secrets.ts';
import { ofRegistrar } from '../../../../registry/operations/lists.ts';
import type { OperationContext } from '../../../../registry/operations/operation.ts';
import { questionsById } from '../../store/published.ts';
import { madeBy, mayShow, mostOnBoard } from '../published-rules.ts';

/** The publisher, and the credential with which the publication ends. */
export const makerOf = ({ actor, config }: OperationContext) => ({
  ...madeBy(actor),
  maker_secret: actor.kind === 'billing' ? tokenName(config.BILLING_SECRET) : null,
});

/** The part of a list that the caller sees; undefined for everything. */
export function publishedBy(actor: Actor): Filter | undefined {
  if (actor.kind === 'operator') return undefined;
  const { maker, maker_name, registrar_id } = madeBy(actor);
  if (registrar_id !== null) return ofRegistrar(registrar_id);
  return {
    and: [
      { field: 'maker', is: 'eq', value: maker },
      { field: 'makerName', is: 'eq', value: maker_name },
    ],
  };
}

/** Why a board cannot show these questions; `before` are those that it already shows, ended or not. */
export async function questionsFailure(
  { db, now, actor }: OperationContext,
  ids: readonly number[],
  before: readonly number[] = [],
  path: readonly string[] = ['questions'],
): Promise<Failure | undefined> {
  if (ids.length === 0) return failure('REQUIRED_PARAMETER_MISSING', 'Questions are missing', { path });
  if (ids.length > mostOnBoard)
    return failure('PARAMETER_VALUE_RANGE', `A board shows at most ${mostOnBoard} questions`, { path });
  const twice = ids.findIndex((id, index) => ids.indexOf(id) < index);
  if (twice !== -1)
    return failure('PARAMETER_VALUE_POLICY', 'A board shows a question once', {
      path: [...path, String(twice)],
    });
  const added = ids.filter((id) => !before.includes(id));
  const found = await questionsById(db, added);
  const isOpen = (id: number): boolean =>
    found.some(
      (question) =>
        question.id === id && !question.revoked_at && question.expires_at > now && mayShow(question, actor),
    );
  const missing = added.findIndex((id) => !isOpen(id));
  return missing === -1
    ? undefined
    : failure('OBJECT_DOES_NOT_EXIST', 'A question was not found', {
        path: [...path, String(ids.indexOf(added[missing] ?? 0))],
        reason: 'named-object',
      });
}
