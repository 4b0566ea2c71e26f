import { beforeAll, describe, expect, it, test } from 'vitest';
import { malformed, portalOf } from '../../../support/portal.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let portal: ReturnType<typeof portalOf>;
beforeAll(async () => {
  world = await testWorld();
  portal = portalOf(world);
});

const many = (count: number): string[] => Array.from({ length: count }, (_, place) => `n${place}.ee`);
const tooMany = { status: 422, body: { error: 'The maximum number of domain names per request is 20' } };

describe.each(['/reserve_domains', '/long_reserve_domains'])('the names given to %s', (path) => {
  const send = (domain_names: unknown) => portal.post(path, { domain_names });

  test.each([
    ['missing', undefined],
    ['null', null],
    ['an empty list', []],
    ['an empty text', ''],
    ['a text', 'a.ee'],
    ['an object', { 0: 'a.ee' }],
    ['a number', 1],
    ['true', true],
    ['a list of null', [null]],
    ['a list with a number', ['a.ee', 1]],
    ['a list with an object', [{}]],
    ['a list with a list', [['a.ee']]],
    ['a list with a blank', ['a.ee', ' ']],
    ['a list with an empty text', ['']],
    ['a name with a space', ['a b.ee']],
    ['a name with a space before it', [' a.ee']],
    ['a name with a line end', ['a.ee\n']],
    ['a name with an at sign', ['a@b.ee']],
    ['a name with an underscore', ['a_b.ee']],
    ['an address', ['https://a.ee/']],
    ['a name with a colon', ['a.ee:80']],
    ['twenty names, one of them bad', [...many(19), 'a!.ee']],
  ])('are malformed when they are %s', async (_, names) => {
    expect(await send(names)).toMatchObject({ status: 400, body: malformed });
  });

  it('are malformed when their field is missing', async () => {
    expect(await portal.post(path, { names: ['a.ee'] })).toMatchObject({ status: 400, body: malformed });
    expect(await portal.post(path, { 'domain_names[]': 'a.ee' })).toMatchObject({ status: 400 });
  });

  it('are too many from 21 on, even when one of them is bad or all are the same', async () => {
    expect(await send(many(21))).toMatchObject(tooMany);
    expect(await send([...many(20), '!'])).toMatchObject(tooMany);
    expect(await send(Array(21).fill('a.ee'))).toMatchObject(tooMany);
  });

  it('are judged for availability last', async () => {
    expect(await send(['x.nozone'])).toMatchObject({ status: 422, body: { error: 'No available domains' } });
  });
});
