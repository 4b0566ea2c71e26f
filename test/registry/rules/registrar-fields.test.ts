import { describe, expect, it } from 'vitest';
import { apiUserFailures } from '#src/registry/rules/registrar/registrar-fields.ts';

describe("an API user's password", () => {
  const refusals = (length: number, isTrial: boolean) =>
    apiUserFailures({ username: 'alpha', password: 'x'.repeat(length) }, isTrial).map(
      ({ message }) => message,
    );

  it.each([
    { where: 'a registry', isTrial: false, shortest: 12 },
    { where: 'a trial', isTrial: true, shortest: 6 },
  ] as const)('has at least $shortest characters in $where', ({ isTrial, shortest }) => {
    const sentence = `Password is too short (minimum is ${shortest} characters)`;
    expect(refusals(shortest - 1, isTrial)).toEqual([sentence]);
    expect(refusals(0, isTrial)).toEqual(['Password is missing', sentence]);
    expect(refusals(shortest, isTrial)).toEqual([]);
  });

  it.each([false, true])('is not asked for again when it stays (a trial: %s)', (isTrial) => {
    expect(apiUserFailures({ roles: ['epp'] }, isTrial)).toEqual([]);
  });

  it('has a longest length, so that no very long text is hashed', () => {
    expect(refusals(128, false)).toEqual([]);
    expect(refusals(129, false)).toEqual(['Password is too long (maximum is 128 characters)']);
  });
});
