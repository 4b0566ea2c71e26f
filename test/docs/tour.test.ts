import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandsIn, holdsTrue, textOf } from '../support/documented-commands.ts';
import { type Sandbox, sandbox } from '../support/sandbox.ts';

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/operating.md',
  'docs/guides/tour.md',
  'docs/guides/facade.md',
  'docs/guides/client.md',
  'examples/README.md',
];

const tour = 'docs/guides/tour.md';
const commands = [...commandsIn('README.md'), ...commandsIn(tour)];

/** The stream that the tour opens, and what has come from it. */
let stream: ChildProcessWithoutNullStreams | undefined;
let streamed = '';
afterAll(() => stream?.kill());

let here: Sandbox;
beforeAll(async () => {
  here = await sandbox();
});

describe('README and the tour', () => {
  it.each(commands)('$command', async (one) => {
    if (!one.command.includes('curl -N')) return holdsTrue(one, { 'http://127.0.0.1:4000': here.url });
    const quiet = one.command.replace('http://127.0.0.1:4000', here.url).replace('curl ', 'exec curl -sS ');
    stream = spawn('sh', ['-c', quiet]);
    stream.stdout.on('data', (part) => {
      streamed += part;
    });
    // The first sign that it is open; what is caused from now on is told.
    await expect.poll(() => streamed).not.toBe('');
  });

  it('cause the message that the stream of the tour waits for, in the words that it shows', async () => {
    const [, promised = ''] = /The stream shows the message at once: `(.*?) \.\.\.`/.exec(textOf(tour)) ?? [];
    expect(promised).toContain('my-first.ee');
    await expect.poll(() => streamed).toContain(promised);
  });

  it('show something to every kind of user', () => {
    expect(commands.length).toBeGreaterThan(8);
  });

  it('say what this is within 150 lines', () => {
    expect(textOf('README.md').split('\n').length).toBeLessThanOrEqual(151);
  });
});

describe.each(documents)('%s', (file) => {
  const text = textOf(file);

  it('leads only to files that are there', () => {
    const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)(#[^)]*)?\)/g)].map(([, path]) => path ?? '');
    const folder = file.includes('/') ? `${file.slice(0, file.lastIndexOf('/'))}/` : '';
    for (const link of links)
      expect(existsSync(new URL(`../../${folder}${link}`, import.meta.url)), `${file} -> ${link}`).toBe(true);
  });

  it('names only scripts that package.json has', () => {
    const { scripts } = JSON.parse(textOf('package.json')) as { scripts: Record<string, string> };
    for (const [, script = ''] of text.matchAll(/npm run (?:--silent )?([\w:-]+)/g))
      expect(scripts, script).toHaveProperty([script]);
  });
});
