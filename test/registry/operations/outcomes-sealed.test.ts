import { describe, expect, it } from 'vitest';
import type { Actor } from '#src/core/actor.ts';
import { Refusal } from '#src/core/errors.ts';
import type { EffectSummary } from '#src/registry/operations/runner/effects-compared.ts';
import {
  compareOutcome,
  isOutcome,
  noOutcomeFailure,
  outcomeChanged,
} from '#src/registry/operations/runner/outcomes.ts';
import type { RunningContext } from '#src/registry/operations/runner/running-context.ts';

/** An outcome by itself: what is in it, whose it is, and what a difference is called. */
const noon = new Date('2026-11-18T12:00:00Z');
const secret = 'a-secret-of-the-server';
const user = (registrarId: number, username = 'a'): Actor => ({
  kind: 'registrar',
  userId: registrarId,
  username,
  roles: ['epp'],
  registrarId,
  registrarCode: 'A',
});
const operator = (token: string): Actor => ({ kind: 'operator', token });

type Parts = Readonly<Record<string, string>>;
const notices = { mails: [], messages: [] } as unknown as EffectSummary['notices'];
const summary = (parts: Parts, items: readonly string[] = []): EffectSummary => ({
  parts: new Map(Object.entries(parts)),
  items,
  notices,
});

interface When {
  readonly actor?: Actor;
  readonly now?: Date;
  readonly secret?: string;
}
const contextAt = ({ actor = user(1), now = noon, secret: own = secret }: When) =>
  ({ actor, now, config: { BILLING_SECRET: own } }) as unknown as RunningContext;

function shown(picture: EffectSummary, when: When = {}): string {
  const context = contextAt(when);
  compareOutcome(context, { dryRun: true } as never, picture);
  expect(context.notices).toBe(notices);
  return String(context.outcome);
}

/** What is said to have changed; nothing: it is done. */
function changed(ifOutcome: string, picture: EffectSummary, when: When = {}): unknown {
  const context = contextAt(when);
  try {
    compareOutcome(context, { ifOutcome } as never, picture);
    expect([context.outcome, context.notices]).toEqual([undefined, undefined]);
    return [];
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    expect(error.failures).toEqual([outcomeChanged(error.failures[0].details?.changed as string[])]);
    return error.failures[0].details?.changed;
  }
}

const one = { 'its operation': 'domain.renew', 'its price': '10', 'field expiresAt': '2027' };
const many = (count: number, other?: number): string[] =>
  Array.from({ length: count }, (_, at) => (at === other ? 'other' : `item ${at}`));

