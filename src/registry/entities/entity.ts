import type { Actor } from '../../core/actor.ts';
import type { LocalDate } from '../../core/calendar.ts';
import { concealInHistory } from '../../core/events.ts';
import type { Money } from '../../core/money.ts';
import { camelCase } from '../../core/text.ts';

/** The SQL types of columns. */
export type SqlType =
  | 'integer'
  | 'numeric'
  | 'uuid'
  | 'text'
  | 'boolean'
  | 'timestamptz'
  | 'date'
  | 'text[]'
  | 'jsonb';

/** Facts about a field that types depend on. */
type Trait =
  /** Only the database writes it. */
  | 'generated'
  /** The database has a default for it. */
  | 'default'
  /** Written as JSON text. */
  | 'json'
  /** History keeps it, and a row of the past has it. */
  | 'history'
  /** A registry upstream reports it. */
  | 'mirrored'
  /** Operations change it through a draft. */
  | 'draft'
  /** Callers set it. */
  | 'settable';

/** What becomes of a value that callers set, where the caller's registrar or the registry is another. */
interface Settable {
  /**
   * When another registrar takes the object over. `kept`: it stays, and a copy of a contact has it. `cleared`: it is null
   * again, or empty where the column has no null. `renewed`: the transfer itself gives it a new value.
   */
  readonly transfer: 'kept' | 'cleared' | 'renewed';
  /**
   * In front of another registry. `mirrored`: the registry has it too; it is sent there and read back. `sent`: likewise,
   * but code of its own reads it back. `refused`: the registry does not have it, so the graph of a facade does not have it
   * either, and REST refuses it.
   */
  readonly facade: 'mirrored' | 'sent' | 'refused';
}

/** A rule of rules/visibility.ts that decides who sees a field, and the sentence for its description about other callers. */
export interface Visibility<Row = never> {
  readonly rule: (row: Row, actor: Actor) => boolean;
  readonly otherwise?: string;
  /**
   * The rule for SQL: the column with the registrar that sees it, besides operators. Lists filter, sort and group by
   * such fields only, and by null in rows of others: nobody guesses what it is not shown.
   */
  readonly owner?: string;
}

interface Facts {
  readonly sql: SqlType;
  readonly isNullable?: boolean;
  readonly name?: string;
  readonly object?: string;
  readonly shown?: { readonly description: string; readonly scalar?: Scalar | undefined };
  readonly visible?: Visibility;
  readonly filter?: { readonly description: string; readonly words?: readonly string[] | undefined };
  readonly order?: string;
  readonly groups?: string;
  readonly isPersonal?: boolean;
  readonly isMirrored?: boolean;
  readonly isDraft?: boolean;
  readonly isVersioned?: boolean;
  readonly isGenerated?: boolean;
  readonly isListed?: boolean;
  readonly copied?: 'compared' | 'ignored';
  readonly settable?: Settable;
  readonly most?: number;
  readonly history?: {
    readonly path?: string | undefined;
    readonly isRead: boolean;
    readonly ifAny: boolean;
  };
}

/** A scalar of the graph that is not the usual one of the SQL type. */
type Scalar = 'Secret' | 'DomainName' | 'CountryCode';

/** Makes the compiler reject a type without an order, with a readable message. */
type Orderable<Value> = Value extends readonly unknown[] | Readonly<Record<string, unknown>>
  ? Value extends Date
    ? string
    : 'A list or a JSON document has no order'
  : string;

/** A column with all facts about it. Each method returns a new field with one more fact. */
class Field<Value, Traits extends Trait = never> {
  /** The type of its values; no such property exists. */
  declare readonly value: Value;
  /** Its facts for the compiler; no such property exists. */
  declare readonly traits: Traits;
  readonly facts: Facts;

  constructor(facts: Facts) {
    this.facts = facts;
  }

