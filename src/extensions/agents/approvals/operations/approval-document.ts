import { changesOf, type Document } from '../../../../base/events.ts';
import type { Approval } from '../../store/approvals.ts';

/** Returns what history keeps: who asked for what, and who decided; never the input. */
const approvalDocument = (row: Approval): Document => ({
  state: row.state,
  operation: row.operation,
  summary: row.shown.summary,
  price: row.price,
  askedBy: row.asked_by,
  token: row.token_name,
  endsAt: row.ends_at.toISOString(),
  ...(row.first_approved_by !== null && { firstApprovedBy: row.first_approved_by }),
  ...(row.decided_by !== null && { decidedBy: row.decided_by }),
  ...(row.reason !== null && { reason: row.reason }),
  ...(row.refusal && { refusal: row.refusal[0].message }),
  ...(row.result && { done: true }),
});

/** All approvals of a registrar share its code as their key, by which they are followed. */
export const approvalChange = (registrarCode: string) =>
  changesOf('approval', () => registrarCode, approvalDocument);
