import type { Actor } from '../../base/actor.ts';
import type { ColumnWith, Declared, Entity, RowOf, SqlType, Visibility } from './entity.ts';

// Row types and conversions that follow from the declaration of an entity (entity.ts).

/** `outzone_at` as `outzoneAt`. */
type CamelCase<Column extends string> = Column extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Column;

type Frozen<Value> = Value extends Date | string | number | null ? Value : Readonly<Value>;

/** The part of a row that operations change, by the names of its fields. */
export type DraftOf<E extends Entity, Column extends string = string> = {
  readonly [C in ColumnWith<E, 'draft'> & Column as CamelCase<C>]: Frozen<RowOf<E>[C]>;
};

/** An object whose parts are several columns, by the names of its parts. */
export type ObjectOf<E extends Entity, Name extends string> = {
  readonly [C in keyof E['fields'] & string as C extends `${Name}_${infer Part}`
    ? CamelCase<Part>
    : never]: RowOf<E>[C];
};
type ObjectColumn<E extends Entity, Name extends string> = keyof E['fields'] & `${Name}_${string}`;

/** The declarations of an object's parts. */
export const partsOf = ({ declared }: Entity, object: string): Declared[] =>
  declared.filter((field) => field.object === object);

/** The object in a row; null if all of its parts are null. */
export function objectIn<E extends Entity, Name extends string>(
  entity: E,
  name: Name,
  row: Pick<RowOf<E>, ObjectColumn<E, Name>>,
): ObjectOf<E, Name> | null {
  const parts = partsOf(entity, name).map(({ part, column }) => [part, (row as Values)[column] ?? null]);
  return parts.some(([, value]) => value !== null) ? (Object.fromEntries(parts) as ObjectOf<E, Name>) : null;
}

/** The columns of an object; all null for null. */
export const columnsOfObject = <E extends Entity, Name extends string>(
  entity: E,
  name: Name,
  object: Partial<ObjectOf<E, Name>> | null,
) =>
  Object.fromEntries(
    partsOf(entity, name).map(({ part, column }) => [
      column,
      (object as Values | null)?.[part ?? ''] ?? null,
    ]),
  ) as Pick<RowOf<E>, ObjectColumn<E, Name>>;

type Values = Readonly<Record<string, unknown>>;

/** The draft of a row, or of a part of one. */
export const draftOf = <E extends Entity, Row extends object>(
  { declared }: E,
  row: Row,
): DraftOf<E, keyof Row & string> =>
  Object.fromEntries(
    declared
      .filter(({ column, isDraft }) => isDraft && column in row)
      .map(({ column, name }) => [name, (row as Values)[column]]),
  ) as DraftOf<E, keyof Row & string>;

/** Values of an input as they are stored, by column and by name: blank text removes a value. */
export function storedValues({ declared }: Entity, given: Values): { columns: Values; values: Values } {
  const stored = declared
    .filter(({ name }) => name in given)
    .map(({ column, name, isNullable }) => {
      const value = isNullable && given[name] === '' ? null : given[name];
      return { column: [column, value], field: [name, value] };
    });
  return {
    columns: Object.fromEntries(stored.map(({ column }) => column)),
    values: Object.fromEntries(stored.map(({ field }) => field)),
  };
}

/** A draft without the known fields; all others are null or empty. */
export const emptyDraft = <E extends Entity, Known extends keyof DraftOf<E> & string>(
  { declared }: E,
  ...known: Known[]
): Omit<DraftOf<E>, Known> =>
  Object.fromEntries(
    declared
      .filter(({ isDraft, name }) => isDraft && !(known as string[]).includes(name))
      .map((field) => [field.name, unknownValue(field)]),
  ) as Omit<DraftOf<E>, Known>;

/** The columns of a draft. */
export const columnsOfDraft = <E extends Entity>({ declared }: E, draft: DraftOf<E>) =>
  Object.fromEntries(
    declared.filter(({ isDraft }) => isDraft).map(({ column, name }) => [column, (draft as Values)[name]]),
  ) as Pick<RowOf<E>, ColumnWith<E, 'draft'>>;

/** The draft values of the fields that a transfer clears: null or empty. */
export const clearedByTransfer = <E extends Entity>({ declared }: E): Partial<DraftOf<E>> =>
  Object.fromEntries(
    declared
      .filter(({ settable }) => settable?.transfer === 'cleared')
      .map((field) => [field.name, unknownValue(field)]),
  ) as Partial<DraftOf<E>>;

/**
 * A row as a caller may see it: hidden fields are null, or missing if the column is not nullable. A row that the
 * caller may see whole is returned unchanged.
 */
export function seenPart({ declared }: Entity) {
  const rules = new Map<Visibility['rule'], Declared[]>();
  for (const field of declared)
    if (field.visible) rules.set(field.visible.rule, [...(rules.get(field.visible.rule) ?? []), field]);
  return <Row extends object>(row: Row, actor: Actor): Row => {
    let seen = row;
    for (const [rule, fields] of rules)
      if (!rule(row as never, actor))
        seen = {
          ...seen,
          ...Object.fromEntries(
            fields.map(({ column, isNullable }) => [column, isNullable ? null : undefined]),
          ),
        };
    return seen;
  };
}

/** A row of which nothing is known: null or empty. */
export const unknownRow = <E extends Entity>({ declared }: E): RowOf<E> =>
  Object.fromEntries(declared.map((field) => [field.column, unknownValue(field)])) as RowOf<E>;

/** The value of a column of which nothing is known: null, or empty if it is not nullable. */
export const unknownValue = ({ isNullable, sql }: Declared): unknown => (isNullable ? null : empty[sql]);

const empty: Readonly<Record<SqlType, unknown>> = {
  integer: 0,
  bigint: 0,
  numeric: '0.00',
  uuid: '',
  text: '',
  boolean: false,
  timestamptz: new Date(0),
  date: '1970-01-01',
  'text[]': [],
  jsonb: {},
};

/** The names of fields with personal data; the access log records operators who read them. */
export const personalFields = ({ declared }: Entity): string[] =>
  declared.filter(({ isPersonal }) => isPersonal).map(({ name, object }) => object ?? name);

/**
 * The personal fields that are more restricted than their object; a contact's name is not, because every domain shows
 * it.
 */
export const concealedFields = ({ declared }: Entity): string[] =>
  declared
    .filter(({ isPersonal, shown, visible }) => isPersonal && (!shown || visible))
    .map(({ name, object }) => object ?? name);

/** The fields of the table of versions, for lists of the past. */
export const versionsOf = ({ declared }: Entity, table: string): Entity => ({
  table,
  fields: {},
  declared: declared.filter(({ isVersioned }) => isVersioned),
});
