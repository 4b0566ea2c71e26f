import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import '#src/server/app.ts';
import '../../support/extensions.ts';
import { defineCommand, operations } from '#src/registry/operations/operation.ts';
import { written, writtenRoles, writtenScopes } from './permits.ts';

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

describe('the roles that operators need', () => {
  it('are written down for every operation that permits operators', () => {
    const asWritten = Object.entries(writtenRoles).flatMap(([role, names]) =>
      names.split(/\s+/).flatMap((name) => (name === '' ? [] : [`${name}: ${role}`])),
    );
    const declared = [...operations.values()]
      .filter(({ name, permits }) => !/^(?:test|proof)\./.test(name) && permits.includes('operator'))
      .map(({ name, operators }) => `${name}: ${operators}`);
    expect(declared.sort()).toEqual(asWritten.sort());
  });

  it('cannot be forgotten: such an operation does not load', () => {
    const definition = {
      name: 'test.without-role',
      summary: 'Does nothing.',
      scope: 'WRITE',
      input: z.object({}),
      errors: [],
      run: async () => ({}),
    } as const;
    const message = /test\.without-role must name the role of operators/;
    expect(() => defineCommand({ ...definition, permits: ['registrar', 'operator'] })).toThrow(message);
    expect(() => defineCommand({ ...definition, permits: ['registrar'], operators: 'VIEWER' })).toThrow(
      message,
    );
  });
});
