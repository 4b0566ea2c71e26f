import type { Actor } from '../../base/actor.ts';
import type { LocalDate } from '../../base/calendar.ts';
import { concealInHistory } from '../../base/events.ts';
import type { Money } from '../../base/money.ts';
import { camelCase } from '../../base/text.ts';
import type { Measure, MeasureKind, Unit } from './measure.ts';

/** The SQL types of columns. */
export type SqlType =
  | 'integer'
  | 'bigint'
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
  /** History keeps it, and past rows have it. */
  | 'history'
  /** Operations change it through a draft. */
  | 'draft'
  /** Callers set it. */
  | 'settable';

/** The treatment of a value that callers set. */
interface Settable {
  /**
   * The effect of a transfer to another registrar. `kept`: the value stays, and a copy of a contact has it.
   * `cleared`: it becomes null, or empty if the column is not nullable. `renewed`: the transfer itself sets a new
   * value.
   */
  readonly transfer: 'kept' | 'cleared' | 'renewed';
}

/**
 * A rule of rules/visibility.ts that decides who sees a field, and a sentence about other callers for its
 * description.
 */
export interface Visibility<Row = never> {
  readonly rule: (row: Row, actor: Actor) => boolean;
  readonly otherwise?: string;
  /**
   * The rule for SQL: the column with the registrar that sees it, besides operators. Lists can filter, sort and group
   * by a hidden field only with an owner, and see null in rows of others, so that nobody can guess hidden values.
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
  readonly isWritten?: boolean;
  readonly isSecret?: boolean;
  readonly measure?: Measure;
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

/** A scalar of the graph other than the default one of the SQL type. */
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

  /** The name in the graph, filters and documents; by default the column in camel case. */
  named(name: string): Field<Value, Traits> {
    return this.#with({ name });
  }

  /** A part of an object, whose name is the prefix of the column: `address_city` is `city` of `address`. */
  partOf(object: string): Field<Value, Traits> {
    return this.#with({ object });
  }

  /** A plain field of the graph, with its description. */
  shown(description: string, scalar?: Scalar): Field<Value, Traits> {
    return this.#with({ shown: { description, scalar } });
  }

  /** Other callers see null, also in filters, orders and groups. */
  visible(visible: Visibility): Field<Value, Traits> {
    return this.#with({ visible });
  }

  /** A condition of `where`; `words` lists all possible values. */
  filter(description: string, words?: readonly string[]): Field<Value, Traits> {
    return this.#with({ filter: { description, words } });
  }

  /** Lists can filter or sort by it (for REST, or for a rule about owners), but not in the graph. */
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

  /** Personal data: the access log records every operator who reads it. */
  personal(): Field<Value, Traits> {
    return this.#with({ isPersonal: true });
  }

  /** People write it as they like: agents get it fenced, as data (docs/rules/access.md#agents). */
  written(): Field<Value, Traits> {
    return this.#with({ isWritten: true });
  }

  /** Declares what the number says (measure.ts). */
  measure(kind: MeasureKind, unit?: Unit): Field<Value, Traits> {
    return this.#with({ measure: { kind, unit } });
  }

  /** A secret, or what one could be found from: kept in no other place, and shown in no document about a person. */
  secret(): Field<Value, Traits> {
    return this.#with({ isSecret: true });
  }

  /**
   * A copy of the row for another registrar has it. `compared`: rows with different values are not copies of each
   * other.
   */
  copied(how: 'compared' | 'ignored'): Field<Value, Traits> {
    return this.#with({ copied: how });
  }

  /**
   * Callers set it, with the operations that create and change the object; operations change it through a draft. The
   * declaration must say what a transfer does to it.
   */
  settable(how: Settable): Field<Value, Traits | 'draft' | 'settable'> {
    return this.#with({
      settable: how,
      isDraft: true,
      ...(how.transfer === 'kept' && { copied: this.facts.copied ?? 'compared' }),
    });
  }

  /**
   * The maximum number of characters that callers may give. Inputs and documents follow it; the column has the same
   * limit as a check constraint, unless another registry may report more.
   */
  atMost(most: NonNullable<Value> extends string ? number : 'Only text has a length'): Field<Value, Traits> {
    return this.#with({ most: most as number });
  }

  /** Operations change it through a draft. */
  draft(): Field<Value, Traits | 'draft'> {
    return this.#with({ isDraft: true });
  }

  /**
   * History documents have it, at a path such as `ident.code`, or under its own name; with `ifAny` only if it is not
   * null. In entries from before the field was declared it is null, or empty if the column is not nullable.
   */
  history(path?: string, { ifAny = false } = {}): Field<Value, Traits | 'history'> {
    return this.#with({ history: { path, isRead: true, ifAny } });
  }

  /**
   * The table of versions has it (store/tables/version-schema.ts): lists of the past can filter, sort and group by
   * it.
   */
  versioned(): Field<Value, Traits> {
    return this.#with({ isVersioned: true });
  }

  /** History records that it changed, but never its value: no document of any object has one under this name. */
  historySecret(): Field<Value, Traits> {
    return this.secret().#with({ history: { isRead: false, ifAny: false } });
  }
}

/** The primary key, which the database assigns. */
export const identity = () => reference().generated();
/** The id of another row. */
export const reference = () => new Field<number>({ sql: 'bigint' }).measure('KEY');
/** Give `Values` if only some numbers are possible. */
export const integer = <Values extends number = number>() => new Field<Values>({ sql: 'integer' });
export const uuid = () => new Field<string, 'default'>({ sql: 'uuid' });
/** An amount in euros with two decimals, unless another type of text is declared. */
export const decimal = <Values extends string = Money>() => new Field<Values>({ sql: 'numeric' });
export const boolean = () => new Field<boolean>({ sql: 'boolean' });
/** Give `Values` if only some texts are possible. */
export const text = <Values extends string = string>() => new Field<Values>({ sql: 'text' });
export const moment = () => new Field<Date>({ sql: 'timestamptz' });
export const day = () => new Field<LocalDate>({ sql: 'date' });
export const list = <Values extends string = string>() => new Field<Values[]>({ sql: 'text[]' });
export const json = <Document extends object>() => new Field<Document, 'json'>({ sql: 'jsonb' });

const secrets = new Set<string>();

/**
 * Names of columns that hold secrets, or what a secret could be found from, in whatever table: `.secret()` and
 * `declareSecrets`.
 */
export const secretColumns: ReadonlySet<string> = secrets;

/** Declares the columns with secrets of tables that are not entities. */
export function declareSecrets(...columns: readonly string[]): void {
  for (const column of columns) secrets.add(column);
}

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
  declareSecrets(...declared.flatMap(({ column, isSecret }) => (isSecret ? [column] : [])));
  for (const { name, object, history } of declared)
    if (history && !history.isRead) {
      if (object)
        throw new TypeError(`${table}: ${name} is part of ${object}, and history conceals whole fields`);
      concealInHistory(name);
    }
  return { table, fields, declared };
}

/** The maximum length of a field, for the OpenAPI document of a request. */
export function maxLength<E extends Entity>(
  { fields, table }: E,
  column: keyof E['fields'] & string,
): { readonly maxLength: number } {
  const most = fields[column]?.facts.most;
  if (most === undefined) throw new TypeError(`${table}.${column} has no limit: declare one with .atMost()`);
  return { maxLength: most };
}

/** Tells whether lists filter, sort or group by the field. */
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
