import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { migrate } from '#src/registry/store/driver/migrations/migrate.ts';
import { tableNames } from '#src/registry/store/driver/migrations/tables.ts';
import { Caller, person, registration } from '../../../chaos/caller.ts';
import { Cluster } from '../../../chaos/cluster.ts';
import { newContact } from '../../../chaos/testbed.ts';
import { startServer } from '../process/server.ts';

const slow = { timeout: 120_000 };
const manual = readFileSync(new URL('../../../docs/operating.md', import.meta.url), 'utf8');
const [, section = ''] = /^### Logical replication\n([\s\S]*?)(?=^#)/m.exec(manual) ?? [];
/** The statements that the manual gives: for the old server, for the new one, and for the switch. */
const [onOld = '', onNew = '', atSwitch = ''] = [...section.matchAll(/```sql\n([\s\S]*?)```/g)].map(
  ([, text = '']) => text,
);

const first = process.env.TEST_DATABASE_URL ? await Cluster.start() : undefined;
const second = first && (await Cluster.start());
afterAll(() => {
  first?.remove();
  second?.remove();
});

/** Every row of every table, as one number for each. */
async function content({ db }: Database): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const name of await tableNames(db)) {
    const { rows } = await sql`
      select count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as digest
      from ${sql.table(name)} t`.execute(db);
    found[name] = rows[0];
  }
  return found;
}

describe.runIf(first && second)('logical replication, as docs/operating.md has it', () => {
  it('copies every table to another server, which takes over with all numbers', slow, async () => {
    if (!first || !second) throw new Error('there are two');
    await first.query("alter system set wal_level = 'logical'");
    await first.kill();
    first.up();
    const [from, to] = [await first.newDatabase(), await second.newDatabase()];
    const env = { SANDBOX_WORLD: 'demo' };
    const old = startServer({ DATABASE_URL: from, ...env });
    const caller = new Caller(() => url);
    let url = await old.url;
    const source = await openDatabase({ url: from });
    const target = await openDatabase({ url: to });
    try {
      await migrate(target);
      await sql.raw(onOld).execute(source.db);
      for (const statement of onNew
        .replace('<the old server>', from)
        .split(/;\n/)
        .filter((one) => one.trim() !== ''))
        await sql.raw(statement).execute(target.background.db);
      const register = async (name: string) => {
        const registrant = await newContact(caller, 'alpha', person);
        const answer = await caller.rest('alpha', 'POST /domains', registration(name, registrant));
        expect(answer, name).toMatchObject({ code: 1000 });
      };
      for (let number = 0; number < 10; number += 1) await register(`copied-${number}.ee`);
      old.kill('SIGTERM');
      await old.ended;
      const before = await content(source);
      await expect.poll(() => content(target), { timeout: 60_000, interval: 500 }).toEqual(before);
      const { rows } = await sql<{ statement: string }>`${sql.raw(atSwitch.split(';\n')[0] ?? '')}`.execute(
        source.db,
      );
      expect(rows.length).toBeGreaterThan(20);
      for (const { statement } of rows) await sql.raw(statement).execute(target.db);
      await sql.raw(atSwitch.split(';\n')[1] ?? '').execute(target.db);
      const next = startServer({ DATABASE_URL: to, ...env });
      url = await next.url;
      for (let number = 10; number < 15; number += 1) await register(`copied-${number}.ee`);
      next.kill('SIGTERM');
      await next.ended;
      const after = await content(target);
      expect(after.domains).not.toEqual(before.domains);
      const { rows: unproven } = await sql`
        select from accounts where balance <> (select coalesce(sum(sum), 0) from ledger where ledger.registrar_id = accounts.registrar_id)`.execute(
        target.db,
      );
      expect(unproven).toHaveLength(0);
    } finally {
      old.kill('SIGKILL');
      await source.close();
      await target.close();
    }
  });
});
