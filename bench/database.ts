import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';

export interface BenchDatabase {
  readonly url: string;
  /** The server's own word about itself. */
  readonly version: string;
  close(): Promise<void>;
}

const debian = '/usr/lib/postgresql';

/** One process can have several: each part of the bench has its own. */
let opened = 0;

/** A database of the bench's own: on the server of the URL, or on a throw-away cluster. What else is there is never touched. */
export async function openBenchDatabase(serverUrl: string | undefined): Promise<BenchDatabase> {
  const cluster = serverUrl === undefined ? await startCluster() : undefined;
  const server = serverUrl ?? cluster?.url ?? '';
  opened += 1;
  const name = `zonegraph_bench_${process.pid}_${opened}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  try {
    await onServer(server, `create database ${name}`);
    const version = await onServer(server, 'show server_version');
    return {
      url: url.href,
      version,
      close: async () => {
        if (cluster) cluster.stop();
        else await onServer(server, `drop database ${name} with (force)`);
      },
    };
  } catch (error) {
    cluster?.stop();
    throw error;
  }
}

async function onServer(url: string, statement: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<string[]>({ text: statement, rowMode: 'array' });
    return String(rows[0]?.[0] ?? '');
  } finally {
    await client.end();
  }
}

/** The newest PostgreSQL that Debian's packages have put here. */
export function postgresPrograms(): string | undefined {
  if (!existsSync(debian)) return undefined;
  const versions = readdirSync(debian).sort((one, other) => Number(other) - Number(one));
  return versions
    .map((version) => join(debian, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

/** As Debian would have it, for a small machine: every commit is flushed. */
async function startCluster(): Promise<{ url: string; stop(): void }> {
  const bin = postgresPrograms();
  if (bin === undefined)
    throw new Error(`No PostgreSQL in ${debian}: install Debian's postgresql, or set BENCH_DATABASE_URL.`);
  const work = mkdtempSync(join(tmpdir(), 'zonegraph-bench-'));
  const data = join(work, 'data');
  if (process.getuid?.() === 0) chownSync(work, Number(output('id', '-u', 'postgres')), -1);
  const port = await freePort();
  asPostgres(
    join(bin, 'initdb'),
    '-D',
    data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-sync',
    '--locale=C.UTF-8',
  );
  const settings = [
    `-p ${port}`,
    ...[
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=200',
      'shared_buffers=512MB',
      'max_wal_size=4GB',
    ].map((setting) => `-c ${setting}`),
  ].join(' ');
  asPostgres(join(bin, 'pg_ctl'), '-D', data, '-l', join(work, 'log'), '-w', '-o', settings, 'start');
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: () => {
      asPostgres(join(bin, 'pg_ctl'), '-D', data, '-m', 'immediate', '-w', 'stop');
      rmSync(work, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root. */
function asPostgres(program: string, ...args: string[]): void {
  if (process.getuid?.() === 0) output('runuser', '-u', 'postgres', '--', program, ...args);
  else output(program, ...args);
}

function output(program: string, ...args: string[]): string {
  // pg_ctl leaves the server behind, which would keep a pipe open: only files and nothing for what it says.
  const keepsRunning = args.includes('start');
  const done = spawnSync(program, args, {
    cwd: '/',
    encoding: 'utf8',
    stdio: keepsRunning ? 'ignore' : ['ignore', 'pipe', 'pipe'],
  });
  if (done.status !== 0)
    throw new Error(`${program} ${args.join(' ')} failed: ${done.stderr ?? done.error ?? ''}`);
  return (done.stdout ?? '').trim();
}
