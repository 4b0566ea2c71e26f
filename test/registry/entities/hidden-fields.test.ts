import { getNamedType, isInterfaceType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Filter, Grouping } from '#src/base/filter.ts';
import { entity, integer, isListedBy, text } from '#src/registry/entities/entity.ts';
import { isSponsor, knowsSecretsOf } from '#src/registry/rules/visibility.ts';
import { groupKeys, listColumns } from '#src/registry/store/driver/lists/entity-columns.ts';
import { storedList } from '#src/registry/store/driver/lists/stored-list.ts';
import { allEntities } from '../../support/entities.ts';
import { buildSchema } from '../../support/schema.ts';
import { seed } from '../../support/seed.ts';
import { alpha, beta, type TestWorld, testWorld } from '../../support/world.ts';

/** What is hidden from a caller is not guessed by filters, orders and groups either. */
let world: TestWorld;
let viewer: number;

/** A field of domains that their sponsors alone see, as a new one might be declared. */
const madeUp = entity('domains', {
  id: integer(),
  registrar_id: integer(),
  force_delete_notes: text()
    .nullable()
    .named('notes')
    .visible({ rule: isSponsor, owner: 'registrar_id' })
    .filter('By notes.')
    .order('By notes.')
    .groups('The notes.'),
});

beforeAll(async () => {
  world = await testWorld();
  for (const [auth, name, force_delete_notes] of [
    [alpha, 'esimene.ee', 'b secret'],
    [alpha, 'teine.ee', 'a secret'],
    [beta, 'kolmas.ee', 'c own'],
  ] as const) {
    await seed(world, auth).domain(name);
    await seed(world, auth).alter(name, { force_delete_notes });
  }
  const { id } = await world.container.database.db
    .selectFrom('registrars')
    .select('id')
    .where('code', '=', 'BETA')
    .executeTakeFirstOrThrow();
  viewer = id;
});

const listFor = (who: number | undefined) =>
  storedList('domains', {
    columns: listColumns(madeUp, { viewer: who }),
    groups: { keys: groupKeys(madeUp, { viewer: who }) },
  });
const namesFor = async (who: number | undefined, filter: Filter, descending = false) => {
  const sort = [{ field: 'notes', descending }] as const;
  const list = { filter, sort, slice: { by: 'offset', offset: 0, limit: 10 } } as const;
  const rows = await listFor(who).rows(world.container.database.db, list as never);
  return rows.map(({ name }) => name);
};
const notes = (
  is: 'eq' | 'ne' | 'startsWith' | 'contains' | 'gt' | 'lt' | 'in' | 'notIn' | 'isNull',
  value: unknown,
) => ({
  field: 'notes',
  is,
  value,
});

describe('a field that is hidden from others', () => {
  const guesses = (word: string): Filter[] => [
    notes('eq', `${word} secret`),
    notes('ne', `${word} secret`),
    notes('startsWith', word),
    notes('contains', word),
    notes('gt', word),
    notes('lt', word),
    notes('in', [`${word} secret`]),
    notes('notIn', [`${word} secret`]),
    { not: notes('startsWith', word) },
    notes('isNull', true),
    notes('isNull', false),
  ];

  it('filters rows of others as if they had no value', async () => {
    // Whatever is guessed about them, they come or do not come together.
    for (const word of ['a', 'b', 'zz'])
      for (const filter of guesses(word)) {
        const found = await namesFor(viewer, filter);
        const foreign = found.filter((name) => name !== 'kolmas.ee');
        expect([0, 2], JSON.stringify(filter)).toContain(foreign.length);
      }
    expect(await namesFor(viewer, notes('startsWith', 'c'))).toEqual(['kolmas.ee']);
    expect(await namesFor(undefined, notes('startsWith', 'a'))).toEqual(['teine.ee']);
  });

  it('sorts rows of others as if they had no value', async () => {
    const foreign = (await namesFor(viewer, { and: [] })).filter((name) => name !== 'kolmas.ee');
    // By their ids.
    expect(foreign).toEqual(['esimene.ee', 'teine.ee']);
    expect(await namesFor(undefined, { and: [] })).toEqual(['teine.ee', 'esimene.ee', 'kolmas.ee']);
  });

  it('groups rows of others as if they had no value', async () => {
    const grouping: Grouping = {
      by: [{ field: 'notes' }],
      timeZone: 'UTC',
      measures: [],
      limit: 10,
      order: { by: 'count', descending: true },
    };
    const { groups } = await listFor(viewer).groups(world.container.database.db, undefined, grouping);
    expect(groups.map(({ keys, count }) => [keys, count])).toEqual([
      [{ notes: null }, 2],
      [{ notes: 'c own' }, 1],
    ]);
  });

  it('is refused at import where no SQL can say who sees it', () => {
    const secret = () => text().visible({ rule: knowsSecretsOf });
    for (const field of [
      secret().filter('By it.'),
      secret().order('By it.'),
      secret().groups('It.'),
      secret().listed(),
    ])
      expect(() => entity('domains', { secret: field })).toThrow(/cannot filter, sort or group by secret/);
    expect(() => entity('domains', { secret: secret() })).not.toThrow();
  });

  it('is refused in a list that does not say whose rows it has', () => {
    expect(() => listColumns(madeUp)).toThrow(/must say whose rows/);
    expect(() => groupKeys(madeUp)).toThrow(/must say whose rows/);
  });
});

describe('the lists of the graph that filter by fields which are hidden from others', () => {
  /** Every way to them, and whose rows it has: a new one has to be judged. */
  const ways = {
    'Query.contacts': "the registrar's own, or an operator asks",
    'Query.registrars': 'the registrar itself, or an operator asks',
    'Subscription.contactsChanged': "the registrar's own, or an operator asks",
  };

  it('have own rows only', async () => {
    const hidden = (await allEntities())
      .filter(({ declared }) => declared.some((field) => field.visible && isListedBy(field)))
      .map(({ table }) => table);
    // Lists of domains hide the values of others in SQL (`{ viewer }` in store/registry/domains.ts).
    const judged = hidden.filter((table) => table !== 'domains');
    // Of another one, every list that takes its conditions has to be judged below.
    expect(judged.sort()).toEqual(['contacts', 'registrars']);
    const schema = buildSchema();
    const guarded = ['ContactWhere', 'RegistrarWhere'].map((name) => schema.getType(name));
    const found = Object.values(schema.getTypeMap()).flatMap((type) =>
      isObjectType(type) || isInterfaceType(type)
        ? Object.values(type.getFields()).flatMap((field) =>
            field.args.some((arg) => guarded.includes(getNamedType(arg.type) as never))
              ? [`${type.name}.${field.name}`]
              : [],
          )
        : [],
    );
    expect(found.sort()).toEqual(Object.keys(ways).sort());
  });
});
