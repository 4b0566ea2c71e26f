import type { Db } from '../../../registry/store/driver/connections/pool.ts';

/** Returns a page of names. The order of equal rows is undefined, because there is no tie-breaker. */
export async function namesWithRandomTies(
  db: Db,
  registrarId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('domains')
    .select('name')
    .where('registrar_id', '=', registrarId)
    .orderBy('expires_at')
    .orderBy('created_at', 'desc')
    .orderBy((expression) => expression.fn('random'))
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ name }) => name);
}

/** Changes only the registrar's id. */
export async function moveDomain(db: Db, name: string, registrarId: number): Promise<void> {
  await db.updateTable('domains').set({ registrar_id: registrarId }).where('name', '=', name).execute();
}
