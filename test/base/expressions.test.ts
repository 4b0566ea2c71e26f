import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createContext, Script } from 'node:vm';
import { analyse } from 'scslre';
import { parseAst, transformWithEsbuild } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
import { getOrCreate } from '#src/base/get-or-create.ts';

/**
 * No text may cost more than its length. Whatever a caller sends passes through expressions and rules; one that
 * takes quadratic time is a way to stop the process with a single request.
 */
const root = fileURLToPath(new URL('../../src', import.meta.url));
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .sort();
const length = 100_000;

interface Expression {
  readonly source: string;
  readonly flags: string;
  readonly where: string;
}

interface Found {
  readonly literals: Expression[];
  /** Where one is put together at run time. */
  readonly built: string[];
}

async function expressionsIn(name: string): Promise<Found> {
  const text = readFileSync(join(root, name), 'utf8');
  const { code } = await transformWithEsbuild(text, name, { loader: 'ts', target: 'esnext' });
  const found: Found = { literals: [], built: [] };
  const pending: unknown[] = [parseAst(code)];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (typeof node !== 'object' || node === null) continue;
    const { type, regex, callee } = node as {
      type?: string;
      regex?: { pattern: string; flags: string };
      callee?: { name?: string };
    };
    if (type === 'Literal' && regex)
      found.literals.push({ source: regex.pattern, flags: regex.flags, where: name });
    if (callee?.name === 'RegExp') found.built.push(name);
    pending.push(...Object.values(node).filter((part) => part !== null));
  }
  return found;
}

/** What an expression is slow on, if on anything: runs of what it speaks of, and an end that it does not expect. */
function attacks({ source }: Expression): string[] {
  const signs = [...new Set(`${source} \t\n.a0ä-`)];
  const words = source.match(/[\w -]{2,}/g) ?? [];
  const begun = words.flatMap((word) => endings(word + ' '.repeat(length)));
  return [...[...signs, ...words].flatMap(runsOf), ...begun];
}
const endings = (run: string): string[] => [run, `${run}\u0001`];
const runs = new Map<string, string[]>();
/** Most expressions speak of the same signs. */
const runsOf = (unit: string): string[] =>
  getOrCreate(runs, unit, () => endings(unit.repeat(Math.ceil(length / unit.length))));

const sandbox = createContext({});
const search = new Script(
  "{ const expression = new RegExp(source, flags); for (const text of texts) text.replace(expression, '') }",
);

/** The engine looks at the time limit while it backtracks, so a slow expression is stopped. */
function isQuick(expression: Expression, timeout = 2000): boolean {
  Object.assign(sandbox, expression, { texts: attacks(expression) });
  try {
    search.runInContext(sandbox, { timeout });
    return true;
  } catch {
    return false;
  }
}

const shown = ({ source, flags, where }: Expression): string => `${where}: /${source}/${flags}`;

describe('every expression in the source', () => {
  let literals: readonly Expression[] = [];
  let built: readonly string[] = [];
  beforeAll(async () => {
    const all = await Promise.all(files.map(expressionsIn));
    const seen = new Map(
      all.flatMap((one) => one.literals).map((one) => [`/${one.source}/${one.flags}`, one]),
    );
    literals = [...seen.values()];
    built = all.flatMap((one) => one.built);
  });

  it('is found', () => {
    expect(literals.length).toBeGreaterThan(100);
    // Built ones cannot be read off the source: the rules that have them are tried below.
    expect(built.filter((name) => !name.startsWith('registry/rules/'))).toEqual([]);
  });

  it('takes linear time, as far as can be proven', () => {
    const slow = literals.filter(({ source, flags }) => analyse({ source, flags }).reports.length > 0);
    expect(slow.map(shown)).toEqual([]);
  });

  it(`is quick with ${length.toLocaleString('en')} characters of what it is about`, () => {
    expect(literals.filter((expression) => !isQuick(expression)).map(shown)).toEqual([]);
  });

  it('would be found if it were slow', () => {
    // An idle machine is quick with the slow ones, too: they get a tenth of the time.
    const slow = [/=+$/, /(a+)+$/, / Did you mean .*\?$/s, /-*\s[\s-]*/g];
    for (const { source, flags } of slow) {
      const expression = { source, flags, where: 'here' };
      expect(analyse({ source, flags }).reports.length === 0 && isQuick(expression, 200), source).toBe(false);
    }
  });
});

const repeated = (unit: string): string => unit.repeat(Math.ceil(length / unit.length));
const mostMs = 700;
const texts = [
  ...['.', '=', ' ', '0', 'ä', 'a.', 'a@', 'xn--a.', '192.0.2.', 'ffff:'].map(repeated),
  `a${repeated('\u0315\u0300')}`,
  `${repeated('.')}a`,
  `${repeated(' ')}x`,
  `Basic ${repeated('=')}a`,
  `bearer ${repeated(' ')}`,
];

/** A rule that wants an object finds this text in each of its fields. */
const waysToGive = (text: string): unknown[][] => {
  const fields = new Proxy({}, { get: (_, field) => (typeof field === 'string' ? text : undefined) });
  return [
    [text, text, text],
    [fields, text],
    [[text], text],
  ];
};

describe('every rule and every reader of what callers send', () => {
  const modules = files.filter(
    (name) =>
      name.startsWith('registry/rules/') ||
      ['credentials.ts', 'client-address.ts', 'client-certificate.ts'].some(
        (file) => name === `apis/access/${file}`,
      ) ||
      ['base/text.ts', 'base/money.ts', 'base/calendar.ts', 'apis/rest/body.ts'].includes(name),
  );

  it.each(modules)('%s takes a long text in its stride', async (name) => {
    const exported = (await import(pathToFileURL(join(root, name)).href)) as Record<string, unknown>;
    const tooSlow: string[] = [];
    for (const [rule, check] of Object.entries(exported)) {
      if (typeof check !== 'function' || /^class /.test(String(check))) continue;
      const costMs = async (ways: readonly unknown[][]): Promise<number> => {
        const before = process.cpuUsage();
        for (const given of ways)
          try {
            await check(...given);
          } catch {
            // Not every rule takes such an input; none may take long over it.
          }
        const { user, system } = process.cpuUsage(before);
        return (user + system) / 1000;
      };
      for (const text of texts) {
        // All ways together cost less than one may, nearly always; what costs much only once was the machine.
        if ((await costMs(waysToGive(text))) < mostMs) continue;
        for (const way of waysToGive(text)) {
          const first = await costMs([way]);
          const cost = first < mostMs ? first : await costMs([way]);
          if (cost >= mostMs) tooSlow.push(`${rule}(${text.slice(0, 12)}...) took ${cost} ms`);
        }
      }
    }
    expect(tooSlow).toEqual([]);
  });
});
