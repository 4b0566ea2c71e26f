import {
  type DocumentNode,
  type FieldNode,
  type GraphQLInputObjectType,
  getNamedType,
  getNullableType,
  Kind,
  type ObjectFieldNode,
  type ObjectValueNode,
  parseValue,
  print,
  type ValueNode,
  type VariableDefinitionNode,
  type VariableNode,
  valueFromASTUntyped,
  visit,
} from 'graphql';
import type { LocalDate } from '../../../base/calendar.ts';

/** The choices of the readers of a board. */
export interface Narrowing {
  readonly registrar?: string | undefined;
  readonly zone?: string | undefined;
  /** A time until now, such as P30D, and its first and last day. */
  readonly period?: { readonly span: string; readonly from: LocalDate; readonly to: LocalDate } | undefined;
}

export interface Asked {
  readonly document: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

export const value = (text: string): ValueNode => parseValue(text, { noLocation: true });
export const name = (text: string) => ({ kind: Kind.NAME, value: text }) as const;

/**
 * The variables of a question and their values. A list that needs another value gets a copy: others may use the same
 * variable.
 */
export class Variables {
  readonly #values: Record<string, unknown>;
  readonly #copies = new Map<string, VariableDefinitionNode>();
  readonly #required = new Set<string>();
  readonly #definitions: ReadonlyMap<string, VariableDefinitionNode>;

