import { sql } from 'kysely';
import { expect, it } from 'vitest';
import '../../support/schema.ts';
import { secretColumns } from '#src/registry/entities/entity.ts';
import { testDatabase } from '../../support/database.ts';

/** What a secret is likely to be called: a column that looks like one is declared as one, or stands here with its reason. */
const suspicious = 'hash|password|secret|sealed|auth_info|transfer_code|code_key|private|public_key|mark$';
const harmless = [
  // Published in the DNS.
  'dnssec_keys.public_key',
  // A moment.
  'webhooks.previous_secret_until',
];

it('each column that looks like a secret is declared as one', async () => {
  const { db } = await testDatabase();
  const { rows } = await sql<{ table: string; column: string }>`
    select class.relname::text as table, attname::text as column
    from pg_class class join pg_attribute on attrelid = class.oid and attnum > 0 and not attisdropped
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
      and attname ~ ${suspicious}`.execute(db);
  expect(rows.length).toBeGreaterThan(20);
  const open = rows.filter(({ column }) => !secretColumns.has(column));
  expect(
    open.map(({ table, column }) => `${table}.${column}`).filter((name) => !harmless.includes(name)),
  ).toEqual([]);
});
