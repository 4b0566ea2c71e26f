import type { Migration } from '../../registry/store/driver/migrations/migrate.ts';

/**
 * The hashes of all migrations as JSON. Those that are recorded already must not have changed: databases have applied
 * them.
 */
export function landedMigrations(
  migrations: readonly Pick<Migration, 'name' | 'checksum'>[],
  recorded = '{}',
): string {
  const hashes = Object.fromEntries(migrations.map(({ name, checksum }) => [name, checksum]));
  for (const [name, hash] of Object.entries(JSON.parse(recorded) as Record<string, string>))
    if (hashes[name] !== hash)
      throw new Error(
        `Migration ${name} has changed since it was recorded. Databases have applied it as it was: restore it, and put the change ` +
          `into a new one. If it is only on your branch, remove its line from schema/landed-migrations.json`,
      );
  return `${JSON.stringify(hashes, null, 2)}\n`;
}
