import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../bench/free-port.ts';

/** Undefined where Debian's `pgbouncer` is not installed. */
export const pgbouncer = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path));

export interface Pooler {
  /** The same database through it. */
  through(url: string): string;
  stop(): Promise<void>;
}

/** A real PgBouncer in front of a server, as it comes but for the lines that are given. */
export async function startPgbouncer(server: string, settings: readonly string[] = []): Promise<Pooler> {
  const { hostname, port, username, password } = new URL(server);
  const folder = mkdtempSync(join(tmpdir(), 'zonegraph-pgbouncer-'));
  const own = await freePort();
  const login = password ? ` password=${decodeURIComponent(password)}` : '';
  const lines = [
    '[databases]',
    `* = host=${hostname} port=${port || 5432} user=${decodeURIComponent(username)}${login}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    ...settings,
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, `${lines.join('\n')}\n`);
  chmodSync(folder, 0o755);
  const child = spawn(pgbouncer ?? 'pgbouncer', ['-q', file], { ...asPostgres(), stdio: 'ignore' });
  const ended = once(child, 'exit');
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  while (!(await isOpen(own))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`);
    await sleep(20);
  }
  return {
    through: (url) => {
      const through = new URL(url);
      through.host = `127.0.0.1:${own}`;
      return through.href;
    },
    stop,
  };
}

/** It refuses to run as root. */
function asPostgres(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(String(spawnSync('id', [flag, 'postgres']).stdout));
  return { uid: id('-u'), gid: id('-g') };
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port })
      .on('connect', () => {
        socket.destroy();
        resolve(true);
      })
      .on('error', () => resolve(false));
  });
