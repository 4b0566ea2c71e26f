import type { Db } from '../driver/lane.ts';

/** Only what an operator has set; rules/domain/domain-settings.ts knows the defaults and the types. */
export async function storedSettings(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('settings').select(['name', 'value']).execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

export async function putSetting(db: Db, name: string, value: string, now: Date): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value, updated_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at: now }))
    .execute();
}
