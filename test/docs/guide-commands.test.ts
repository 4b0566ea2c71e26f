import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { anotherDatabase } from '../support/database.ts';
import { answerOf, guides, lasting, withAnswers } from '../support/guide-answers.ts';
import { type Sandbox, sandbox } from '../support/sandbox.ts';

const run = promisify(execFile);
const mailsUnderWay = ({ container }: Sandbox) =>
  container.database.db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', 'mail')
    .where('done_at', 'is', null)
    .execute();

describe('the commands of the guides, each in a new sandbox', () => {
  it.each(guides)('$file', async ({ url, text, commands }) => {
    // As somebody sees them who begins with this guide: with a database that no other one has changed.
    const here = await sandbox({}, await anotherDatabase());
    const answers: string[] = [];
    for (const { command, shown } of commands) {
      // A reader takes longer than the mail.
      await expect.poll(() => mailsUnderWay(here)).toEqual([]);
      const quiet = command
        .replaceAll('http://127.0.0.1:4000', here.url)
        .replace('curl ', 'curl -sS --fail-with-body --max-time 40 ');
      const { stdout } = await run('sh', ['-c', quiet]).catch((error: { stdout: string }) => {
        throw new Error(`${command}\n${error.stdout}`);
      });
      const answer = answerOf(stdout.replaceAll(here.url, 'http://127.0.0.1:4000'));
      answers.push(answer);
      // `npm run answers` writes them anew.
      if (!process.env.ANSWERS) expect(lasting(answer), command).toEqual(lasting(shown ?? ''));
      if (!stdout.startsWith('{')) continue;
      const { errors, data } = JSON.parse(stdout) as { errors?: unknown; data?: object };
      expect(errors, command).toBeUndefined();
      expect(JSON.stringify(data ?? {}), command).not.toMatch(/"userErrors":\[\{/);
    }
    if (process.env.ANSWERS) writeFileSync(url, withAnswers(text, answers));
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
