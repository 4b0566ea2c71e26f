import { buildSchema, parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { limitDocuments } from '#src/apis/graphql/safety/limits-plugin.ts';

it('the mistakes of a document are cached without the place where they were found, which keeps all that looked for them', () => {
  const result = validate(buildSchema('type Query { name: String }'), parse('{ nme }'));
  expect(result[0]?.stack).toContain('\n    at ');
  const after = limitDocuments(1000).onValidate?.({} as never);
  if (typeof after === 'function') after({ result } as never);
  expect(result.map(({ message, stack }) => [message, stack])).toEqual([
    [expect.stringContaining('nme'), expect.not.stringContaining('\n    at ')],
  ]);
});