  #with<V = Value, T extends Trait = Traits>(facts: Partial<Facts>): Field<V, T> {
    return new Field({ ...this.facts, ...facts });
  }

  nullable(): Field<Value | null, Traits> {
    return this.#with({ isNullable: true });
  }

  /** The database has a default for it, so new rows may leave it out. */
  defaulted(): Field<Value, Traits | 'default'> {
    return this.#with({});
  }

  /** Only the database writes it. */
  generated(): Field<Value, Traits | 'generated'> {
    return this.#with({ isGenerated: true });
  }

  /** The name in the graph, filters and documents; if left out, the column in camel case. */
  named(name: string): Field<Value, Traits> {
    return this.#with({ name });
  }

  /** A part of an object, whose name its column begins with: `address_city` is `city` of `address`. */
  partOf(object: string): Field<Value, Traits> {
    return this.#with({ object });
  }

  /** A plain field of the graph, with its description. */
  shown(description: string, scalar?: Scalar): Field<Value, Traits> {
    return this.#with({ shown: { description, scalar } });
  }

  /** Everybody else is shown null, and filters, sorts and groups by null. */
  visible(visible: Visibility): Field<Value, Traits> {
    return this.#with({ visible });
  }

  /** A condition of `where`; `words` lists all possible values. */
  filter(description: string, words?: readonly string[]): Field<Value, Traits> {
    return this.#with({ filter: { description, words } });
  }

  /** Lists can filter or sort by it (for REST, or for a rule about owners); the graph does not offer that. */
  listed(): Field<Value, Traits> {
    return this.#with({ isListed: true });
  }

  /** A choice of `orderBy`. */
  order(description: Orderable<NonNullable<Value>>): Field<Value, Traits> {
    return this.#with({ order: description });
  }

  /** A choice of `groups(by:)`. */
  groups(description: Orderable<NonNullable<Value>>): Field<Value, Traits> {
    return this.#with({ groups: description });
  }

  /** Personal data: the access log notes every operator who reads it. */
  personal(): Field<Value, Traits> {
    return this.#with({ isPersonal: true });
  }

  /** A registry upstream reports it, and the mirror keeps it. */
  mirrored(): Field<Value, Traits | 'mirrored'> {
    return this.#with({ isMirrored: true });
  }

  /** A copy of the row for another registrar has it. `compared`: rows with different values are no copies of each other. */
  copied(how: 'compared' | 'ignored'): Field<Value, Traits> {
    return this.#with({ copied: how });
  }

  /**
   * Callers set it, with the operations that create and change the object; operations change it through a draft. What a
   * transfer and a facade do to it has to be said.
   */
  settable<const How extends Settable>(
    how: How,
  ): Field<Value, Traits | 'draft' | 'settable' | (How['facade'] extends 'mirrored' ? 'mirrored' : never)> {
    const { transfer, facade } = how;
    return this.#with({
      settable: how,
      isDraft: true,
      ...(facade === 'mirrored' && { isMirrored: true }),
      ...(transfer === 'kept' && { copied: this.facts.copied ?? 'compared' }),
    });
  }

  /**
   * The most characters that callers may give. Inputs and documents follow; the column has the same limit as a check
   * constraint, unless a registry upstream may report more.
   */
  atMost(most: NonNullable<Value> extends string ? number : 'Only text has a length'): Field<Value, Traits> {
    return this.#with({ most: most as number });
  }

  /** Operations change it through a draft. */
  draft(): Field<Value, Traits | 'draft'> {
    return this.#with({ isDraft: true });
  }

  /**
   * History documents have it, at this path: `ident.code`, or under its own name; `ifAny`: unless it is null. In entries
   * from before the field was declared it is null, or empty where the column has no null.
   */
  history(path?: string, { ifAny = false } = {}): Field<Value, Traits | 'history'> {
    return this.#with({ history: { path, isRead: true, ifAny } });
  }

  /** The table of versions has it (store/tables/version-schema.ts): lists of the past can filter, sort and group by it. */
  versioned(): Field<Value, Traits> {
    return this.#with({ isVersioned: true });
  }

  /** History records that it changed, but never its value: no document of any object has one under this name. */
  historySecret(): Field<Value, Traits> {
    return this.#with({ history: { isRead: false, ifAny: false } });
  }
}

/** The primary key, which the database assigns. */
export const identity = () => new Field<number>({ sql: 'integer' }).generated();
/** `Values`, if only some numbers are possible. */
export const integer = <Values extends number = number>() => new Field<Values>({ sql: 'integer' });
export const uuid = () => new Field<string, 'default'>({ sql: 'uuid' });
/** An amount in euros with two decimals, unless another type of text is declared. */
export const decimal = <Values extends string = Money>() => new Field<Values>({ sql: 'numeric' });
export const boolean = () => new Field<boolean>({ sql: 'boolean' });
/** `Values`, if only some texts are possible. */
export const text = <Values extends string = string>() => new Field<Values>({ sql: 'text' });
export const moment = () => new Field<Date>({ sql: 'timestamptz' });
export const day = () => new Field<LocalDate>({ sql: 'date' });
export const list = <Values extends string = string>() => new Field<Values[]>({ sql: 'text[]' });
export const json = <Document extends object>() => new Field<Document, 'json'>({ sql: 'jsonb' });

type AnyField = Field<unknown, Trait>;
export type Fields = Readonly<Record<string, AnyField>>;

/** A field's facts, with its column and its name. */
export interface Declared extends Facts {
  readonly column: string;
  readonly name: string;
  /** The name within its object. */
  readonly part?: string;
}

/** A table with its fields, by column. */
export interface Entity<F extends Fields = Fields> {
  readonly table: string;
  readonly fields: F;
  readonly declared: readonly Declared[];
}

export function entity<F extends Fields>(table: string, fields: F): Entity<F> {
  const declared = Object.entries(fields).map(([column, { facts }]) => ({
    ...facts,
    column,
    name: facts.name ?? camelCase(column),
    ...(facts.object && { part: camelCase(column.slice(facts.object.length + 1)) }),
  }));
  const twice = declared.find(({ name }, index) => declared.findIndex((one) => one.name === name) < index);
  if (twice) throw new TypeError(`${table}: two fields are called ${twice.name}`);
  const guessed = declared.find((field) => isListedBy(field) && field.visible && !field.visible.owner);
  if (guessed)
    throw new TypeError(
      `${table}: lists cannot filter, sort or group by ${guessed.name}, because it is hidden by a rule without owner`,
    );
  const doubtful = declared.find(({ isMirrored, settable }) => isMirrored && settable?.facade === 'refused');
  if (doubtful)
    throw new TypeError(`${table}: a facade refuses ${doubtful.name}, so no registry upstream reports it`);
  for (const { name, object, history } of declared)
    if (history && !history.isRead) {
      if (object)
        throw new TypeError(`${table}: ${name} is part of ${object}, and history conceals whole fields`);
      concealInHistory(name);
    }
  return { table, fields, declared };
}