describe('an outcome', () => {
  it('lets exactly what was shown be done, in whatever order it is written', () => {
    const outcome = shown(summary(one, ['x']));
    expect(isOutcome(outcome)).toBe(true);
    expect(changed(outcome, summary(one, ['x']))).toEqual([]);
    const turned = Object.fromEntries(Object.entries(one).reverse());
    expect(changed(outcome, summary(turned, ['x']))).toEqual([]);
  });

  it.each<[string, Parts, readonly string[]]>([
    ['a price', { ...one, 'its price': '11' }, ['price']],
    ['a field', { ...one, 'field expiresAt': '2028' }, ['expiresAt']],
    ['a part that is new', { ...one, 'object contact': 'x' }, ['contact']],
    ['a part that is gone', { 'its operation': 'domain.renew', 'its price': '10' }, ['expiresAt']],
    ['two of one name', { ...one, 'its price': '11', 'field price': '11' }, ['price']],
    ['several', { ...one, 'its price': '11', 'field expiresAt': '2028' }, ['price', 'expiresAt']],
    ['another operation', { ...one, 'its operation': 'domain.delete', 'its price': '11' }, ['operation']],
  ])('names %s', (_, parts, names) => {
    expect(changed(shown(summary(one)), summary(parts))).toEqual(names);
  });

  it.each([2, 250])('names each of %i items that is another', (count) => {
    const outcome = shown(summary(one, many(count)));
    expect(changed(outcome, summary(one, many(count)))).toEqual([]);
    for (const at of [0, 1, count - 1])
      expect(changed(outcome, summary(one, many(count, at)))).toEqual([`results.${at}`]);
  });

  it('has a byte for each of many items, and says of very many that they are others', () => {
    const some = shown(summary(one, many(1000)));
    expect(changed(some, summary(one, many(1000, 7)))).toEqual(['results.7']);
    const lots = shown(summary(one, many(1001)));
    expect(changed(lots, summary(one, many(1001)))).toEqual([]);
    expect(changed(lots, summary(one, many(1001, 7)))).toEqual(['results']);
    expect(changed(lots, summary({ ...one, 'its price': '11' }, many(1001, 7)))).toEqual(['price']);
    // 251 items have a byte each, 250 have four.
    expect(shown(summary(one, many(250))).length).toBeGreaterThan(shown(summary(one, many(251))).length);
    for (const count of [250, 1000, 5000]) expect(shown(summary(one, many(count))).length).toBeLessThan(3500);
  });

  it('has as many items as were shown', () => {
    const outcome = shown(summary(one, many(3)));
    for (const count of [0, 2, 4]) expect(changed(outcome, summary(one, many(count)))).toEqual(['results']);
    expect(changed(outcome, summary({ ...one, 'its price': '11' }, many(2)))).toEqual(['price', 'results']);
  });

  it('is for a day', () => {
    const outcome = shown(summary(one));
    const laterBy = (ms: number) => ({ now: new Date(noon.getTime() + ms) });
    const day = 24 * 60 * 60 * 1000;
    expect(changed(outcome, summary(one), laterBy(day - 1))).toEqual([]);
    expect(changed(outcome, summary(one), laterBy(day))).toEqual(['outcome']);
  });

  it('is for all users of the registrar, or for all operators', () => {
    const outcome = shown(summary(one));
    expect(changed(outcome, summary(one), { actor: user(1, 'b') })).toEqual([]);
    expect(changed(outcome, summary(one), { actor: user(2) })).toEqual(['outcome']);
    expect(changed(outcome, summary(one), { actor: operator('x') })).toEqual(['outcome']);
    const ofOperator = shown(summary(one), { actor: operator('x') });
    expect(changed(ofOperator, summary(one), { actor: operator('y') })).toEqual([]);
    expect(changed(ofOperator, summary(one))).toEqual(['outcome']);
  });

  it('is of this server', () => {
    const outcome = shown(summary(one));
    expect(changed(outcome, summary(one), { secret: 'another-server' })).toEqual(['outcome']);
    for (const text of ['', 'made-up', `${outcome}x`, outcome.slice(1), 'ä', 'a'.repeat(12_001)])
      expect(changed(text, summary(one)), text.slice(0, 10)).toEqual(['outcome']);
  });

  it('is made by dry runs alone, and also while one is compared', () => {
    const context = contextAt({});
    compareOutcome(context, {} as never, summary(one));
    expect([context.outcome, context.notices]).toEqual([undefined, undefined]);
    const again = contextAt({});
    compareOutcome(again, { dryRun: true, ifOutcome: shown(summary(one)) } as never, summary(one));
    expect(again.outcome).toEqual(expect.any(String));
  });

  it('shows nothing of what it is about', () => {
    const outcome = shown(summary({ ...one, 'its price': 'a-secret-price' }, ['a-secret-item']));
    for (const text of [outcome, Buffer.from(outcome, 'base64url').toString('latin1')])
      expect(text).not.toMatch(/secret|price|renew/);
  });
});

it('a text can be an outcome if it fits into a header', () => {
  for (const text of ['a', 'A-_9', 'a'.repeat(12_000)]) expect(isOutcome(text)).toBe(true);
  for (const text of ['', 'a'.repeat(12_001), 'a b', 'a\n', 'ä', '!a', 'a!'])
    expect(isOutcome(text)).toBe(false);
});

it('what no dry run can show has no outcome', () => {
  expect(noOutcomeFailure()).toMatchObject({
    code: 'OUTCOME_CHANGED',
    message: 'No dry run can show what this does, so it has no outcome: send it without ifOutcome',
    details: { changed: ['outcome'] },
  });
});
