import { beforeAll, describe, expect, it } from 'vitest';
import { linkDomain, newContact, person, setStatuses } from '../../support/contacts.ts';
import { graph } from '../../support/graph.ts';
import { beta, type Loose, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const document = /* GraphQL */ `
  query ($first: Int, $last: Int, $after: String, $before: String, $where: ContactWhere, $orderBy: ContactOrder) {
    contacts(first: $first, last: $last, after: $after, before: $before, where: $where, orderBy: $orderBy) {
      totalCount
      nodes { code }
      edges { cursor node { code } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`;
const ask = (variables: Record<string, unknown>) => graph(world, document, { variables });
const list = async (variables: Record<string, unknown>) => {
  const { data, text } = await ask(variables);
  if (!data) throw new Error(text);
  const { nodes, pageInfo, totalCount } = data.contacts;
  const codes = (nodes as unknown as { code: string }[]).map(({ code }) => code.replace('ALPHA:', ''));
  return { codes, pageInfo, totalCount: Number(totalCount) };
};
const found = async (where: object) => (await list({ first: 100, where, orderBy: { field: 'CODE' } })).codes;

const minute = 60_000;
beforeAll(async () => {
  world = await testWorld();
  const names = ['Eha', 'Dora', 'Carl', 'Bert', 'Anna'];
  for (const [index, name] of names.entries()) {
    await newContact(world, { id: `C${index}`, name });
    world.clock.moveTo(new Date(world.clock.now().getTime() + minute));
  }
  await newContact(world, { id: 'THEIRS' }, { auth: beta });
  await setStatuses(world, 'ALPHA:C1', ['serverUpdateProhibited', 'serverDeleteProhibited']);
  await linkDomain(world, { name: 'linked.ee', registrant: 'ALPHA:C2' });
});

describe('contacts', () => {
  it('are the own ones, newest first by default', async () => {
    const { codes, totalCount, pageInfo } = await list({ first: 100 });
    expect(codes).toEqual(['C4', 'C3', 'C2', 'C1', 'C0']);
    expect(totalCount).toBe(5);
    expect(pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: false });
  });

  it('are read page by page, forward', async () => {
    const one = await list({ first: 2 });
    expect(one).toMatchObject({
      codes: ['C4', 'C3'],
      totalCount: 5,
      pageInfo: { hasNextPage: true, hasPreviousPage: false },
    });
    const two = await list({ first: 2, after: one.pageInfo.endCursor });
    expect(two).toMatchObject({
      codes: ['C2', 'C1'],
      totalCount: 5,
      pageInfo: { hasNextPage: true, hasPreviousPage: true },
    });
    const three = await list({ first: 2, after: two.pageInfo.endCursor });
    expect(three).toMatchObject({ codes: ['C0'], pageInfo: { hasNextPage: false, hasPreviousPage: true } });
    const none = await list({ first: 2, after: three.pageInfo.endCursor });
    expect(none).toMatchObject({
      codes: [],
      pageInfo: { hasNextPage: false, startCursor: null, endCursor: null },
    });
  });

  it('are read page by page, backward, each page in the order of the list', async () => {
    const one = await list({ last: 2 });
    expect(one).toMatchObject({
      codes: ['C1', 'C0'],
      pageInfo: { hasNextPage: false, hasPreviousPage: true },
    });
    const two = await list({ last: 2, before: one.pageInfo.startCursor });
    expect(two).toMatchObject({
      codes: ['C3', 'C2'],
      pageInfo: { hasNextPage: true, hasPreviousPage: true },
    });
    const three = await list({ last: 2, before: two.pageInfo.startCursor });
    expect(three).toMatchObject({ codes: ['C4'], pageInfo: { hasNextPage: true, hasPreviousPage: false } });
  });

  it('are read between two cursors', async () => {
    const { data } = await ask({ first: 100 });
    const cursors = (data.contacts.edges as unknown as { cursor: string }[]).map(({ cursor }) => cursor);
    expect(await list({ first: 100, after: cursors[0], before: cursors[4] })).toMatchObject({
      codes: ['C3', 'C2', 'C1'],
    });
  });

  it.each([
    ['NAME', ['C4', 'C3', 'C2', 'C1', 'C0']],
    ['CODE', ['C0', 'C1', 'C2', 'C3', 'C4']],
    ['CREATED_AT', ['C0', 'C1', 'C2', 'C3', 'C4']],
    ['UPDATED_AT', ['C0', 'C1', 'C2', 'C3', 'C4']],
  ])('are sorted by %s, either way, and paged in that order', async (field, expected) => {
    const orders: [string | undefined, string[]][] = [
      [undefined, expected],
      ['ASC', expected],
      ['DESC', expected.toReversed()],
    ];
    for (const [direction, codes] of orders) {
      const orderBy = { field, ...(direction && { direction }) };
      expect((await list({ first: 100, orderBy })).codes).toEqual(codes);
      const one = await list({ first: 3, orderBy });
      const two = await list({ first: 3, orderBy, after: one.pageInfo.endCursor });
      expect([...one.codes, ...two.codes]).toEqual(codes);
    }
  });

  it('keep their places while others are written: nothing comes twice, nothing is left out', async () => {
    const seen: string[] = [];
    let after: Loose | undefined;
    for (let page = 0; page < 3; page += 1) {
      const { codes, pageInfo } = await list({ first: 2, after });
      seen.push(...codes);
      after = pageInfo.endCursor;
      await newContact(world, { id: `NEW${page}` });
      if (page === 0) await world.request({ method: 'DELETE', url: '/registry/v1/contacts/ALPHA:C4' });
    }
    expect(seen).toEqual(['C4', 'C3', 'C2', 'C1', 'C0']);
    for (const id of ['NEW0', 'NEW1', 'NEW2'])
      await world.request({ method: 'DELETE', url: `/registry/v1/contacts/ALPHA:${id}` });
    await newContact(world, { id: 'C4', name: 'Anna' });
  });
});

