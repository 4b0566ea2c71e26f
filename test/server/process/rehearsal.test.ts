import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { sandboxSecrets } from '#src/extensions/sandbox/settings.ts';
import { type Database, openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { migrate } from '#src/registry/store/driver/migrations/migrate.ts';
import { tableNames } from '#src/registry/store/driver/migrations/tables.ts';
import { runCli } from '#src/server/cli/run.ts';
import { emptyDatabase, startServer } from './server.ts';

const path = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
const manual = readFileSync(path('docs/operating.md'), 'utf8');
const releases = path('test/server/process/releases');
const [lastRelease = ''] = readdirSync(releases);
const migrations = path('src/registry/store/migrations');
const newest = readdirSync(migrations).sort().at(-1)?.replace('.sql', '');

/** The commands that stand under a heading of the manual. */
function commandsUnder(heading: string): string[] {
  const section = new RegExp(`^#+ ${heading}\\n([\\s\\S]*?)(?=^#)`, 'm').exec(manual)?.[1] ?? '';
  const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
  return block.trim().split('\n');
}

const directory = mkdtempSync(join(tmpdir(), 'zonegraph-rehearsal-'));
const slow = { timeout: 120_000 };
let place: Awaited<ReturnType<typeof emptyDatabase>>;
let other: Awaited<ReturnType<typeof emptyDatabase>>;

/** As they are written, but in a directory of our own, and on a port on which nobody serves. */
async function run(commands: readonly string[], { env } = place): Promise<string> {
  const printed: string[] = [];
  for (const command of commands) {
    const [, words = ''] = /^zonegraph (.+)$/.exec(command) ?? [];
    const args = words.split(' ').map((word) => (word.endsWith('.backup') ? join(directory, word) : word));
    expect(args[0], command).toBeTruthy();
    await runCli(
      args,
      { ...env, PORT: '1' },
      (text) => printed.push(text),
      () => {},
    );
  }
  return printed.join('\n');
}

async function look<T>(work: (database: Database) => Promise<T>, { env } = place): Promise<T> {
  const database = await openDatabase({ url: env.DATABASE_URL });
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

/** Every row of every table, as one number for each. */
const content = (which = place) =>
  look(async ({ db }) => {
    const found: Record<string, unknown> = {};
    for (const name of await tableNames(db)) {
      const { rows } = await sql`
        select count(*)::int as rows, coalesce(sum(hashtextextended(t::text, 0)), 0)::text as digest
        from ${sql.table(name)} t`.execute(db);
      found[name] = rows[0];
    }
    return found;
  }, which);
const applied = () =>
  look(async ({ db }) => {
    const { rows } = await sql<{ name: string }>`select max(name) as name from schema_migrations`.execute(db);
    return rows[0]?.name;
  });
const counts = async (): Promise<Record<string, number>> => {
  const found = await content();
  return Object.fromEntries(
    ['domains', 'contacts', 'registrars', 'ledger', 'invoices', 'history'].map((name) => [
      name,
      (found[name] as { rows: number }).rows,
    ]),
  );
};

interface Past {
  readonly type: 'domain' | 'contact';
  readonly key: string;
  readonly at: Date;
  readonly shown: unknown;
}
/** What domains and contacts were at every moment at which one was changed, by what stands in their history. */
const past = () =>
  look(async ({ db }) => {
    const { rows } = await sql<Past>`
      select distinct on (object_type, object_id, at) object_type as type, at,
        coalesce(snapshot->>'code', snapshot->>'name') as key,
        case object_type
          when 'contact' then jsonb_build_object('code', snapshot->'code', 'name', snapshot->'name')
          else jsonb_build_object('name', snapshot->'name', 'registrant', jsonb_build_object('code', snapshot->'registrant'),
            'statuses', (select coalesce(jsonb_agg(jsonb_build_object('name', one)), '[]')
              from jsonb_array_elements(snapshot->'statuses') as one))
        end as shown
      from history where object_type in ('domain', 'contact') and jsonb_typeof(snapshot) = 'object'
      order by object_type, object_id, at, id desc`.execute(db);
    return rows;
  });

/** Which domains there were every two months of the last two years, by their versions. */
const lists = () =>
  look(async ({ db }) => {
    const { rows } = await sql<{ at: Date; names: string[] }>`
      select at, array_agg(name order by name) as names
      from (select max(at) as latest from history) newest,
        generate_series(newest.latest - interval '2 years', newest.latest, interval '2 months') at
      join domain_versions on valid_from <= at and valid_to > at and registrar_id > 0
      group by at order by at`.execute(db);
    return rows;
  });

const selections = {
  domain: '{ name registrant { code } statuses { name } }',
  contact: '{ code name }',
} as const;

/** The same, as the graph shows it to an operator. */
async function shownAsOf(url: string, moments: readonly Past[]): Promise<unknown[]> {
  const asked = async (some: readonly Past[]): Promise<unknown[]> => {
    const fields = some.map(
      ({ type, key, at }, index) =>
        `a${index}: ${type}(${type === 'domain' ? 'name' : 'code'}: ${JSON.stringify(key)}, asOf: "${at.toISOString()}") ${selections[type]}`,
    );
    const answer = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${sandboxSecrets.OPERATOR_TOKENS}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ query: `{ ${fields.join(' ')} }` }),
    });
    const { data, errors } = (await answer.json()) as { data?: Record<string, unknown>; errors?: unknown };
    expect(errors, JSON.stringify(errors)).toBeUndefined();
    return some.map((_, index) => data?.[`a${index}`]);
  };
  const found: unknown[] = [];
  for (let from = 0; from < moments.length; from += 20)
    found.push(...(await asked(moments.slice(from, from + 20))));
  return found;
}

