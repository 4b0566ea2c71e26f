import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse, validate } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { webhookSender } from '#src/integrations/webhooks.ts';
import { freePort } from '../../bench/free-port.ts';
import { newDomain } from '../support/domains.ts';
import { type Receiver, receiver } from '../support/receiver.ts';
import { buildSchema } from '../support/schema.ts';
import { webhooksOf } from '../support/webhooks.ts';
import { type TestWorld, testWorld } from '../support/world.ts';

/** What docs/guides/webhooks.md tells people to write does what it says. */
const root = fileURLToPath(new URL('../..', import.meta.url));
const guide = readFileSync(join(root, 'docs/guides/webhooks.md'), 'utf8');
const block = (language: string): string =>
  new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(guide)?.[1] ?? '';
const run = promisify(execFile);
const hasPython = await run('python3', ['--version']).then(
  () => true,
  () => false,
);

let world: TestWorld;
let there: Receiver;
let secret: string;
beforeAll(async () => {
  world = await testWorld();
  there = await receiver();
  ({ secret } = await webhooksOf(world).create(there.url));
  await newDomain(world);
  await world.container.outbox.drain();
});

describe('the guide to webhooks', () => {
  it('has a receiver in TypeScript that takes what we send, and nothing else', async () => {
    // Beside the modules that it imports.
    const folder = mkdtempSync(join(tmpdir(), 'zonegraph-guide-'));
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    afterAll(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'receiver.ts'), block('ts'));
    const port = await freePort();
    const loader = new URL('../../src/server/launch/run-typescript.mjs', import.meta.url).href;
    const child = spawn(process.execPath, ['--import', loader, join(folder, 'receiver.ts')], {
      env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const sender = webhookSender({ isTrial: true });
    try {
      const url = `http://127.0.0.1:${port}`;
      await expect
        .poll(
          () =>
            fetch(url).then(
              ({ status }) => status,
              () => 0,
            ),
          { timeout: 60_000 },
        )
        .toBe(401);
      const message = { url, id: 'msg_1', body: '{"type":"webhook.test"}' };
      await sender.send({ ...message, secrets: [secret] });
      const [output] = await once(child.stdout, 'data');
      expect(String(output)).toContain('webhook.test');
      const other = `whsec_${Buffer.alloc(32).toString('base64')}`;
      await expect(sender.send({ ...message, secrets: [other] })).rejects.toThrow('answered 401');
    } finally {
      child.kill();
      await sender.close();
    }
  });

  it.runIf(hasPython)('has a check in Python that knows what is ours, and fresh', async () => {
    const [one] = there.received;
    const ask = async (changes: { body?: string; headers?: object }): Promise<string> => {
      const given = JSON.stringify({ secret, headers: one?.headers, body: one?.body, ...changes });
      const script = `${block('python')}
import json, sys
given = json.loads(sys.argv[1])
print(verify(given["secret"], given["headers"], given["body"].encode()))`;
      return (await run('python3', ['-c', script, given])).stdout.trim();
    };
    expect(await ask({})).toBe('True');
    expect(await ask({ body: `${one?.body} ` })).toBe('False');
    expect(await ask({ headers: { ...one?.headers, 'webhook-timestamp': '1700000000' } })).toBe('False');
  });

  it('shows questions that the graph understands, as the page of received webhooks does', async () => {
    const schema = buildSchema();
    const inCommands = [...guide.matchAll(/-d '(\{.*\})'$/gm)].map(
      ([, text = '']) => (JSON.parse(text) as { query: string }).query,
    );
    expect(inCommands.length).toBeGreaterThan(1);
    const { body } = await world.app.inject({ url: '/sandbox/webhooks' });
    const onPage = [...body.matchAll(/-d (?:'|&#39;)(\{.*\})(?:'|&#39;)/g)].map(
      ([, text = '']) => (JSON.parse(text.replaceAll('&quot;', '"')) as { query: string }).query,
    );
    expect(onPage).toHaveLength(2);
    for (const document of [block('graphql'), ...inCommands, ...onPage])
      expect(
        validate(schema, parse(document)).map(({ message }) => message),
        document,
      ).toEqual([]);
  });
});