describe('how many', () => {
  it.each([
    [{ first: 1, last: 1 }, 2005, 'Give either first or last, not both'],
    [{ first: 0 }, 2004, 'first must be between 1 and 100'],
    [{ first: 101 }, 2004, 'first must be between 1 and 100'],
    [{ last: -1 }, 2004, 'last must be between 1 and 100'],
  ])('%j is refused', async (variables, resultCode, message) => {
    expect(await ask(variables)).toMatchObject({
      status: 200,
      errors: [{ message, path: ['contacts'], extensions: { code: 'BAD_USER_INPUT', resultCode } }],
    });
  });
});

describe('a cursor', () => {
  const forged = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  it.each([
    ['nonsense', 'nonsense'],
    ['one of another order', forged('name', 0, 'Anna', 1)],
    ['one of the other direction', forged('createdAt', 0, '2026-01-01T00:00:00.000Z', 1)],
    ['no moment where one belongs', forged('createdAt', 1, 'soon', 1)],
    ['an id that no row can have', forged('createdAt', 1, '2026-01-01T00:00:00.000Z', 2 ** 64)],
    ['an id that is no number', forged('createdAt', 1, '2026-01-01T00:00:00.000Z', '1; drop table contacts')],
    ['text with U+0000', forged('createdAt', 1, '\0', 1)],
    ['no list', Buffer.from('{}').toString('base64url')],
  ])('that is %s is refused', async (_, after) => {
    expect(await ask({ first: 1, after })).toMatchObject({
      status: 200,
      errors: [
        {
          message: expect.stringMatching(
            /^after is not a cursor of this list|^Parameter value syntax error$/,
          ),
          extensions: { code: 'BAD_USER_INPUT', resultCode: 2005 },
        },
      ],
    });
  });
});

