import {
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** What is left of a document without the fields and types that a schema does not have; where nothing is, the least. */
export function knownPart(text: string, schema: GraphQLSchema): string {
  const left = print(withoutUnusedFragments(withoutUnknown(parse(text), schema)));
  if (left === '') return '{ __typename }';
  return left === text ? left : knownPart(left, schema);
}

function withoutUnknown(document: DocumentNode, schema: GraphQLSchema): DocumentNode {
  const types = new TypeInfo(schema);
  const fragments = new Set(
    document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [one.name.value] : [])),
  );
  return visit(
    document,
    visitWithTypeInfo(types, {
      Field: {
        enter: () => (types.getFieldDef() ? undefined : null),
        leave: ({ selectionSet }) => (selectionSet?.selections.length === 0 ? null : undefined),
      },
      InlineFragment: {
        enter: ({ typeCondition }) => (schema.getType(typeCondition?.name.value ?? '') ? undefined : null),
        leave: ({ selectionSet }) => (selectionSet.selections.length === 0 ? null : undefined),
      },
      FragmentSpread: ({ name }) => (fragments.has(name.value) ? undefined : null),
      FragmentDefinition: {
        enter: ({ typeCondition }) => (schema.getType(typeCondition.name.value) ? undefined : null),
        leave: ({ selectionSet }) => (selectionSet.selections.length === 0 ? null : undefined),
      },
    }),
  );
}

function withoutUnusedFragments(document: DocumentNode): DocumentNode {
  const used = new Set<string>();
  visit(document, {
    FragmentSpread: ({ name }) => {
      used.add(name.value);
    },
  });
  return {
    ...document,
    definitions: document.definitions.filter(
      (one) => one.kind !== Kind.FRAGMENT_DEFINITION || used.has(one.name.value),
    ),
  };
}
