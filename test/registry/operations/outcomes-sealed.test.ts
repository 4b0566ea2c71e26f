import { describe, expect, it } from 'vitest';
import { base62, withCheck } from '#src/base/base62.ts';
import { keyedFingerprint } from '#src/base/secrets.ts';
import type { EffectSummary } from '#src/registry/operations/runner/effects-compared.ts';
import {
  differences,
  isOutcome,
  newOutcome,
  noOutcomeFailure,
  partsOf,
} from '#src/registry/operations/runner/outcomes.ts';

/** An outcome by itself: what is in it, whose it is, and what a difference is called. */
const noon = new Date('2026-11-18T12:00:00Z');
const secret = 'a-secret-of-the-server';
type Parts = Readonly<Record<string, string>>;
const notices = { mails: [], messages: [] } as unknown as EffectSummary['notices'];
const summary = (parts: Parts, items: readonly string[] = []): EffectSummary => ({
  parts: new Map(Object.entries(parts)),
  items,
  notices,
  foreseen: () => {
    throw new Error('nobody is shown it');
  },
});

interface When {
  readonly owner?: string;
  readonly now?: Date;
  readonly secret?: string;
}
const madeBy = ({ owner = 'registrar:1', now = noon, secret: own = secret }: When) => ({
  owner,
  now,
  digest: keyedFingerprint(own, 'outcomes'),
});

const kept = new Map<string, ReturnType<typeof partsOf>>();

function shown(picture: EffectSummary, when: When = {}): string {
  const made = madeBy(when);
  const outcome = newOutcome(picture, made);
  kept.set(`${made.owner} ${outcome}`, partsOf(picture, made.digest));
  return outcome;
}

/** What is said to have changed; nothing: it is done. */
function changed(outcome: string, picture: EffectSummary, when: When = {}): Promise<string[]> {
  const made = madeBy(when);
  return differences(outcome, picture, made, async () => kept.get(`${made.owner} ${outcome}`));
}

const one = { 'its operation': 'domain.renew', 'its price': '10', 'field expiresAt': '2027' };
const many = (count: number, other?: number): string[] =>
  Array.from({ length: count }, (_, at) => (at === other ? 'other' : `item ${at}`));

