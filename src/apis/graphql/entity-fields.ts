import type { Cursor } from '../../base/filter.ts';
import { constantCase } from '../../base/text.ts';
import type { Declared, Entity, Fields, SqlType } from '../../registry/entities/entity.ts';
import { partsOf } from '../../registry/entities/entity-rows.ts';
import { builder, type Types } from './builder.ts';
import type { Context } from './context.ts';
import {
  BooleanFilter,
  DateFilter,
  DateTimeFilter,
  DecimalFilter,
  IntFilter,
  StringFilter,
  StringListFilter,
} from './filters.ts';
import { key } from './groups.ts';
import type { Condition } from './where.ts';
import { byPeople, byRegistry } from './written.ts';

/** Derives parts of the graph from the declaration of an entity (src/registry/entities), once, at start. */

/** Derives something from one fact, for each field that declares the fact. */
const fromFact = <Fact extends keyof Declared, T>(
  { declared }: Entity,
  fact: Fact,
  derive: (value: NonNullable<Declared[Fact]>, field: Declared) => readonly [name: string, derived: T],
): Record<string, T> =>
  Object.fromEntries(
    declared.flatMap((field) => {
      const value = field[fact];
      return value === undefined || value === null ? [] : [derive(value, field)];
    }),
  );

const scalars: Readonly<Record<SqlType, string | readonly [string]>> = {
  integer: 'Int',
  bigint: 'BigInt',
  numeric: 'Decimal',
  uuid: 'ID',
  text: 'String',
  boolean: 'Boolean',
  timestamptz: 'DateTime',
  date: 'Date',
  'text[]': ['String'],
  jsonb: 'JSON',
};

type Resolve = (row: object, args: object, context: Context) => unknown;

/** Leaves out the parts of objects, which are fields of types of their own. */
const plain = <E extends Entity>(entity: E): E => ({
  ...entity,
  declared: entity.declared.filter(({ object }) => object === undefined),
});

/** Enums and the like, by the names of the fields that have no plain type. */
type OwnTypes = Readonly<Partial<Record<string, object>>>;

const typeOf = ({ name, shown, sql }: Declared, own: OwnTypes = {}) =>
  (own[name] ?? shown?.scalar ?? scalars[sql]) as 'String';

/** The type of an object whose parts are several columns, such as `ContactAddress`; its source is the whole row. */
export const objectType = <Row extends object>(
  name: string,
  description: string,
  entity: Entity,
  object: string,
) =>
  builder.objectRef<Row>(name).implement({
    description,
    fields: (t) =>
      Object.fromEntries(
        partsOf(entity, object).map((field) => [
          field.part,
          t.field({
            type: typeOf(field),
            nullable: true,
            extensions: meaningOf(field),
            description: field.shown?.description ?? '',
            resolve: (row) => (row as Readonly<Record<string, string | null>>)[field.column] ?? null,
          }),
        ]),
      ),
  });

/** Returns a test that tells whether a row has an object that the caller may see. */
export function hasObject(entity: Entity, object: string) {
  const parts = partsOf(entity, object);
  return (row: object, { actor }: Pick<Context, 'actor'>): boolean =>
    parts.some(
      ({ column, visible }) =>
        ((row as Readonly<Record<string, unknown>>)[column] ?? null) !== null &&
        (!visible || visible.rule(row as never, actor)),
    );
}

/** The plain fields of its type: description, nullability and who sees them. */
export const plainFields = <Row extends object>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Row>,
  entity: Entity,
  own: OwnTypes = {},
) =>
  fromFact(plain(entity), 'shown', ({ description }, field) => [
    field.name,
    t.field({
      type: typeOf(field, own),
      nullable: field.isNullable === true || field.visible !== undefined,
      extensions: meaningOf(field),
      description: [description, field.visible?.otherwise].filter(Boolean).join(' '),
      resolve: resolverOf(field) as never,
    }),
  ]);

const meaningOf = ({ isWritten, measure }: Declared) => ({
  ...(isWritten ? byPeople : byRegistry),
  ...(measure && { measure }),
});

function resolverOf({ column, sql, shown, visible }: Declared): Resolve {
  const valueIn = (row: object): unknown => (row as Readonly<Record<string, unknown>>)[column];
  let read: Resolve = valueIn;
  if (sql === 'timestamptz')
    read = (row, _, { calendar }) => {
      const moment = valueIn(row) as Date | null;
      return moment && calendar.format(moment);
    };
  else if (shown?.scalar === 'Secret') read = (row) => valueIn(row) || null;
  if (!visible) return read;
  const { rule } = visible;
  return (row, args, context) => (rule(row as never, context.actor) ? read(row, args, context) : null);
}

/** Returns the columns that each plain field reads, and those of each object. */
export const plainReads = (entity: Entity): Record<string, readonly string[]> =>
  fromFact(entity, 'shown', (_, { name, column, object }) =>
    object ? [object, partsOf(entity, object).map((part) => part.column)] : [name, [column]],
  );

const filters: Partial<Record<SqlType, Condition[0]>> = {
  text: StringFilter,
  integer: IntFilter,
  numeric: DecimalFilter,
  boolean: BooleanFilter,
  timestamptz: DateTimeFilter,
  date: DateFilter,
  'text[]': StringListFilter,
};

/** The conditions of `where`, with filters of their own for those fields that have one. */
export const conditionsOf = (entity: Entity, own: Readonly<Record<string, Condition[0]>> = {}) =>
  fromFact(entity, 'filter', ({ description, words }, { name, sql }): readonly [string, Condition] => [
    name,
    [own[name] ?? filters[sql] ?? StringFilter, description, words],
  ]);

/** The choices of `orderBy`. */
export const ordersOf = (entity: Entity) =>
  fromFact(entity, 'order', (description, { name }) => [constantCase(name), { value: name, description }]);

/** The choices of `groups(by:)`. */
export const groupsOf = (entity: Entity, own: OwnTypes = {}) =>
  fromFact(entity, 'groups', (description, { name, sql }) => [
    constantCase(name),
    key(own[name] ?? groupTypes[sql] ?? 'String', description),
  ]);

const groupTypes: Partial<Record<SqlType, 'moment' | 'Boolean'>> = {
  timestamptz: 'moment',
  date: 'moment',
  boolean: 'Boolean',
};

/** The column in a cursor, by the field that a list is sorted by. */
export const cursorColumns = <F extends Fields>(entity: Entity<F>) =>
  fromFact(entity, 'order', (_, { name, column }) => [name, column as keyof F & string]);

/** Returns the place of a row in a list that is sorted by this column. */
export function cursorAt(row: { readonly id: number }, column: string): Cursor {
  const value = (row as Readonly<Record<string, unknown>>)[column];
  if (value instanceof Date) return { value: value.toISOString(), id: row.id };
  return { value: typeof value === 'number' ? String(value) : (value as string | null), id: row.id };
}
