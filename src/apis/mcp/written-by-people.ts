import {
  type GraphQLSchema,
  getNamedType,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** Texts that the registry generates; every other String may be user input, including contact codes. */
const ourOwn: ReadonlySet<string> = new Set([
  'currency',
  'endCursor',
  'kind',
  'zone',
  'outcome',
  'explanation',
]);
const ourCodes: ReadonlySet<string> = new Set(['Registrar', 'UserError']);

/** The fields of a document's answer with user input or secrets, as paths of names without indexes. */
export interface SensitivePaths {
  readonly written: ReadonlySet<string>;
  readonly secret: ReadonlySet<string>;
}

export function sensitivePathsOf(operation: OperationDefinitionNode, schema: GraphQLSchema): SensitivePaths {
  const info = new TypeInfo(schema);
  const path: string[] = [];
  const written = new Set<string>();
  const secret = new Set<string>();
  visit(
    operation,
    visitWithTypeInfo(info, {
      Field: {
        enter: ({ name, alias }) => {
          path.push((alias ?? name).value);
          const type = getNamedType(info.getType());
          const isOurs =
            ourOwn.has(name.value) ||
            (name.value === 'code' && ourCodes.has(info.getParentType()?.name ?? ''));
          if ((type?.name === 'String' && !isOurs) || type?.name === 'JSON') written.add(path.join('.'));
          if (type?.name === 'Secret') secret.add(path.join('.'));
        },
        leave: () => void path.pop(),
      },
    }),
  );
  return { written, secret };
}

interface MarkedResult {
  readonly data: unknown;
  /** The paths of user input: `domains.nodes.0.registrant.name`. */
  readonly paths: readonly string[];
}

/** A copy of the answer without secrets, and the paths of user input in it. */
export function readMarked(data: unknown, { written, secret }: SensitivePaths): MarkedResult {
  const paths: string[] = [];
  const copy = (value: unknown, at: readonly string[], names: string): unknown => {
    if (secret.has(names)) return null;
    if (Array.isArray(value)) return value.map((one, index) => copy(one, [...at, String(index)], names));
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => {
          // The parts of a JSON value are treated like the value itself.
          const inner = written.has(names) ? names : names === '' ? name : `${names}.${name}`;
          return [name, copy(one, [...at, name], inner)];
        }),
      );
    if (typeof value === 'string' && written.has(names)) paths.push(at.join('.'));
    return value;
  };
  return { data: copy(data, [], ''), paths };
}
