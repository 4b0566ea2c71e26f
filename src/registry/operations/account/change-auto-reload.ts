import type { Money } from '../../../base/money.ts';
import { lockRegistrar, updateRegistrar } from '../../store/registry/registrars.ts';
import type { OperationContext } from '../operation.ts';
import { moneyChange } from './registrar-document.ts';

/** Changes the automatic reload of a registrar's account; null switches it off. */
export async function changeAutoReload(
  { db, now, record }: OperationContext,
  registrarId: number,
  wanted: { readonly amount: Money; readonly threshold: Money } | null,
): Promise<{ id: number }> {
  const before = await lockRegistrar(db, registrarId);
  if (wanted === null && before.auto_reload_amount === null) return { id: registrarId };
  const after = await updateRegistrar(db, registrarId, {
    auto_reload_amount: wanted?.amount ?? null,
    auto_reload_threshold: wanted?.threshold ?? null,
    updated_at: now,
  });
  record(moneyChange(before, after));
  return { id: after.id };
}
