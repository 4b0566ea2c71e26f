import { collectFields, collectSubFields } from '@graphql-tools/utils';
import {
  type ExecutionArgs,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  TypeNameMetaFieldDef,
} from 'graphql';

/** A field that is selected, wherever the document writes it; the way down to it begins at the root. */
export interface Step {
  readonly key: string;
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
  readonly field: GraphQLField<unknown, unknown>;
  readonly parent: GraphQLObjectType;
  /** True if the parent is only one of the types that may stand there. */
  readonly isNarrowed: boolean;
}

/** A cell of a row: where it stands in it. */
export interface Column {
  readonly name: string;
  readonly path: readonly string[];
  /** The scalar of the cell; undefined where it holds a list. */
  readonly scalar?: string | undefined;
}

const scalarOf = ({ field }: Step): string | undefined =>
  isList(field) ? undefined : getNamedType(field.type).name;

export const isConnection = ({ name }: GraphQLNamedType): boolean => name.endsWith('Connection');

const isList = ({ type }: GraphQLField<unknown, unknown>): boolean => isListType(getNullableType(type));

/** The selection of a document with these variables, fragments and conditions resolved. */
export class Selected {
  readonly fragments: Record<string, FragmentDefinitionNode>;
  readonly #schema: GraphQLSchema;
  readonly #variables: Record<string, unknown>;

  constructor({ schema, document }: ExecutionArgs, variables: Record<string, unknown>) {
    this.#schema = schema;
    this.#variables = variables;
    this.fragments = Object.fromEntries(
      document.definitions
        .filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION)
        .map((fragment) => [fragment.name.value, fragment]),
    );
  }

  /** The paths to the lists of an answer, without those inside lists. */
  *listsOf({ selectionSet }: OperationDefinitionNode): Generator<readonly Step[]> {
    const root = this.#schema.getQueryType();
    if (!root) return;
    const { fields } = collectFields(this.#schema, this.fragments, this.#variables, root, selectionSet);
    yield* this.#lists(this.#steps(root, fields, false), []);
  }

  *#lists(steps: Iterable<Step>, above: readonly Step[]): Generator<readonly Step[]> {
    for (const step of steps) {
      const way = [...above, step];
      if (isList(step.field)) yield way;
      else yield* this.#lists(this.below(step), way);
    }
  }

  /** The fields below a field. */
  *below({ field, nodes }: Pick<Step, 'field' | 'nodes'>): Generator<Step> {
    const named = getNamedType(field.type);
    for (const type of this.#possible(named)) {
      const { fields } = collectSubFields(this.#schema, this.fragments, this.#variables, type, [...nodes]);
      yield* this.#steps(type, fields, type !== named);
    }
  }

  *#steps(
    parent: GraphQLObjectType,
    fields: ReadonlyMap<string, readonly FieldNode[]>,
    isNarrowed: boolean,
  ): Generator<Step> {
    for (const [key, nodes] of fields) {
      const name = nodes[0]?.name.value ?? '';
      const field = name === '__typename' ? TypeNameMetaFieldDef : parent.getFields()[name];
      // Introspection has no rows.
      if (field) yield { key, nodes: nodes as Step['nodes'], field, parent, isNarrowed };
    }
  }

  #possible(type: GraphQLNamedType): readonly GraphQLObjectType[] {
    if (isObjectType(type)) return [type];
    return isAbstractType(type) ? this.#schema.getPossibleTypes(type) : [];
  }

  /** Nested objects have columns of their own, a list is one. */
  columnsBelow(step: Step): Column[] {
    const columns = new Map([...this.#columns(step, [])].map((column) => [column.name, column]));
    return columns.size > 0 ? [...columns.values()] : [{ name: step.key, path: [], scalar: undefined }];
  }

  *#columns(step: Step, above: readonly string[]): Generator<Column> {
    for (const one of this.below(step)) {
      const path = [...above, one.key];
      const inner = isList(one.field) ? [] : [...this.#columns(one, path)];
      if (inner.length > 0) yield* inner;
      else yield { name: path.join('.'), path, scalar: scalarOf(one) };
    }
  }

  /** The cells of an answer without a list. */
  cellsOf({ selectionSet }: OperationDefinitionNode): Column[] {
    const root = this.#schema.getQueryType();
    if (!root) return [];
    const { fields } = collectFields(this.#schema, this.fragments, this.#variables, root, selectionSet);
    return [...this.#steps(root, fields, false)].flatMap((step) => {
      const inner = [...this.#columns(step, [step.key])];
      return inner.length > 0 ? inner : { name: step.key, path: [step.key], scalar: scalarOf(step) };
    });
  }

  /** Tells whether each row has pages of its own. */
  hasPagesBelow(step: Step): boolean {
    return [...this.below(step)].some(
      (one) => isConnection(getNamedType(one.field.type)) || this.hasPagesBelow(one),
    );
  }
}
