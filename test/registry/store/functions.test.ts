import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { Db } from '#src/registry/store/driver/connections/pool.ts';
import { testDatabase } from '../../support/database.ts';

const root = fileURLToPath(new URL('../../../src', import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\/store\/functions\/[a-z-]+\.sql$/.test(name),
);

/** The functions and triggers of the registry with their texts, whatever spaces and lines these have. */
async function definitions(db: Db): Promise<Record<string, string>> {
  const { rows } = await sql<{ name: string; text: string }>`
    select 'function ' || oid::regprocedure as name, pg_get_functiondef(oid) as text from pg_proc
      where pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')
    union all select format('trigger %s on %s', tgname, tgrelid::regclass), pg_get_triggerdef(oid) from pg_trigger
      where not tgisinternal and tgparentid = 0
    order by name`.execute(db);
  return Object.fromEntries(rows.map(({ name, text }) => [name, text.replaceAll(/\s+/g, ' ')]));
}

/** What the files of the folders `store/functions` make of a database that had none of it. */
async function definitionsInFiles(db: Db): Promise<Record<string, string>> {
  const functions = Object.keys(await definitions(db)).filter((name) => name.startsWith('function '));
  await sql.raw(functions.map((name) => `drop ${name} cascade;`).join('\n')).execute(db);
  for (const file of files) await sql.raw(readFileSync(`${root}/${file}`, 'utf8')).execute(db);
  return definitions(db);
}

it('stands in store/functions as the migrations have left it: every SQL function and trigger', async () => {
  const { background } = await testDatabase();
  const migrated = await definitions(background.db);
  let inFiles: Record<string, string> = {};
  const looked = background.transaction(async (tx) => {
    inFiles = await definitionsInFiles(tx);
    throw new Error('nothing of it stays');
  });
  await expect(looked).rejects.toThrow('nothing of it stays');
  const names = Object.keys({ ...migrated, ...inFiles });
  expect(
    names.filter((name) => migrated[name] !== inFiles[name]),
    'these differ from their text in store/functions: copy it into a new migration (docs/adding.md#a-migration)',
  ).toEqual([]);
  expect(names).toContain('trigger versions_follow_history on history');
});
