import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { testDatabaseUrl } from '../support/database.ts';
import { basic, testWorld } from '../support/world.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const manual = readFileSync(join(root, 'docs/operating.md'), 'utf8');
const [, chapter = ''] = /\n## Runbooks\n([\s\S]*?)(?=\n## )/.exec(manual) ?? [];
const [opening = '', ...sections] = chapter.split('\n### ');
const commandsIn = (text: string) =>
  [...text.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, commands = '']) => commands);
const runbooks = sections.map((section) => ({
  name: section.split('\n', 1)[0] ?? '',
  commands: commandsIn(section),
}));

it('every runbook has commands', () => {
  expect(runbooks.length).toBeGreaterThan(20);
  expect(runbooks.filter(({ commands }) => commands.length !== 1)).toEqual([]);
});

describe.runIf(inject('testDatabase').kind === 'postgres')('the commands of a runbook', () => {
  const place = mkdtempSync(join(tmpdir(), 'zonegraph-runbooks-'));
  const at = (name: string) => join(place, name);
  const register = createServer((_, answer) => answer.end('{"data":[]}'));
  let url = '';

  /** What only a machine with systemd has, and the program that is installed there. */
  const standIn = (name: string, script: string): void => {
    writeFileSync(at(`bin/${name}`), `#!/bin/sh\n${script}\n`);
    chmodSync(at(`bin/${name}`), 0o755);
  };

  beforeAll(async () => {
    mkdirSync(at('bin'));
    mkdirSync(at('secrets'));
    await new Promise<void>((resolve) => register.listen(0, '127.0.0.1', resolve));
    const log = pino({ level: 'info' }, pino.destination({ dest: at('journal'), sync: true }));
    const world = await testWorld({ LOG_LEVEL: 'info' }, { log });
    url = await world.listen();
    for (const authorization of [basic('alpha', 'wrong'), 'Bearer made-up'])
      await fetch(`${url}/registry/v1/accounts/balance`, { headers: { authorization } });
    const database = new URL((await testDatabaseUrl()) ?? '');
    writeFileSync(at('secrets/database_url'), `${database.href}\n`);
    writeFileSync(
      at('environment'),
      `COMPANY_REGISTER_URL=http://127.0.0.1:${(register.address() as AddressInfo).port}\n`,
    );
    standIn('journalctl', `case "$*" in -k*) ;; *) cat ${at('journal')} ;; esac`);
    standIn('systemctl', 'echo "zonegraph.service - $*"');
    standIn('runuser', `shift 3; exec "$@" ${database.href}`);
    standIn(
      'zonegraph',
      `PORT=1 exec ${process.execPath} ${root}/src/server/launch/run.mjs ${root}/src/server/cli/main.ts "$@"`,
    );
  });
  afterAll(() => {
    register.close();
    rmSync(place, { recursive: true, force: true });
  });

  it.each(runbooks)(
    'work as they stand: $name',
    { timeout: 60_000 },
    async ({ commands: [commands = ''] }) => {
      const script = [...commandsIn(opening), commands]
        .join('\n')
        .replaceAll('/etc/zonegraph', place)
        .replaceAll('http://127.0.0.1:4000', url);
      const { stdout, stderr } = await run('sh', ['-euc', script], {
        env: { PATH: `${at('bin')}:${process.env.PATH}` },
      });
      // The command line says whom it asks.
      expect(stderr.replaceAll(/^(?:Bundling|Asking) .*\n|^\n/gm, '')).toBe('');
      if (commands.includes(`most address '"status":401'`)) expect(stdout).toContain('"address":"127.0.0.1"');
      // Nothing is wrong here that these would find.
      else if (!/^(?:log|most) /.test(commands)) expect(stdout).not.toBe('');
    },
  );
});
