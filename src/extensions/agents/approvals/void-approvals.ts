import { endsWithTokens } from '../../../registry/operations/access-tokens/end-tokens.ts';
import { registrarsById } from '../../../registry/store/registry/registrars.ts';
import { approvalsById, voidApprovals } from '../store/approvals.ts';
import { approvalChange } from './operations/approval-document.ts';

/** The writes that a revoked token has prepared are never done. */
endsWithTokens(async ({ db, record, publish }, revoked) => {
  const asking = revoked.filter(({ guards }) => guards?.approvalNeeded);
  const waited = await voidApprovals(
    db,
    asking.map(({ id }) => id),
  );
  if (waited.length === 0) return;
  const voided = await approvalsById(
    db,
    waited.map(({ id }) => id),
  );
  const after = new Map(voided.map((row) => [row.id, row]));
  const registrars = await registrarsById(db, [...new Set(waited.map(({ registrar_id }) => registrar_id))]);
  for (const row of waited) {
    const code = registrars.find(({ id }) => id === row.registrar_id)?.code ?? '';
    record(approvalChange(code)(row, after.get(row.id)));
    publish('approval', String(row.registrar_id));
  }
});