/** The same, as the graph lists them to an operator. */
async function listedAsOf(url: string, moments: readonly { readonly at: Date }[]): Promise<string[][]> {
  const fields = moments.map(
    ({ at }, index) => `a${index}: domains(first: 100, asOf: "${at.toISOString()}") { nodes { name } }`,
  );
  const answer = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${sandboxSecrets.OPERATOR_TOKENS}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query: `{ ${fields.join(' ')} }` }),
  });
  const { data, errors } = (await answer.json()) as {
    data?: Record<string, { nodes: { name: string }[] }>;
    errors?: unknown;
  };
  expect(errors, JSON.stringify(errors)).toBeUndefined();
  return moments.map((_, index) => (data?.[`a${index}`]?.nodes ?? []).map(({ name }) => name).sort());
}

beforeAll(async () => {
  place = await emptyDatabase();
  other = await emptyDatabase();
});
afterAll(async () => {
  await place.remove();
  await other.remove();
  rmSync(directory, { recursive: true, force: true });
});

describe.runIf(inject('testDatabase').kind === 'postgres')('the manual, rehearsed', () => {
  let before: Awaited<ReturnType<typeof content>>;
  let releasedWith: string | undefined;
  let rows: Awaited<ReturnType<typeof counts>>;
  let moments: readonly Past[];
  let listed: Awaited<ReturnType<typeof lists>>;

  it('is of the database of 1.0.0, which never changes', () => {
    const hash = createHash('sha256')
      .update(readFileSync(join(releases, '1.0.0.backup')))
      .digest('hex');
    expect(hash).toBe('c84b60c3daf0a416007a3c51a8d6bf4bba2c9c35d4447f36707a65759eef91b4');
  });

  it('is about three chapters', () => {
    expect(commandsUnder('Backup and restore').map((line) => line.split(' ')[1])).toEqual([
      'backup',
      'restore',
      'verify-ledger',
    ]);
    expect(commandsUnder('Upgrades').map((line) => line.split(' ')[1])).toEqual([
      'backup',
      'check-config',
      'migrate',
      'verify-ledger',
    ]);
    expect(commandsUnder('Back to the old build').map((line) => line.split(' ')[1])).toEqual(['restore']);
  });

  it("upgrades the last release's database, and loses nothing", slow, async () => {
    copyFileSync(join(releases, lastRelease), join(directory, lastRelease));
    await run([`zonegraph restore --from ${lastRelease} --keep-invoice-numbers`]);
    // As if the release had not had these fields yet.
    await look(({ db }) =>
      sql`update history set snapshot = snapshot - '{statusNotes,outzoneAt,phone}'::text[]`.execute(db),
    );
    before = await content();
    releasedWith = await applied();
    rows = await counts();
    moments = await past();
    listed = await lists();
    expect(releasedWith).toBe('0001_baseline');
    expect(rows.domains).toBeGreaterThan(50);
    await run(commandsUnder('Upgrades'));
    expect(await applied()).toBe(newest);
    expect(await counts()).toEqual(rows);
  });

  it('serves what was there, from the first moment', slow, async () => {
    const server = startServer({ ...place.env, SANDBOX_WORLD: 'demo' });
    try {
      const headers = { authorization: `Basic ${Buffer.from('alpha:alpha-sandbox').toString('base64')}` };
      const answer = await fetch(`${await server.url}/registry/v1/domains?limit=200`, { headers });
      const { code, data } = (await answer.json()) as { code: number; data: { domains: unknown[] } };
      expect(code).toBe(1000);
      expect(data.domains.length).toBeGreaterThan(10);
    } finally {
      server.kill('SIGTERM');
      expect(await server.ended).toMatchObject({ code: 0 });
    }
  });

  it('shows every moment of before as it was then, also after new changes', slow, async () => {
    expect(new Set(moments.map(({ type }) => type))).toEqual(new Set(['domain', 'contact']));
    const server = startServer({ ...place.env, SANDBOX_WORLD: 'demo' });
    try {
      const url = await server.url;
      const then = moments.map(({ shown }) => shown);
      expect(await shownAsOf(url, moments)).toEqual(then);
      expect(listed.length).toBe(13);
      expect(await listedAsOf(url, listed)).toEqual(listed.map(({ names }) => [...names].sort()));
      const [{ key = '' } = {}] = moments.filter((one) => one.key.startsWith('ALPHA:')).slice(-1);
      const answer = await fetch(`${url}/registry/v1/contacts/${key}`, {
        method: 'PUT',
        headers: {
          authorization: `Basic ${Buffer.from('alpha:alpha-sandbox').toString('base64')}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ contact: { phone: '+372.5000001' } }),
      });
      expect(await answer.json()).toMatchObject({ code: 1000 });
      const since = await past();
      expect(since.length).toBeGreaterThan(moments.length);
      expect(await shownAsOf(url, since)).toEqual(since.map(({ shown }) => shown));
      expect(await shownAsOf(url, moments)).toEqual(then);
      expect(await listedAsOf(url, listed)).toEqual(listed.map(({ names }) => [...names].sort()));
    } finally {
      server.kill('SIGTERM');
      expect(await server.ended).toMatchObject({ code: 0 });
    }
  });

  it('lets the release before work on it, and nothing older', slow, async () => {
    const released = mkdtempSync(join(directory, 'released-'));
    for (const file of readdirSync(migrations))
      if (file <= `${releasedWith}.sql`) copyFileSync(join(migrations, file), join(released, file));
    expect(await look((database) => migrate(database, released))).toEqual([]);
    if (newest === releasedWith) return;
    await look(async (database) => {
      await sql`update schema_migrations set runs_with = ${newest} where name = ${newest}`.execute(
        database.db,
      );
      await expect(migrate(database, released)).rejects.toThrow(/more than one release newer/);
      await sql`update schema_migrations set runs_with = ${releasedWith} where name = ${newest}`.execute(
        database.db,
      );
    });
  });

  it('goes back to the last release: what was there before is there, and nothing else', slow, async () => {
    await run(commandsUnder('Back to the old build'));
    expect(await applied()).toBe(releasedWith);
    expect(await content()).toEqual(before);
  });

  it('goes forward again after that', slow, async () => {
    await run(commandsUnder('Upgrades').filter((line) => !line.includes(' backup ')));
    expect(await applied()).toBe(newest);
    expect(await counts()).toEqual(rows);
  });

  it('backs this build up and brings it back elsewhere, row by row', slow, async () => {
    const [backup = '', ...afterwards] = commandsUnder('Backup and restore');
    await run([backup]);
    const printed = await run(afterwards, other);
    expect(printed).toMatch(/ledger|adds/i);
    expect(await content(other)).toEqual(await content());
  });
});