  constructor(document: DocumentNode, values: Readonly<Record<string, unknown>>) {
    const all = document.definitions.flatMap((one) =>
      one.kind === Kind.OPERATION_DEFINITION ? (one.variableDefinitions ?? []) : [],
    );
    this.#definitions = new Map(all.map((one) => [one.variable.name.value, one]));
    this.#values = { ...values };
    for (const [key, { defaultValue }] of this.#definitions)
      if (defaultValue && this.#values[key] === undefined)
        this.#values[key] = valueFromASTUntyped(defaultValue);
  }

  valueOf({ name: { value: key } }: VariableNode): unknown {
    return this.#values[key];
  }

  /** A variable inside a list of conditions must have a value. */
  require({ name: { value: key } }: VariableNode): void {
    this.#required.add(key);
  }

  copy(of: VariableNode, copied: unknown): VariableNode {
    const definition = this.#definitions.get(of.name.value) ?? this.#copies.get(of.name.value);
    if (!definition) return of;
    const key = `${of.name.value}_narrowed${this.#copies.size + 1}`;
    const variable: VariableNode = { kind: Kind.VARIABLE, name: name(key) };
    this.#copies.set(key, { kind: Kind.VARIABLE_DEFINITION, variable, type: definition.type });
    this.#values[key] = copied;
    return variable;
  }

  /** The document with what it uses declared, and their values. */
  declaredIn(document: DocumentNode): Asked {
    const used = new Set<string>();
    visit(document, {
      VariableDefinition: () => false,
      Variable: ({ name: { value: key } }) => void used.add(key),
    });
    const declared = visit(document, {
      OperationDefinition: (operation) => ({
        ...operation,
        variableDefinitions: [...(operation.variableDefinitions ?? []), ...this.#copies.values()]
          .filter(({ variable }) => used.has(variable.name.value))
          .map((one) => this.#asRequired(one)),
      }),
    });
    const values = Object.fromEntries(Object.entries(this.#values).filter(([key]) => used.has(key)));
    return { document: print(declared), variables: values };
  }

  #asRequired(definition: VariableDefinitionNode): VariableDefinitionNode {
    const { type, variable } = definition;
    return this.#required.has(variable.name.value) && type.kind !== Kind.NON_NULL_TYPE
      ? { ...definition, type: { kind: Kind.NON_NULL_TYPE, type } }
      : definition;
  }
}

/** The conditions of one list, as a literal or as a variable. */
export class Where {
  readonly #type: GraphQLInputObjectType;
  readonly #node: FieldNode;
  readonly #variables: Variables;
  readonly #added: ObjectFieldNode[] = [];
  #given: ValueNode | undefined;

  constructor(type: GraphQLInputObjectType, node: FieldNode, variables: Variables) {
    this.#type = type;
    this.#node = node;
    this.#variables = variables;
    this.#given = node.arguments?.find((one) => one.name.value === 'where')?.value;
  }

  /** False if the list has no such condition. */
  add(field: string, equals: string): boolean {
    if (this.#filterOf(field) !== 'StringFilter') return false;
    this.#put(field, `{ eq: ${JSON.stringify(equals)} }`);
    return true;
  }

  during({ span, from, to }: NonNullable<Narrowing['period']>): boolean {
    const field = this.#timeField();
    if (field === undefined) return false;
    this.#drop(field);
    const isDay = this.#filterOf(field) === 'DateFilter';
    this.#put(field, isDay ? `{ gte: "${from}", lte: "${to}" }` : `{ gte: "-${span}", lt: "PT0S" }`);
    return true;
  }

  /** Returns the condition with what was added; undefined if nothing was. */
  written(): ValueNode | undefined {
    if (this.#added.length === 0) return undefined;
    const added: ObjectValueNode = { kind: Kind.OBJECT, fields: this.#added };
    const given = this.#given;
    if (given?.kind === Kind.VARIABLE) {
      if ((this.#variables.valueOf(given) ?? undefined) === undefined) return added;
      this.#variables.require(given);
      return and(given, added);
    }
    if (given?.kind !== Kind.OBJECT || given.fields.length === 0) return added;
    const isGiven = ({ name: { value: one } }: ObjectFieldNode): boolean =>
      given.fields.some((field) => field.name.value === one);
    return this.#added.some(isGiven)
      ? and(given, added)
      : { ...given, fields: [...given.fields, ...this.#added] };
  }

  #filterOf(field: string): string | undefined {
    const type = this.#type.getFields()[field]?.type;
    return type && getNamedType(getNullableType(type)).name;
  }

  #isTime(field: string): boolean {
    return ['DateTimeFilter', 'DateFilter'].includes(this.#filterOf(field) ?? '');
  }

  #put(field: string, condition: string): void {
    this.#added.push({ kind: Kind.OBJECT_FIELD, name: name(field), value: value(condition) });
  }

  /** The time that the list is about: that of its own condition, that of its groups, or that of its events. */
  #timeField(): string | undefined {
    const own = this.#ownTimes().find((field) => this.#isTime(field));
    if (own !== undefined) return own;
    const grouped = this.#groupedBy().find((field) => this.#isTime(field));
    return grouped ?? (this.#isTime('at') ? 'at' : undefined);
  }

  /**
   * The fields of its own conditions, but for those that ask whether there is a value at all: a time does not say the
   * same.
   */
  #ownTimes(): readonly string[] {
    const given = this.#given;
    if (given?.kind === Kind.VARIABLE)
      return Object.entries(this.#variables.valueOf(given) ?? {}).flatMap(([field, condition]) =>
        isRange(condition) ? [field] : [],
      );
    if (given?.kind !== Kind.OBJECT) return [];
    return given.fields.flatMap(({ name: { value: field }, value: condition }) =>
      isRange(
        condition.kind === Kind.VARIABLE
          ? this.#variables.valueOf(condition)
          : valueFromASTUntyped(condition),
      )
        ? [field]
        : [],
    );
  }

  #groupedBy(): readonly string[] {
    const found: string[] = [];
    visit(this.#node, {
      ObjectValue: ({ fields }) => {
        const of = (key: string) => fields.find((field) => field.name.value === key)?.value;
        const field = of('field');
        if (field?.kind === Kind.ENUM && of('per'))
          found.push(field.value.toLowerCase().replaceAll(/_([a-z])/g, (_, letter) => letter.toUpperCase()));
      },
    });
    return found;
  }

  #drop(field: string): void {
    const given = this.#given;
    if (given?.kind === Kind.VARIABLE) {
      const { [field]: _, ...rest } = (this.#variables.valueOf(given) ?? {}) as Record<string, unknown>;
      this.#given = this.#variables.copy(given, rest);
    }
    if (given?.kind === Kind.OBJECT)
      this.#given = { ...given, fields: given.fields.filter((one) => one.name.value !== field) };
  }
}

/**
 * Tells whether a condition is a span of time. Nested variables in a literal are not known here, and count as one.
 */
const isRange = (condition: unknown): boolean =>
  typeof condition === 'object' &&
  condition !== null &&
  Object.keys(condition).length > 0 &&
  Object.keys(condition).every((key) => ['gt', 'gte', 'lt', 'lte'].includes(key));

const and = (...parts: readonly ValueNode[]): ObjectValueNode => ({
  kind: Kind.OBJECT,
  fields: [{ kind: Kind.OBJECT_FIELD, name: name('and'), value: { kind: Kind.LIST, values: [...parts] } }],
});
