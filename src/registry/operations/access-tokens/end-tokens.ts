import { approvalChange } from '../../../extensions/agents/approvals/operations/approval-document.ts';
import { approvalsById, voidApprovals } from '../../../extensions/agents/store/approvals.ts';
import { registrarsById } from '../../store/registry/registrars.ts';
import { type AccessToken, revokeAccessTokens } from '../../store/runner/access-tokens.ts';
import type { OperationContext } from '../operation.ts';

/** Revokes tokens at once, in every process, and voids the writes that they have prepared. */
export async function endTokens(
  { db, now, record, publish }: OperationContext,
  which: Parameters<typeof revokeAccessTokens>[1],
): Promise<AccessToken[]> {
  const revoked = await revokeAccessTokens(db, which, now);
  const waited = await voidApprovals(
    db,
    revoked.filter(({ guards }) => guards?.approvalNeeded).map(({ id }) => id),
  );
  const [first] = waited;
  if (!first) return revoked;
  const after = new Map(
    (
      await approvalsById(
        db,
        waited.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const registrars = await registrarsById(db, [...new Set(waited.map(({ registrar_id }) => registrar_id))]);
  for (const row of waited) {
    const code = registrars.find(({ id }) => id === row.registrar_id)?.code ?? '';
    record(approvalChange(code)(row, after.get(row.id)));
    publish('approval', String(row.registrar_id));
  }
  return revoked;
}
