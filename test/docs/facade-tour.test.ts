import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { commandsIn, holdsTrue, textOf } from '../support/documented-commands.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const directory = mkdtempSync(join(tmpdir(), 'zonegraph-tour-'));
const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
/** As npm runs it, which itself says nothing about how it ends. */
const child = spawn('sh', ['-c', scripts.facade ?? ''], {
  cwd: root,
  env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', DATA_DIR: directory },
  stdio: ['ignore', 'pipe', 'pipe'],
});
const gone = once(child, 'close');
let output = '';
let addresses: Readonly<Record<string, string>> = {};

beforeAll(async () => {
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk);
    });
  await vi.waitFor(() => expect(output).toContain('Ctrl-C ends both'), { timeout: 100_000, interval: 100 });
  const [, facade = '', registry = ''] =
    /ready at (http:\S+), in front of the registry at (http:\S+)/.exec(output) ?? [];
  addresses = { 'http://127.0.0.1:4001': facade, 'http://127.0.0.1:4000': registry };
});
afterAll(async () => {
  if (child.exitCode === null) child.kill('SIGKILL');
  await gone;
  rmSync(directory, { recursive: true, force: true });
});

describe('npm run facade', () => {
  const commands = commandsIn('docs/guides/facade.md');

  it.each(commands)('$command', (one) => holdsTrue(one, addresses));

  it('prints a token that only reads', async () => {
    const [token = ''] = /zg_\w+/.exec(output) ?? [];
    const response = await fetch(`${addresses['http://127.0.0.1:4001']}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ viewer { name } domain(name: "in-front.ee") { transferCode } }' }),
    });
    expect(await response.json()).toMatchObject({
      data: { viewer: { name: 'alpha' }, domain: { transferCode: null } },
    });
  });

  it('ends cleanly with Ctrl-C', async () => {
    child.kill('SIGINT');
    expect(await gone).toEqual([0, null]);
    expect(output).not.toMatch(/error|fault/i);
  });
});
