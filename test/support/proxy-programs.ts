import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** nginx with what is put into its `http` block, keeping all of its own files in this folder. */
export function nginxCommand(folder: string, name: string, site: string): string[] {
  const file = join(folder, `${name}.conf`);
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  writeFileSync(
    file,
    `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid ${folder}/${name}.pid; error_log stderr; events {}\nhttp { access_log off; ${own.join(' ')}\n${site}\n}\n`,
  );
  return ['/usr/sbin/nginx', '-c', file, '-e', 'stderr'];
}

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1')
      .once('connect', () => resolve(void socket.destroy() === undefined))
      .once('error', () => resolve(false));
  });

/** Resolves when the program takes connections on the port. */
export async function started(command: readonly string[], port: number): Promise<ChildProcess> {
  const [program = '', ...args] = command;
  let said = '';
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (said += String(chunk)));
  while (!(await isOpen(port))) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
    await sleep(50);
  }
  return child;
}

export async function ended(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}