describe('where', () => {
  const all = ['C0', 'C1', 'C2', 'C3', 'C4'];
  it.each([
    [{}, all],
    [{ name: { eq: 'Anna' } }, ['C4']],
    [{ name: { eq: 'anna' } }, []],
    [{ name: { ne: 'Anna' } }, ['C0', 'C1', 'C2', 'C3']],
    [{ name: { in: ['Anna', 'Bert', 'Nobody'] } }, ['C3', 'C4']],
    [{ name: { in: [] } }, []],
    [{ name: { notIn: ['Anna', 'Bert'] } }, ['C0', 'C1', 'C2']],
    [{ name: { notIn: [] } }, all],
    [{ name: { contains: 'ER' } }, ['C3']],
    [{ name: { contains: '%' } }, []],
    [{ name: { contains: '_' } }, []],
    [{ name: { startsWith: 'd' } }, ['C1']],
    [{ name: { isNull: true } }, []],
    [{ name: { isNull: false } }, all],
    [{ code: { eq: 'ALPHA:C2' } }, ['C2']],
    [{ email: { startsWith: 'jaan@' }, phone: { contains: '5555' } }, all],
    [{ ident: { eq: '39708290069' }, identType: { eq: 'PRIV' }, countryCode: { in: ['EE'] } }, all],
    [{ countryCode: { eq: 'LV' } }, []],
    [{ statuses: { contains: ['linked', 'ok'] } }, ['C2']],
    [{ statuses: { containsAny: ['linked', 'serverUpdateProhibited'] } }, ['C1', 'C2']],
    [{ statuses: { notContains: ['ok'] } }, ['C1']],
    [{ and: [{ name: { contains: 'a' } }, { name: { startsWith: 'A' } }] }, ['C4']],
    [{ or: [{ name: { eq: 'Anna' } }, { code: { eq: 'ALPHA:C0' } }] }, ['C0', 'C4']],
    [{ or: [] }, []],
    [{ and: [] }, all],
    [{ not: { name: { eq: 'Anna' } } }, ['C0', 'C1', 'C2', 'C3']],
    [{ not: { or: [{ name: { eq: 'Anna' } }, { not: { name: { startsWith: 'B' } } }] } }, ['C3']],
    [{ name: { eq: 'Anna' }, code: { eq: 'ALPHA:C0' } }, []],
    [{ name: { contains: '\0' } }, 'BAD_USER_INPUT'],
  ])('%j', async (where, expected) => {
    if (typeof expected !== 'string') expect(await found(where)).toEqual(expected);
    else
      expect(await ask({ first: 1, where })).toMatchObject({
        status: 200,
        errors: [{ extensions: { code: expected } }],
      });
  });

  it('compares time with a moment, a day, or a distance from now', async () => {
    const now = world.clock.now();
    const ago = (ms: number) => new Date(now.getTime() - ms).toISOString();
    expect(await found({ createdAt: { lt: ago(3.5 * minute) } })).toEqual(['C0', 'C1']);
    expect(await found({ createdAt: { gte: ago(3.5 * minute) } })).toEqual(['C2', 'C3', 'C4']);
    expect(await found({ createdAt: { lt: '-PT3M30S' } })).toEqual(['C0', 'C1']);
    expect(await found({ createdAt: { gt: '-PT3M30S', lte: '-PT30S' } })).toEqual(['C2', 'C3']);
    expect(await found({ createdAt: { lt: 'P30D' } })).toEqual(all);
    expect(await found({ createdAt: { gt: 'P30D' } })).toEqual([]);
    expect(await found({ updatedAt: { gte: '2000-01-01' } })).toEqual(all);
    expect(await found({ createdAt: { isNull: true } })).toEqual([]);
  });

  it.each([
    'soon',
    '2026-13-01',
    '2026-01-01T99:00:00Z',
    'P99999999999Y',
    'PT9007199254740991S',
    '-P300000Y',
    '+1',
  ])('refuses %s for a moment', async (moment) => {
    const { status, errors } = await ask({ first: 1, where: { createdAt: { lt: moment } } });
    expect(status).toBe(200);
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  it('counts what matches', async () => {
    expect(await list({ first: 1, where: { name: { contains: 'e' } } })).toMatchObject({ totalCount: 2 });
    expect((await list({ first: 1 })).totalCount).toBe(5);
    expect(person.name).toBe('Jaan Tamm');
  });
});
