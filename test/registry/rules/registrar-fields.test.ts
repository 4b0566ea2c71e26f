import { describe, expect, it } from 'vitest';
import { apiUserFailures } from '#src/registry/rules/registrar/registrar-fields.ts';

describe("an API user's password", () => {
  const refusals = (length: number, mode: 'sandbox' | 'production') =>
    apiUserFailures({ username: 'alpha', password: 'x'.repeat(length) }, mode).map(({ message }) => message);

  it.each([
    { mode: 'production', shortest: 12 },
    { mode: 'sandbox', shortest: 6 },
  ] as const)('has at least $shortest characters in $mode', ({ mode, shortest }) => {
    const sentence = `Password is too short (minimum is ${shortest} characters)`;
    expect(refusals(shortest - 1, mode)).toEqual([sentence]);
    expect(refusals(0, mode)).toEqual(['Password is missing', sentence]);
    expect(refusals(shortest, mode)).toEqual([]);
  });

  it.each(['production', 'sandbox'] as const)('is not asked for again in %s when it stays', (mode) => {
    expect(apiUserFailures({ roles: ['epp'] }, mode)).toEqual([]);
  });

  it('has a longest length, so that no very long text is hashed', () => {
    expect(refusals(128, 'production')).toEqual([]);
    expect(refusals(129, 'production')).toEqual(['Password is too long (maximum is 128 characters)']);
  });
});
