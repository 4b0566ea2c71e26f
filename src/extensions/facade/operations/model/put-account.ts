import type { OperationContext } from '../../../../registry/operations/operation.ts';
import { normaliseLookup } from '../../../../registry/rules/domain/domain-name.ts';
import type { LedgerActivity } from '../../../../registry/rules/money/charges.ts';
import { addMovements, setBalance } from '../../store/mirror.ts';
import type { MirroredAccount, MirroredMovement } from './mirrored.ts';

/** Writes the movements that the registry reports, oldest first; known ones are not written again. */
export function putMovements(
  { db }: OperationContext,
  registrarId: number,
  movements: readonly MirroredMovement[],
): Promise<void> {
  return addMovements(
    db,
    movements.map((movement) => ({
      registrar_id: registrarId,
      activity: activityOf(movement),
      description: movement.description,
      sum: movement.sum,
      balance: movement.balance,
      domain: domainOf(movement.description),
      actor_name: movement.by,
      created_at: movement.at,
    })),
  );
}

export function putBalance(
  { db }: OperationContext,
  registrarId: number,
  { balance, currency }: MirroredAccount,
): Promise<void> {
  return setBalance(db, registrarId, balance, currency);
}

const charge = /^(Create|Renew) (\S+)$/;

function activityOf({ description, isCredit }: MirroredMovement): LedgerActivity {
  const [, what] = charge.exec(description) ?? [];
  if (what) return what === 'Create' ? 'create' : 'renew';
  return isCredit ? 'add_credit' : 'update_credit';
}

/** The domain that was charged for. */
export function domainOf(description: string): string | null {
  const [, , name] = charge.exec(description) ?? [];
  return name === undefined ? null : normaliseLookup(name);
}
