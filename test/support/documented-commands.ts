import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect } from 'vitest';

const run = promisify(execFile);

interface Block {
  readonly language: string;
  readonly text: string;
}

/** A command of a document, with what the document says it answers. */
export interface Documented {
  readonly command: string;
  readonly shown: Block | undefined;
}

export const textOf = (file: string): string =>
  readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

const blocksOf = (text: string): Block[] =>
  [...text.matchAll(/^```(\w*)[^\n]*\n([\s\S]*?)^```$/gm)].map(([, language = '', body = '']) => ({
    language,
    text: body.trimEnd(),
  }));

/** In their order: later ones build on earlier ones. */
export function commandsIn(file: string): Documented[] {
  const blocks = blocksOf(textOf(file));
  return blocks.flatMap((block, index) => {
    const next = blocks[index + 1];
    const shown = next && (next.language === 'json' || next.language === 'csv') ? next : undefined;
    return block.language === 'sh' && block.text.includes('curl') ? [{ command: block.text, shown }] : [];
  });
}

/** Runs it at other addresses than the documented ones; the answer must be the one that is shown. */
export async function holdsTrue(
  { command, shown }: Documented,
  addresses: Readonly<Record<string, string>>,
): Promise<void> {
  const here = Object.entries(addresses).reduce(
    (text, [documented, real]) => text.replaceAll(documented, real),
    command,
  );
  const quiet = here.replace('curl ', 'curl -sS --max-time 40 ');
  const { stdout } = await run('sh', ['-c', quiet]);
  expect(shown, 'no answer is shown').toBeDefined();
  if (shown?.language === 'csv') {
    const lines = stdout.replace(/^\uFEFF/, '').trim();
    expect(lines.split(/\r?\n/)).toEqual(shown.text.split('\n'));
    return;
  }
  expect(sorted(comparable(JSON.parse(stdout)))).toEqual(sorted(comparable(JSON.parse(shown?.text ?? ''))));
}

/** Codes, ids, links and moments are new each time; everything else must be as it is shown. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, comparable(inner)]));
  if (typeof value !== 'string') return value;
  if (/^[0-9a-f]{8}(-[0-9a-f]{1,12})+$|^[0-9a-f]{32}$/.test(value)) return '(code)';
  if (value.includes('/pay/lp?')) return '(link)';
  return value;
}

/** The order of events depends on the hour, and summaries are issued only where a month ends. */
const sorted = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, inner) =>
    key === 'events'
      ? (inner as { kind: string }[])
          .filter(({ kind }) => kind !== 'SUMMARY_ISSUED')
          .map((event) => JSON.stringify(event))
          .sort()
      : inner,
  );
