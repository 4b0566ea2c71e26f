import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../support/sandbox.ts';

const run = promisify(execFile);
const folder = new URL('../../docs/guides/', import.meta.url);
/** Fenced blocks that say so are run, those of a guide one after the other. */
const guides = readdirSync(folder)
  .filter((file) => file.endsWith('.md'))
  .map((file) => {
    const text = readFileSync(new URL(file, folder), 'utf8');
    const blocks = [...text.matchAll(/^```sh run\n([\s\S]*?)^```$/gm)];
    return { file, commands: blocks.map(([, command = '']) => command) };
  })
  .filter(({ commands }) => commands.length > 0);

const here = await sandbox();

describe('the commands of the guides, in a sandbox', () => {
  it.each(guides)('$file', { timeout: 60_000 }, async ({ commands }) => {
    for (const command of commands) {
      const quiet = command
        .replaceAll('http://127.0.0.1:4000', here.url)
        .replace('curl ', 'curl -sS --fail-with-body --max-time 40 ');
      const { stdout } = await run('sh', ['-c', quiet]).catch((error: { stdout: string }) => {
        throw new Error(`${command}\n${error.stdout}`);
      });
      if (!stdout.startsWith('{')) continue;
      const { errors, data } = JSON.parse(stdout) as { errors?: unknown; data?: object };
      expect(errors, command).toBeUndefined();
      expect(JSON.stringify(data ?? {}), command).not.toMatch(/"userErrors":\[\{/);
    }
  });

  it('are there for every journey that a registrar makes', () => {
    expect(guides.map(({ file }) => file.replace('.md', ''))).toEqual(
      expect.arrayContaining([
        ...[
          'first-domain',
          'polling',
          'webhooks',
          'transfer',
          'dnssec',
          'confirmation',
          'money',
          'reservations',
        ],
        ...['paging-and-limits', 'tokens', 'graphql-for-rest-users'],
      ]),
    );
  });
});
