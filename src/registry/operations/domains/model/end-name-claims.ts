import { closeDispute } from '../../../store/registry/disputes.ts';
import type { NameState } from '../../../store/registry/name-states.ts';
import { endReservation } from '../../../store/registry/reserved-names.ts';
import type { OperationContext } from '../../operation.ts';

/**
 * Ends the claims on a name after it was registered with the right code: the code is used up and a dispute is closed
 * (docs/rules/registrar.md#reserved-names).
 */
export async function endNameClaims(
  context: OperationContext,
  { name, reservationCode, disputeId }: NameState,
  domainId: number,
): Promise<void> {
  if (reservationCode !== null) {
    const id = await endReservation(context.db, name, domainId, context.now, context.secret(16));
    if (id !== undefined) context.record({ type: 'reserved_name', id, key: name, before: { name } });
  }
  if (disputeId !== null) await endDispute(context, disputeId, name);
}

/** Ends a dispute because its winner, who has the password, is now the registrant. */
export async function endDispute(
  { db, now, record }: OperationContext,
  id: number,
  name: string,
): Promise<void> {
  await closeDispute(db, id, 'Registrant', now);
  record({
    type: 'dispute',
    id,
    key: name,
    before: { name, closedAt: null },
    after: { name, closedAt: now.toISOString(), initiator: 'Registrant' },
  });
}
