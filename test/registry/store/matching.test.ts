import { beforeAll, describe, expect, it } from 'vitest';
import type { Filter } from '#src/base/filter.ts';
import { matcher } from '#src/base/matching.ts';
import { wholeDomain } from '#src/registry/store/registry/domain-reader.ts';
import { countDomains, listDomains } from '#src/registry/store/registry/domains.ts';
import { domainChanges, type Version } from '#src/registry/store/registry/list-changes.ts';
import { domainsAsOf } from '#src/registry/store/registry/past.ts';
import { newDomain } from '../../support/domains.ts';
import { mutateOf } from '../../support/operator.ts';
import { fc } from '../../support/properties.ts';
import { alpha, beta, type TestWorld, testWorld } from '../../support/world.ts';

/** A live list chooses in memory what the same list of the past chooses in SQL. */

let world: TestWorld;
let versions: (Version & { name: string })[];
const mutate = mutateOf(() => world);

beforeAll(async () => {
  world = await testWorld();
  for (const name of ['tamm.ee', 'Tammik.ee', 'kõrvits.ee', 'öö_x.ee'.replace('_', '-'), 'kask.com.ee'])
    await newDomain(world, { name: name.toLowerCase() });
  await newDomain(world, { name: 'beeta.ee' }, { auth: beta });
  await mutate('domainStatusesSet', { name: 'tamm.ee', add: ['serverHold'] }, 'domain { name }');
  await mutate(
    'domainStatusesSet',
    { name: 'kask.com.ee', add: ['serverHold', 'expired'] },
    'domain { name }',
  );
  const nameservers = [{ hostname: 'ns1.a.example' }, { hostname: 'ns2.a.example' }];
  await mutate('domainNameserversAdd', { name: 'tammik.ee', nameservers }, 'domain { name }', alpha);
  const { database } = world.container;
  const { changes } = await domainChanges.read(database.db, { id: 0, nth: 0 }, 1000, '2026-01-01');
  versions = [
    ...new Map(changes.map(({ key, after }) => [key, after as Version & { name: string }])).values(),
  ];
});

const texts = ['tamm.ee', 'TAMM', 'Õ', 'ee', '%', '_', 'kõr', '', 'ALPHA', 'BETA', 'com.ee', 'xn--'];
const text = fc.constantFrom(...texts);
const lists = fc.array(fc.constantFrom('serverHold', 'expired', 'ok', 'inactive', 'ns1.a.example'), {
  maxLength: 3,
});
const moment = fc
  .constantFrom(-400, -1, 0, 364, 365, 366, 800)
  .map((days) => new Date(Date.now() + days * 86_400_000));
const condition = fc.oneof(
  fc.record({
    field: fc.constantFrom('name', 'punycode', 'zone', 'registrar', 'registrantCode'),
    is: fc.constantFrom('eq' as const, 'ne' as const, 'contains' as const, 'startsWith' as const),
    value: text,
  }),
  fc.record({
    field: fc.constantFrom('name', 'zone', 'registrar'),
    is: fc.constantFrom('in' as const, 'notIn' as const),
    value: fc.array(text, { maxLength: 3 }),
  }),
  fc.record({
    field: fc.constantFrom('statuses', 'nameserverHostnames'),
    is: fc.constantFrom('hasAll' as const, 'hasAny' as const, 'hasNone' as const),
    value: lists,
  }),
  fc.record({
    field: fc.constantFrom('expiresAt', 'createdAt'),
    is: fc.constantFrom('gt' as const, 'gte' as const, 'lt' as const, 'lte' as const),
    value: moment,
  }),
  fc.record({
    field: fc.constantFrom('expiresAt', 'name'),
    is: fc.constant('isNull' as const),
    value: fc.boolean(),
  }),
  fc.record({
    field: fc.constant('signed'),
    is: fc.constantFrom('eq' as const, 'ne' as const),
    value: fc.boolean(),
  }),
);
const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    condition,
    fc.record({ and: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ or: fc.array(tie('filter'), { maxLength: 3 }) }),
    fc.record({ not: tie('filter') }),
  ),
}));

describe('a filter in memory', () => {
  it('chooses what it chooses in SQL', async () => {
    const { calendar, database } = world.container;
    const { db } = database;
    const list = domainsAsOf({ asOf: new Date(Date.now() + 60_000) }, calendar);
    await fc.assert(
      fc.asyncProperty(filter, async (chosen) => {
        const matches = matcher(chosen);
        const rows = await list.rows(db, {
          filter: chosen,
          sort: [{ field: 'name', descending: false }],
          slice: { by: 'offset', limit: 100, offset: 0 },
        });
        expect(
          versions
            .filter(matches)
            .map(({ name }) => name)
            .sort(),
        ).toEqual(rows.map(({ snapshot }) => snapshot?.name).sort());
      }),
      { numRuns: 400, seed: 31 },
    );
  });

  it('chooses the same of the present domains, and counts them', async () => {
    const { calendar, clock, database } = world.container;
    const { db } = database;
    const { id: alphas } = await db
      .selectFrom('registrars')
      .select('id')
      .where('code', '=', 'ALPHA')
      .executeTakeFirstOrThrow();
    const today = calendar.dateOf(clock.now());
    await fc.assert(
      fc.asyncProperty(filter, async (chosen) => {
        const all = {
          filter: chosen,
          sort: [{ field: 'name', descending: false }],
          slice: { by: 'offset', limit: 100, offset: 0 },
        } as const;
        const whose = [undefined, alphas];
        const lists = whose.map((id) => listDomains(db, id, all, wholeDomain, today));
        const [everybodys, own] = await Promise.all(lists);
        const expected = versions.filter(matcher(chosen)).map(({ name }) => name);
        expect(everybodys?.map(({ name }) => name).sort()).toEqual(expected.sort());
        const counts = await Promise.all(whose.map((id) => countDomains(db, id, chosen)));
        expect(counts).toEqual([everybodys?.length, own?.length]);
      }),
      { numRuns: 400, seed: 34 },
    );
  });
});
