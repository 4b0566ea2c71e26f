import { beforeAll, describe, expect, it } from 'vitest';
import { seed } from '../../support/seed.ts';
import { alpha, type TestWorld, testWorld } from '../../support/world.ts';

/** A caller names the fields of its answer as it likes, also with names that mean something in JavaScript. */

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
  await seed(world).domain('named.ee');
});

const names = [
  ...['then', 'catch', 'finally', '__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'toJSON'],
  ...[
    'hasOwnProperty',
    'length',
    'next',
    'return',
    'done',
    'value',
    'data',
    'errors',
    'stringify',
    '__typename',
  ],
];

const ways = ['application/json', 'application/graphql-response+json', 'text/csv', 'text/event-stream'];

/** More often than a document is run before it is compiled. */
const often = [1, 2, 3, 4, 5];

/** Reads like JSON.parse, but keeps `__proto__` as the field that it is. */
const dataIn = (text: string): string => /"data":(\{.*\}),"extensions"/s.exec(text)?.[1] ?? text;

describe.each(names)('a field that is called %s', (name) => {
  const documents: Readonly<Record<string, readonly [query: string, data: string]>> = {
    'at the root': [`{ ${name}: domain(name: "named.ee") { name } }`, `{"${name}":{"name":"named.ee"}}`],
    'a value': [`{ domain(name: "named.ee") { ${name}: name } }`, `{"domain":{"${name}":"named.ee"}}`],
    'an object': [
      `{ domain(name: "named.ee") { ${name}: registrar { code } } }`,
      `{"domain":{"${name}":{"code":"ALPHA"}}}`,
    ],
    'in a list': [
      `{ domains(first: 1) { nodes { ${name}: name } } }`,
      `{"domains":{"nodes":[{"${name}":"named.ee"}]}}`,
    ],
    nothing: [`{ ${name}: domain(name: "nobody.ee") { name } }`, `{"${name}":null}`],
  };

  it.each(Object.entries(documents))(
    'is answered as it is asked for, compiled or not: %s',
    async (_, [query, data]) => {
      for (const _time of often) {
        const { status, text } = await world.request({
          method: 'POST',
          url: '/graphql',
          payload: { query },
          auth: alpha,
        });
        expect({ status, data: dataIn(text) }).toEqual({ status: 200, data });
      }
    },
  );

  it('is no fault in any other form', async () => {
    for (const accept of ways)
      for (const [query] of Object.values(documents)) {
        const { status, text } = await world.request({
          method: 'POST',
          url: '/graphql',
          payload: { query },
          headers: { accept },
        });
        expect(status).toBeLessThan(500);
        expect(text).not.toContain('INTERNAL_SERVER_ERROR');
        expect(text).toMatch(/named\.ee|ALPHA|null|406|CSV needs/);
      }
  });
});
