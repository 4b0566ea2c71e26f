import { camelCase } from '../../base/text.ts';

type Schema = Readonly<Record<string, unknown>>;
type Operation = Schema & { readonly operationId: string };

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** The place of a schema: its operation, and its field unless it is the whole body. */
interface Place {
  readonly operationId: string;
  readonly side: 'request' | 'answer';
  readonly field: string | undefined;
}

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/**
 * Moves every schema of an object or a choice that occurs twice to the components, so that generated clients have one
 * type for it.
 */
export function withSharedSchemas<D extends Document>(document: D): D {
  const found = new Map<string, { count: number; readonly first: Place }>();
  const isOnce = (schema: Schema, place: Place): boolean => {
    const text = JSON.stringify(schema);
    const known = found.get(text);
    if (known) known.count += 1;
    else found.set(text, { count: 1, first: place });
    return !known;
  };
  eachOperation(document, (operation) =>
    inOperation(operation, (schema, place, deeper) => (isOnce(schema, place) ? deeper() : schema)),
  );
  const repeated = [...found].filter(([, { count }]) => count > 1);
  const names = namesOf(
    repeated.map(([text, { first }]) => [text, first]),
    document.components.schemas,
  );
  const schemas: Record<string, object> = { ...document.components.schemas };
  const paths = eachOperation(document, (operation) =>
    inOperation(operation, (schema, _, deeper) => {
      const name = names.get(JSON.stringify(schema));
      if (name === undefined) return deeper();
      schemas[name] ??= deeper();
      return reference(name);
    }),
  );
  return { ...document, paths, components: { ...document.components, schemas } };
}

const eachOperation = ({ paths }: Document, change: (operation: Operation) => object): Document['paths'] =>
  mapped(paths, (methods) => mapped(methods, (operation) => change(operation as Operation)));

const mapped = <T, R>(
  values: Readonly<Record<string, T>>,
  change: (value: T, key: string) => R,
): Record<string, R> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));

type Visit = (schema: Schema, place: Place, deeper: () => object) => object;

/** The operation with each schema of an object or a choice replaced by the result of `visit`, from the outside in. */
function inOperation(operation: Operation, visit: Visit): object {
  const { operationId, requestBody, responses } = operation;
  const walk = (value: unknown, side: Place['side'], field?: string): unknown => {
    if (Array.isArray(value)) return value.map((one) => walk(one, side, field));
    if (typeof value !== 'object' || value === null) return value;
    const schema = value as Schema;
    const deeper = (): Schema =>
      mapped(schema, (part, key) => {
        if (key === 'example' || key === 'examples') return part;
        if (key !== 'properties') return walk(part, side, key === 'items' ? field && `${field} item` : field);
        return mapped(part as Schema, (one, name) => walk(one, side, name));
      });
    const isNamable = isObjectSchema(schema) || Array.isArray(schema.anyOf);
    return isNamable ? visit(schema, { operationId, side, field }, deeper) : deeper();
  };
  return {
    ...operation,
    ...(requestBody !== undefined && { requestBody: walk(requestBody, 'request') }),
    responses: walk(responses, 'answer'),
  };
}

/** Tells whether a schema has several fields: one with a single field is as short as a reference. */
const isObjectSchema = ({ type, properties }: Schema): boolean =>
  [type].flat().includes('object') && Object.keys(properties ?? {}).length > 1;

/** Named after its field, or after its operation and field if others have the same field. */
function namesOf(
  places: readonly (readonly [text: string, place: Place])[],
  taken: Readonly<Record<string, object>>,
): ReadonlyMap<string, string> {
  const pascal = (text: string): string => camelCase(text).replace(/^./, (letter) => letter.toUpperCase());
  const exact = ({ operationId, side, field }: Place): string => pascal(`${operationId} ${field ?? side}`);
  const short = (place: Place): string => (place.field ? pascal(place.field) : exact(place));
  const isFree = (name: string): boolean =>
    !(name in taken) && places.filter(([, place]) => short(place) === name).length === 1;
  const names = new Map<string, string>();
  for (const [text, place] of places) {
    const name = isFree(short(place)) ? short(place) : exact(place);
    const used = [...names.values(), ...Object.keys(taken)];
    let unique = name;
    for (let number = 2; used.includes(unique); number += 1) unique = `${name}${number}`;
    names.set(text, unique);
  }
  return names;
}
