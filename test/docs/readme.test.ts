import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../support/sandbox.ts';

const run = promisify(execFile);
const address = 'http://127.0.0.1:4000';
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'docs/operating.md',
  'docs/guides/client.md',
  'examples/README.md',
];
const textOf = (file: string): string => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

interface Block {
  readonly language: string;
  readonly text: string;
}

const blocksOf = (text: string): Block[] =>
  [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].map(([, language = '', body = '']) => ({
    language,
    text: body.trimEnd(),
  }));

/** Each command of README with what README says it answers, in their order: later ones build on earlier ones. */
const blocks = blocksOf(textOf('README.md'));
const commands = blocks.flatMap((block, index) => {
  const next = blocks[index + 1];
  const shown = next && (next.language === 'json' || next.language === 'csv') ? next : undefined;
  return block.language === 'sh' && block.text.includes('curl') ? [{ command: block.text, shown }] : [];
});

let here: Sandbox;
beforeAll(async () => {
  here = await sandbox();
});

/** Codes, ids, links and moments are new each time; everything else must be as README shows it. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, comparable(inner)]));
  if (typeof value !== 'string') return value;
  if (/^[0-9a-f]{8}(-[0-9a-f]{1,12})+$|^[0-9a-f]{32}$/.test(value)) return '(code)';
  if (value.includes('/pay/lp?')) return '(link)';
  return value;
}

/** What happens by chance of the hour is compared without its order. */
const sorted = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, inner) =>
    key === 'events' ? (inner as object[]).map((event) => JSON.stringify(event)).sort() : inner,
  );

describe('README', () => {
  it.each(commands)('$command', { timeout: 60_000 }, async ({ command, shown }) => {
    const quiet = command.replaceAll(address, here.url).replace('curl ', 'curl -sS --max-time 40 ');
    if (command.includes('curl -N')) {
      // A stream has no end: it has begun well when curl runs out of time, and not before.
      const ended = run('sh', ['-c', quiet.replace('--max-time 40', '--fail --max-time 3')]);
      await expect(ended).rejects.toMatchObject({ code: 28 });
      return;
    }
    const { stdout } = await run('sh', ['-c', quiet]);
    expect(shown, 'README shows no answer').toBeDefined();
    if (shown?.language === 'csv') {
      expect(
        stdout
          .replace(/^\uFEFF/, '')
          .trim()
          .split(/\r?\n/),
      ).toEqual(shown.text.split('\n'));
      return;
    }
    expect(sorted(comparable(JSON.parse(stdout)))).toEqual(sorted(comparable(JSON.parse(shown?.text ?? ''))));
  });

  it('has a tour for every kind of user', () => {
    expect(commands.length).toBeGreaterThan(8);
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
    for (const [, script = ''] of text.matchAll(/npm run ([\w:-]+)/g))
      expect(scripts, script).toHaveProperty([script]);
  });
});
