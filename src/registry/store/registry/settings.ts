import type { Db } from '../driver/connections/pool.ts';
import { composer, Prepared } from '../driver/connections/prepared.ts';

/**
 * Returns only the values that operators have set; rules/domain/domain-settings.ts has the defaults and types.
 */
export async function storedSettings(db: Db): Promise<ReadonlyMap<string, string>> {
  return new Map((await settings.run(db)).map(({ name, value }) => [name, value]));
}

const settings = new Prepared<{ name: string; value: string }>(
  composer.selectFrom('settings').select(['name', 'value']),
);

export async function putSetting(db: Db, name: string, value: string, now: Date): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value, updated_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at: now }))
    .execute();
}