/** The most characters of a field, for the document of a request. */
export function maxLength<E extends Entity>(
  { fields, table }: E,
  column: keyof E['fields'] & string,
): { readonly maxLength: number } {
  const most = fields[column]?.facts.most;
  if (most === undefined) throw new TypeError(`${table}.${column} has no limit: declare one with .atMost()`);
  return { maxLength: most };
}

/** Whether lists filter, sort or group by it. */
export const isListedBy = ({ filter, order, groups, isListed }: Facts): boolean =>
  Boolean(filter ?? order ?? groups ?? isListed);

/** A row as it is read. */
export type RowOf<E extends Entity> = {
  [Column in keyof E['fields'] & string]: E['fields'][Column]['value'];
};

/** The columns that have a trait. */
export type ColumnWith<E extends Entity, T extends Trait> = {
  [Column in keyof E['fields'] & string]: T extends E['fields'][Column]['traits'] ? Column : never;
}[keyof E['fields'] & string];

/** The part of a row that a registry upstream reports. */
export type MirroredOf<E extends Entity> = Pick<RowOf<E>, ColumnWith<E, 'mirrored'>>;

/** `outzone_at` as `outzoneAt`. */
type CamelCase<Column extends string> = Column extends `${infer Word}_${infer Rest}`
  ? `${Word}${Capitalize<CamelCase<Rest>>}`
  : Column;

type Frozen<Value> = Value extends Date | string | number | null ? Value : Readonly<Value>;

/** The part of a row that operations change, by the names of its fields. */
export type DraftOf<E extends Entity, Column extends string = string> = {
  readonly [C in ColumnWith<E, 'draft'> & Column as CamelCase<C>]: Frozen<RowOf<E>[C]>;
};

/** An object that several columns make up, by the names of its parts. */
export type ObjectOf<E extends Entity, Name extends string> = {
  readonly [C in keyof E['fields'] & string as C extends `${Name}_${infer Part}`
    ? CamelCase<Part>
    : never]: RowOf<E>[C];
};
type ObjectColumn<E extends Entity, Name extends string> = keyof E['fields'] & `${Name}_${string}`;

/** The declarations of its parts. */
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

/** The names of the fields that a registry behind a facade does not have. */
export const refusedInFacade = ({ declared }: Entity): string[] =>
  declared.filter(({ settable }) => settable?.facade === 'refused').map(({ name }) => name);

/** A draft of which nothing is known but these: all others are null or empty. */
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

/** The values of a draft, by the names of its fields, that a transfer takes away: null or empty. */
export const clearedByTransfer = <E extends Entity>({ declared }: E): Partial<DraftOf<E>> =>
  Object.fromEntries(
    declared
      .filter(({ settable }) => settable?.transfer === 'cleared')
      .map((field) => [field.name, unknownValue(field)]),
  ) as Partial<DraftOf<E>>;

/**
 * A row as a caller may see it: what is hidden from it is null, or missing where the column has no null. A row that it may
 * see whole is returned as it is.
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

/** The part of a row, or of an object with more, that a registry upstream reports. */
export const mirroredIn = <E extends Entity>({ declared }: E, row: MirroredOf<E>): MirroredOf<E> =>
  Object.fromEntries(
    declared.filter(({ isMirrored }) => isMirrored).map(({ column }) => [column, (row as Values)[column]]),
  ) as MirroredOf<E>;

/** The values of mirrored fields for a row of which nothing is known: null or empty. */
export const unknownValues = <E extends Entity>({ declared }: E): MirroredOf<E> =>
  Object.fromEntries(
    declared.filter(({ isMirrored }) => isMirrored).map((field) => [field.column, unknownValue(field)]),
  ) as MirroredOf<E>;

/** The value of a column of which nothing is known: null, or empty where it has no null. */
export const unknownValue = ({ isNullable, sql }: Facts): unknown => (isNullable ? null : empty[sql]);

const empty: Readonly<Record<SqlType, unknown>> = {
  integer: 0,
  numeric: '0.00',
  uuid: '',
  text: '',
  boolean: false,
  timestamptz: new Date(0),
  date: '1970-01-01',
  'text[]': [],
  jsonb: {},
};

/** The names of fields with personal data, whose reads by operators the access log notes. */
export const personalFields = ({ declared }: Entity): string[] =>
  declared.filter(({ isPersonal }) => isPersonal).map(({ name, object }) => object ?? name);

/** The personal fields that are restricted further than the object; the name of a contact is none, as every domain shows it. */
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
