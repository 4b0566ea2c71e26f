import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openDatabase } from '#src/registry/store/driver/connections/database.ts';
import { migrate } from '#src/registry/store/driver/migrations/migrate.ts';
import { tableNames } from '#src/registry/store/driver/migrations/tables.ts';
import { Caller, person, registration } from '../../../chaos/caller.ts';
import { newContact } from '../../../chaos/testbed.ts';
import { cli } from '../cli/commands.ts';
import { send } from './callers.ts';
import { emptyDatabase, newDatabase, packedSource, type Server, startServer } from './server.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const work = mkdtempSync(join(tmpdir(), 'zonegraph-rolling-'));
const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

async function newestEntry(url: string | undefined): Promise<Date> {
  const database = await openDatabase({ url });
  const { rows } = await sql<{ at: Date | null }>`select max(at) as at from history`.execute(database.db);
  await database.close();
  return rows[0]?.at ?? new Date();
}

const migrationsOf = (commit: string): string[] =>
  git('ls-tree', '-r', commit, 'src/registry/store/migrations').split('\n');

/** The commit with which 1.0.0's schema began, as long as no tag says which the last release was. A shallow clone knows none that is older. */
const beginning = (): string[] => {
  const ours = migrationsOf('HEAD');
  const [first = 'HEAD'] = git(
    'log',
    '--reverse',
    '--format=%H',
    '--',
    'src/registry/store/migrations/0001_baseline.sql',
  ).split('\n');
  const theirs = migrationsOf(first);
  return theirs.length < ours.length && theirs.every((line) => ours.includes(line)) ? [first] : [];
};
/** `UPGRADE_FROM` names another commit, such as the one that runs somewhere. */
const [tag] = [
  ...(process.env.UPGRADE_FROM ? [process.env.UPGRADE_FROM] : []),
  ...git('tag', '--list', 'v*', '--sort=-v:refname')
    .split('\n')
    .filter((name) => name !== ''),
  ...beginning(),
];

/** The last release where a tag tells which it was, else this build; gives its source. */
function oldBuild(): string {
  if (!tag) return join(root, 'src');
  const folder = join(work, 'old');
  mkdirSync(folder);
  execFileSync('sh', ['-c', `git archive ${tag} | tar -x -C ${folder}`], { cwd: root });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return join(folder, 'src');
}

/** This build, and a migration more that changes every table; how it is started. */
function newBuild(tables: readonly string[]): Build {
  const folder = join(work, 'new');
  mkdirSync(folder);
  for (const name of readdirSync(root))
    if (!['src', '.cache', '.git'].includes(name)) symlinkSync(join(root, name), join(folder, name));
  cpSync(join(root, 'src'), join(folder, 'src'), { recursive: true });
  writeFileSync(
    join(folder, 'src/registry/store/migrations/9999_next.sql'),
    tables.map((table) => `alter table ${table} add column of_the_next text;`).join('\n'),
  );
  const source = join(folder, 'src');
  return { source, env: packedLike(source) };
}

