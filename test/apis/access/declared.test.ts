import { describe, expect, it } from 'vitest';
import '#src/server/app.ts';
import '#src/server/extensions.ts';
import { operations } from '#src/registry/operations/operation.ts';
import { written, writtenScopes } from './permits.ts';

describe('the permits of operations', () => {
  it('are those that are written down', () => {
    const asWritten = Object.entries(written).flatMap(([permits, names]) =>
      names.split(/\s+/).flatMap((name) => (name === '' ? [] : [`${name}: ${permits}`])),
    );
    // Tests that ran before in this process have made some of their own.
    const declared = [...operations.values()]
      .filter(({ name }) => !/^(?:test|proof)\./.test(name))
      .map(({ name, permits }) => `${name}: ${permits.join(' ')}`)
      .filter((line) => !line.endsWith(': system'));
    expect(declared.sort()).toEqual(asWritten.sort());
  });
});

describe('the scopes that access tokens need', () => {
  it('are written down for every operation', () => {
    const asWritten = Object.entries(writtenScopes).flatMap(([scope, names]) =>
      names.split(/\s+/).flatMap((name) => (name === '' ? [] : [`${name}: ${scope}`])),
    );
    const declared = [...operations.values()]
      .filter(
        ({ name, permits }) => !/^(?:test|proof)\./.test(name) && permits.some((one) => one !== 'system'),
      )
      .map(({ name, scope }) => `${name}: ${scope}`);
    expect(declared.sort()).toEqual(asWritten.sort());
  });
});
