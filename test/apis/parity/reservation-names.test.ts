import { beforeAll, describe } from 'vitest';
import { malformed } from '../../support/portal.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';
import { portalScenarios } from './reservation-api.ts';
import { reserving, reservingPaid } from './reservation-twins.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});
const scenario = portalScenarios(() => world);

const many = (count: number): string[] => Array.from({ length: count }, (_, place) => `n${place}.ee`);

describe.each([
  ['free', reserving],
  ['paid', reservingPaid],
] as const)('the names of a %s reservation', (_, { rest, graphql }) => {
  const twins = { rest, graphql };

  for (const [what, names] of [
    ['an empty list', []],
    ['an empty text', ''],
    ['a list with an empty text', ['']],
    ['a list with a blank', ['a.ee', ' ']],
    ['a name with a space', ['a b.ee']],
    ['a name with a space before it', [' a.ee']],
    ['a name with a line end', ['a.ee\n']],
    ['a name with an at sign', ['a@b.ee']],
    ['a name with an exclamation mark', ['a!.ee']],
    ['a name with an underscore', ['a_b.ee']],
    ['an address', ['https://a.ee/']],
    ['a name with a colon', ['a.ee:80']],
    ['a name that no database keeps', ['a\0.ee']],
    ['twenty names, one of them bad', [...many(19), 'a!.ee']],
  ] as const)
    scenario({
      title: `are malformed when they are ${what}`,
      arrange: async () => ({ names }),
      ...twins,
      status: 400,
      body: malformed,
      code: 2005,
    });

  // What REST finds out by looking, the types of the graph do not let in.
  for (const [what, names] of [
    ['missing', undefined],
    ['null', null],
    ['an object', { 0: 'a.ee' }],
    ['a number', 1],
    ['true', true],
    ['a list of null', [null]],
    ['a list with a number', ['a.ee', 1]],
    ['a list with an object', [{}]],
    ['a list with a list', [['a.ee']]],
  ] as const)
    scenario({
      title: `are malformed when they are ${what}, which a typed document cannot say`,
      arrange: async () => ({ names }),
      ...twins,
      status: 400,
      body: malformed,
      code: 'BAD_USER_INPUT',
    });

  for (const [what, names] of [
    ['there are 21', many(21)],
    ['there are 21 and one of them is bad', [...many(20), '!']],
    ['there are 21 times the same', Array(21).fill('a.ee')],
  ] as const)
    scenario({
      title: `are too many when ${what}`,
      arrange: async () => ({ names }),
      ...twins,
      status: 422,
      body: { error: 'The maximum number of domain names per request is 20' },
      code: 2004,
    });

  scenario({
    title: 'are judged for availability last',
    arrange: async () => ({ names: ['½.ee', 'x.nozone'] }),
    ...twins,
    status: 422,
    body: { error: 'No available domains' },
    code: 2302,
  });
});