interface Build {
  readonly source: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What the server of this build runs, made to believe that it is there: to pack the same source again takes 5 s of processor. */
function packedLike(source: string): Readonly<Record<string, string>> {
  const [here, there] = [join(root, 'src'), source].map((folder) => pathToFileURL(folder).href);
  const file = join(source, '../packed.cjs');
  writeFileSync(file, readFileSync(packedSource(), 'utf8').replaceAll(`${here}/`, `${there}/`));
  return { ZONEGRAPH_BUNDLE: file };
}

const backup = fileURLToPath(new URL('releases/1.0.0.backup', import.meta.url));
/** 1.0.0's database holds the demo world. */
const world: Record<string, string> = tag ? { SANDBOX_WORLD: 'demo' } : {};

describe.runIf(inject('testDatabase').kind === 'postgres')('an upgrade without a gap', () => {
  let place: Awaited<ReturnType<typeof emptyDatabase>>;
  const servers: Server[] = [];
  let isOver = false;
  const start = ({ source, env }: Build): Server => {
    const server = startServer({ ...place.env, ...world, ...env, SHUTDOWN_DELAY: '5' }, source);
    servers.push(server);
    return server;
  };
  /** Which domains there were at moments of 1.0.0's own past, as whoever is ready lists them. */
  const pastLists = async (caller: Caller, latest: Date): Promise<unknown> => {
    const fields = [1, 7, 13, 19].map((months) => {
      const at = new Date(latest);
      at.setUTCMonth(at.getUTCMonth() - months);
      return `a${months}: domains(first: 100, asOf: "${at.toISOString()}") { nodes { name expiresAt registrant { code } } }`;
    });
    return caller.graph('operator', `{ ${fields.join(' ')} }`);
  };
  beforeAll(async () => {
    place = await (tag ? emptyDatabase() : newDatabase());
    if (!tag) return;
    const env = { ...place.env, PATH: process.env.PATH ?? '', PORT: '1' };
    await cli(['restore', '--from', backup, '--keep-invoice-numbers'], env);
  });
  afterAll(async () => {
    isOver = true;
    for (const server of servers) server.kill('SIGKILL');
    await Promise.all(servers.map(({ ended }) => ended));
    await place.remove();
    rmSync(work, { recursive: true, force: true });
  });

  const from = tag ? tag.slice(0, 12) : 'this build itself, because this clone has no older one';
  it(`refuses nobody, as docs/operating.md#without-a-gap has it: from ${from}`, {
    timeout: 400_000,
  }, async () => {
    const oldSource = oldBuild();
    const old = start({ source: oldSource, env: {} });
    const ready = [await old.url];
    let turn = 0;
    // A balancer: whoever is ready in turn.
    const caller = new Caller(() => {
      turn += 1;
      return ready[turn % ready.length] ?? '';
    });
    await caller.graph(
      'operator',
      'mutation { accountAdjust(input: { registrar: "ALPHA", amount: "100000.00" }) { transaction { id } } }',
    );
    const latest = await newestEntry(place.env.DATABASE_URL);
    const before = await pastLists(caller, latest);
    if (tag) expect(JSON.stringify(before).match(/"name"/g)?.length).toBeGreaterThan(100);
    const registrant = await newContact(caller, 'alpha', person);
    const refused: unknown[] = [];
    let done = 0;
    const register = async (worker: number): Promise<void> => {
      for (let number = 0; !isOver; number += 1) {
        const name = `rolling-${worker}-${number}.ee`;
        const written = await caller.rest('alpha', 'POST /domains', registration(name, registrant));
        const read = await caller.rest('alpha', `GET /domains/${name}`);
        const query = `{ domain(name: "${name}") { name registrant { name } } }`;
        const asked = (await caller.send('alpha', '/graphql', 'POST', { query }))?.json;
        const isDone =
          written?.code === 1000 && read?.code === 1000 && asked?.data?.domain?.name !== undefined;
        if (isDone) done += 1;
        else refused.push([name, written, read, asked]);
        // While servers start, traffic is wanted, and not all that they can take.
        await sleep(50);
      }
    };
    const traffic = [0, 1, 2].map(register);
    const more = async (): Promise<void> => {
      const before = done + refused.length;
      await expect.poll(() => done + refused.length, { timeout: 60_000 }).toBeGreaterThan(before + 15);
    };
    await more();
    const database = await openDatabase({ url: place.env.DATABASE_URL });
    const next = newBuild(await tableNames(database.db));
    const applied = await migrate(database, join(next.source, 'registry/store/migrations'));
    await database.close();
    expect(applied).toContain('9999_next');
    await more();
    ready.push(await start(next).url);
    await more();
    // Of the old one and the new one.
    for (let time = 0; time < 2; time += 1) expect(await pastLists(caller, latest)).toEqual(before);
    old.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${ready[0]}/readyz`)).status, { interval: 50 }).toBe(503);
    // It still takes connections and serves, and keeps none of them.
    const { status, headers } = await fetch(`${ready[0]}/openapi.json`);
    expect([status, headers.get('connection')]).toEqual([200, 'close']);
    expect(await (await send(ready[0] ?? '')).answer).toBe('HTTP/1.1 200 OK');
    ready.shift();
    await more();
    // One release back, without a restore: the old build serves on the new tables, beside the new one and alone.
    const back = start({ source: oldSource, env: {} });
    ready.push(await back.url);
    await more();
    const retired = ready.shift() ?? '';
    servers.at(-2)?.kill('SIGTERM');
    await expect.poll(async () => (await fetch(`${retired}/readyz`)).status, { interval: 50 }).toBe(503);
    await more();
    isOver = true;
    await Promise.all(traffic);
    expect(refused).toEqual([]);
    expect(await old.ended).toMatchObject({ code: 0 });
  });
});
