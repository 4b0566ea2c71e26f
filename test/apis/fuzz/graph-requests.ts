import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
} from 'graphql';
import { getOrCreate } from '#src/base/get-or-create.ts';
import { fc } from '../../support/properties.ts';
import { anyCaller, type Callers, type FuzzRequest } from './rest-requests.ts';
import { goodText, type Json, type Known, spoiled, spoilings } from './values.ts';

const schema = buildSchema(readFileSync(new URL('../../../schema/schema.graphql', import.meta.url), 'utf8'));

/** They would take the world away, or its time: nothing could be told of refusals any more. */
const leftOut = new Set(['sandboxReset', 'clockAdvance', 'jobsRun']);

type Field = GraphQLField<unknown, unknown>;
type RootField = { readonly kind: string; readonly field: Field };
export const rootFields: readonly RootField[] = [
  ...Object.values(schema.getQueryType()?.getFields() ?? {}).map((field) => ({ kind: 'Query', field })),
  ...Object.values(schema.getMutationType()?.getFields() ?? {}).map((field) => ({ kind: 'Mutation', field })),
].filter(({ field }) => !leftOut.has(field.name));

/** Operations over all root fields: arguments good by the schema, then spoiled in up to two places, by whoever. */
export function graphRequests(known: Known, callers: Callers): fc.Arbitrary<FuzzRequest> {
  // How to make them is worked out once for each field, which takes longer than to make one.
  const made = new Map<Field, fc.Arbitrary<FuzzRequest>>();
  const requestsFor = ({ kind, field }: RootField): fc.Arbitrary<FuzzRequest> =>
    fc
      .record({
        caller: anyCaller(callers),
        variables: fc.record(
          Object.fromEntries(field.args.map((one) => [one.name, valueFor(one.type, one.name, known, 0)])),
          { requiredKeys: field.args.filter(isRequiredArgument).map(({ name }) => name) },
        ),
        spoils: spoilings(2),
        selection: selectionOf(field.type, kind === 'Query' ? 3 : 2, known),
        // A document that is broken somewhere, now and then.
        cut: fc.oneof(
          { weight: 40, arbitrary: fc.constant(undefined) },
          { weight: 1, arbitrary: fc.nat(400) },
        ),
      })
      .map(({ caller, variables, spoils, selection, cut }) => {
        const declared = field.args.map(({ name, type }) => `$${name}: ${String(type)}`);
        const given = field.args.map(({ name }) => `${name}: $${name}`);
        const query = `${kind.toLowerCase()}${list(declared)} { ${field.name}${list(given)}${selection} }`;
        return {
          caller,
          target: `${kind}.${field.name}`,
          method: 'POST' as const,
          url: '/graphql',
          headers: { 'content-type': 'application/json' },
          payload: JSON.stringify({
            query: cut === undefined ? query : query.slice(0, cut),
            variables: spoiled(variables as Json, spoils),
          }),
        };
      });
  return fc
    .constantFrom(...rootFields)
    .chain((root) => getOrCreate(made, root.field, () => requestsFor(root)));
}

const list = (items: readonly string[]): string => (items.length === 0 ? '' : `(${items.join(', ')})`);

function valueFor(type: GraphQLInputType, name: string, known: Known, depth: number): fc.Arbitrary<Json> {
  if (isNonNullType(type)) return valueFor(type.ofType, name, known, depth);
  if (isListType(type))
    return fc.array(valueFor(type.ofType, name, known, depth), {
      minLength: depth > 3 ? 0 : 1,
      maxLength: 2,
    });
  if (isEnumType(type)) return fc.constantFrom(...type.getValues().map((value) => value.name));
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter((one) => depth < 4 || isRequiredInputField(one));
    return fc.record(
      Object.fromEntries(fields.map((one) => [one.name, valueFor(one.type, one.name, known, depth + 1)])),
      {
        requiredKeys: fields
          .filter((one) => isRequiredInputField(one) || fields.length < 4)
          .map((one) => one.name),
      },
    ) as fc.Arbitrary<Json>;
  }
  return scalarFor(type.name, name, known);
}

function scalarFor(type: string, name: string, known: Known): fc.Arbitrary<Json> {
  if (type === 'Int')
    return /invoice|number/i.test(name)
      ? fc.constantFrom(...known.invoices).map(Number)
      : fc.constantFrom(1, 2, 3, 8, 10, 257);
  if (type === 'Float') return fc.constantFrom(1, 0.5);
  if (type === 'Boolean') return name === 'dryRun' ? fc.boolean() : fc.constantFrom(true, false);
  // What was never shown is never done.
  if (name === 'ifOutcome') return fc.constantFrom(null, null, null, 'made-up');
  if (type === 'DateTime') return fc.constantFrom('2026-05-10T10:00:00Z', '2031-01-01T00:00:00+02:00');
  if (type === 'Date') return fc.constantFrom('2026-05-10', ...known.days);
  if (type === 'Decimal') return fc.constantFrom('10.00', '0.01', '3.30');
  if (type === 'DomainName') return goodText('domain', known);
  if (type === 'ID') return fc.constantFrom(...known.nodes);
  return goodText(name, known);
}

/** Some of what can be asked of a type, so deep; of a mutation's answer always what tells whether it was done. */
function selectionOf(type: GraphQLOutputType, depth: number, known: Known): fc.Arbitrary<string> {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return fc.constant('');
  if (!isObjectType(named) && !isInterfaceType(named)) return fc.constant(' { __typename }');
  const fields = Object.values(named.getFields()).filter(
    (field) => depth > 0 || !isCompositeType(getNamedType(field.type)),
  );
  const always = fields.filter(({ name }) => name === 'userErrors' || name === 'results');
  return fc
    .subarray(fields, { maxLength: Math.min(6, fields.length) })
    .chain((chosen) =>
      fc.tuple(...[...new Set([...always, ...chosen])].map((field) => askFor(field, depth, known))),
    )
    .map((parts) => ` { ${['__typename', ...parts].join(' ')} }`);
}

function askFor(field: Field, depth: number, known: Known): fc.Arbitrary<string> {
  if (field.name === 'userErrors') return fc.constant('userErrors { code resultCode path message }');
  if (field.name === 'results') return fc.constant('results { name ok }');
  const needed = field.args.filter((one) => isRequiredArgument(one) || one.name === 'first');
  return fc
    .tuple(
      fc.tuple(...needed.map((one) => literalFor(one.type, one.name, known))),
      selectionOf(field.type, depth - 1, known),
    )
    .map(([args, selection]) => `${field.name}${list(args)}${selection}`);
}

const literalFor = (type: GraphQLInputType, name: string, known: Known): fc.Arbitrary<string> =>
  valueFor(type, name, known, 9).map(
    (value) => `${name}: ${isEnumType(getNamedType(type)) ? value : literal(value)}`,
  );

const literal = (value: Json): string => JSON.stringify(value).replace(/"(\w+)":/g, '$1:');
