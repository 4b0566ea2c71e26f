import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { anonymous } from '#src/base/actor.ts';
import type { ErrorCode } from '#src/base/error-catalogue.ts';
import { refuse } from '#src/base/errors.ts';
import { defineCommand, defineQuery } from '#src/registry/operations/operation.ts';
import { undeclaredErrors } from '../../support/declared-errors.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

/** Not one of those that tests make for themselves, which nobody reads of: they are named test.*. */
const described = {
  summary: 'Refuses.',
  permits: ['anonymous'] as const,
  scope: 'READ' as const,
  input: z.object({ code: z.string() }),
  errors: ['OBJECT_EXISTS'] as const,
};
const operations = {
  query: defineQuery({
    ...described,
    name: 'proof.query',
    run: async (_, { code }) => refuse(code as ErrorCode),
  }),
  command: defineCommand({
    ...described,
    name: 'proof.command',
    run: async (_, { code }) => refuse(code as ErrorCode),
  }),
};

describe.each(['query', 'command'] as const)('a test world in which a %s refuses', (kind) => {
  const run = (code: unknown) =>
    world.container.runner.run(
      operations[kind],
      { code: code as string },
      { actor: anonymous, request: { id: 'test', via: 'web' } },
    );

  it('is content with a code that it declares, and with what the runner says of any operation', async () => {
    await run('OBJECT_EXISTS');
    await run(7);
    expect(undeclaredErrors()).toEqual([]);
  });

  it('fails over any other', async () => {
    await run('BILLING_FAILURE');
    await run('BILLING_FAILURE');
    expect(undeclaredErrors()).toEqual([`proof.${kind} answers BILLING_FAILURE: Billing failure`]);
  });
});
