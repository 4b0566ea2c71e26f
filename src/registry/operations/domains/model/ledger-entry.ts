import { usernameOf } from '../../../../base/actor.ts';
import type { Charge } from '../../../rules/money/charges.ts';
import type { LedgerEntry } from '../../../store/registry/accounts.ts';
import type { OperationContext } from '../../operation.ts';

/** A charge to a registrar for a domain, with the user who requested it. */
export const ledgerEntry = (
  { request, actor, now }: OperationContext,
  charge: Charge,
  registrarId: number,
  domainId: number,
): LedgerEntry => ({
  ...charge,
  registrarId,
  domainId,
  requestId: request.id,
  by: usernameOf(actor),
  at: now,
});
