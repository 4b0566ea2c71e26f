import { describe, expect, it } from 'vitest';
import { apiUserFailures } from '#src/rules/registrar/registrar-fields.ts';

describe("an API user's password", () => {
  const refusals = (length: number, mode: 'sandbox' | 'production') =>
    apiUserFailures({ username: 'alpha', password: 'x'.repeat(length) }, mode).map(({ message }) => message);

  it.each([
    { mode: 'production', shortest: 12 },
    { mode: 'sandbox', shortest: 6 },
  ] as const)('has at least $shortest characters in $mode', ({ mode, shortest }) => {
    const sentence = `Invalid parameter 'password': Must have at least ${shortest} characters`;
    expect(refusals(shortest - 1, mode)).toEqual([sentence]);
    expect(refusals(0, mode)).toEqual([sentence]);
    expect(refusals(shortest, mode)).toEqual([]);
  });

  it.each(['production', 'sandbox'] as const)('is not asked for again in %s when it stays', (mode) => {
    expect(apiUserFailures({ roles: ['registrar'] }, mode)).toEqual([]);
  });

  it('has an upper bound, so that nobody has novels hashed', () => {
    expect(refusals(1024, 'production')).toEqual([]);
    expect(refusals(1025, 'production')).toHaveLength(1);
  });
});