describe('an outcome', () => {
  it('lets exactly what was shown be done, in whatever order it is written', async () => {
    const outcome = shown(summary(one, ['x']));
    expect(isOutcome(outcome)).toBe(true);
    expect(await changed(outcome, summary(one, ['x']))).toEqual([]);
    const turned = Object.fromEntries(Object.entries(one).reverse());
    expect(await changed(outcome, summary(turned, ['x']))).toEqual([]);
  });

  it.each<[string, Parts, readonly string[]]>([
    ['a price', { ...one, 'its price': '11' }, ['price']],
    ['a field', { ...one, 'field expiresAt': '2028' }, ['expiresAt']],
    ['a part that is new', { ...one, 'object contact': 'x' }, ['contact']],
    ['a part that is gone', { 'its operation': 'domain.renew', 'its price': '10' }, ['expiresAt']],
    ['two of one name', { ...one, 'its price': '11', 'field price': '11' }, ['price']],
    ['several', { ...one, 'its price': '11', 'field expiresAt': '2028' }, ['price', 'expiresAt']],
    ['another operation', { ...one, 'its operation': 'domain.delete', 'its price': '11' }, ['operation']],
  ])('names %s', async (_, parts, names) => {
    expect(await changed(shown(summary(one)), summary(parts))).toEqual(names);
  });

  it.each([2, 250, 1000])('names each of %i items that differs', async (count) => {
    const outcome = shown(summary(one, many(count)));
    expect(await changed(outcome, summary(one, many(count)))).toEqual([]);
    for (const at of [0, 1, count - 1])
      expect(await changed(outcome, summary(one, many(count, at)))).toEqual([`results.${at}`]);
  });

  it('says only that very many items differ', async () => {
    const lots = shown(summary(one, many(1001)));
    expect(await changed(lots, summary(one, many(1001)))).toEqual([]);
    expect(await changed(lots, summary(one, many(1001, 7)))).toEqual(['results']);
    expect(await changed(lots, summary({ ...one, 'its price': '11' }, many(1001, 7)))).toEqual(['price']);
  });

  it('has as many items as were shown', async () => {
    const outcome = shown(summary(one, many(3)));
    for (const count of [0, 2, 4])
      expect(await changed(outcome, summary(one, many(count)))).toEqual(['results']);
    expect(await changed(outcome, summary({ ...one, 'its price': '11' }, many(2)))).toEqual([
      'price',
      'results',
    ]);
  });

  it('is valid for a day', async () => {
    const outcome = shown(summary(one));
    const laterBy = (ms: number) => ({ now: new Date(noon.getTime() + ms) });
    const day = 24 * 60 * 60 * 1000;
    expect(await changed(outcome, summary(one), laterBy(day - 1))).toEqual([]);
    expect(await changed(outcome, summary(one), laterBy(day))).toEqual(['outcome']);
  });

  it('is valid for its owner only', async () => {
    const outcome = shown(summary(one));
    expect(await changed(outcome, summary(one), { owner: 'registrar:2' })).toEqual(['outcome']);
    expect(await changed(outcome, summary(one), { owner: 'operator' })).toEqual(['outcome']);
  });

  it('needs no stored parts unless something differs', async () => {
    const outcome = shown(summary(one));
    kept.clear();
    expect(await changed(outcome, summary(one))).toEqual([]);
    expect(await changed(outcome, summary({ ...one, 'its price': '11' }))).toEqual(['outcome']);
  });

  it('is valid on this server only', async () => {
    const made = newOutcome(summary(one), madeBy({ secret: 'another-server' }));
    expect(await changed(made, summary(one))).toEqual(['outcome']);
  });

  it('fits into a header, a form and a command line, whatever it is about', () => {
    for (const count of [0, 250, 5000])
      expect(shown(summary(one, many(count)))).toMatch(/^oc_[0-9A-Za-z]{41}$/);
    const same = Array.from({ length: 20 }, () => shown(summary(one)));
    expect(new Set(same).size).toBe(20);
  });

  it('shows nothing of what it is about, and neither do its stored parts', () => {
    const picture = summary({ ...one, 'its price': 'a-secret-price' }, ['a-secret-item']);
    const { parts, items } = partsOf(picture, madeBy({}).digest);
    for (const text of [shown(picture), Object.values(parts).join(' '), items.toString('latin1')])
      expect(text).not.toMatch(/secret|price|renew/);
  });
});

describe('a typo', () => {
  const outcome = newOutcome(summary(one), madeBy({}));

  it('is found wherever it is', () => {
    for (let at = 0; at < outcome.length; at += 1) {
      const other = outcome[at] === 'x' ? 'y' : 'x';
      expect(isOutcome(`${outcome.slice(0, at)}${other}${outcome.slice(at + 1)}`), `${at}`).toBe(false);
      expect(isOutcome(`${outcome.slice(0, at)}${outcome.slice(at + 1)}`), `${at}`).toBe(false);
    }
  });

  it.each([
    '',
    'none',
    'oc_',
    ` ${outcome}`,
    `${outcome}\n`,
    `${outcome}x`,
    outcome.toUpperCase(),
    'ä',
    'a'.repeat(12_001),
  ])('is not an outcome: %j', (text) => {
    expect(isOutcome(text)).toBe(false);
  });

  it('cannot be made up larger than an outcome can be', async () => {
    const largest = `oc_${withCheck(base62(62n ** 35n - 1n, 35))}`;
    expect(isOutcome(largest)).toBe(true);
    expect(await changed(largest, summary(one))).toEqual(['outcome']);
  });
});

it('what no dry run can show has no outcome', () => {
  expect(noOutcomeFailure()).toMatchObject({
    code: 'OUTCOME_CHANGED',
    message: 'No dry run can show what this does, so it has no outcome: send it without ifOutcome',
    details: { changed: ['outcome'] },
  });
});
