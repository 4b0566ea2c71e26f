import {
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  isScalarType,
} from 'graphql';
import { schemaOf } from '#src/apis/graphql/caller-schemas.ts';
import type { CallerKind } from '#src/base/actor.ts';
import { buildSchema } from './schema.ts';

/** A document for each root field of the graph, with something for each argument that it needs. */

const schema = buildSchema();
export const rootFields = (kind: 'Query' | 'Mutation' | 'Subscription') => {
  const type = schema.getType(kind);
  return type && 'getFields' in type
    ? Object.values(type.getFields() as Record<string, GraphQLField<unknown, unknown>>)
    : [];
};

const scalars: Readonly<Record<string, unknown>> = {
  Boolean: true,
  CountryCode: 'EE',
  Date: '2030-01-01',
  DateTime: '2030-01-01T00:00:00Z',
  Decimal: '1.00',
  DomainName: 'maatriks.ee',
  Duration: 'P1Y',
  Int: 1,
  JSON: {},
  Secret: 'a-secret-word',
  String: 'maatriks',
};

/** The first object of the type that the root field begins with: of `notificationAcknowledge`, a Notification. */
function idFor(field: string): string {
  const type = Object.keys(schema.getTypeMap()).find(
    (name) => field.startsWith(`${name[0]?.toLowerCase()}${name.slice(1)}`) && isNode(name),
  );
  return Buffer.from(`${idsOf[field] ?? type ?? 'Notification'}:1`).toString('base64');
}
const idsOf: Readonly<Record<string, string>> = { webhookRedeliver: 'WebhookDelivery' };
const isNode = (name: string): boolean => {
  const type = schema.getType(name);
  return isObjectType(type) && type.getInterfaces().some((one) => one.name === 'Node');
};

/** Something that this type can be told. */
function sample(type: GraphQLInputType, field: string): unknown {
  if (isNonNullType(type)) return sample(type.ofType, field);
  if (isListType(type)) return [sample(type.ofType, field)];
  if (isScalarType(type) && type.name === 'ID') return idFor(field);
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type))
    return Object.fromEntries(
      Object.values(type.getFields())
        .filter((one, index) => isRequiredInputField(one) || (type.isOneOf && index === 0))
        .map((one) => [one.name, sample(one.type, field)]),
    );
  if (isScalarType(type) && type.name in scalars) return scalars[type.name];
  throw new Error(`no sample of ${String(type)}`);
}

/** The type as this kind of caller has it: what one must say another may leave out. */
function inSchemaOf(caller: CallerKind, type: GraphQLInputType): GraphQLInputType {
  const own = schemaOf(schema, caller).getType(getNamedType(type).name);
  return isInputObjectType(own) ? own : type;
}

export function documentFor(
  kind: string,
  field: GraphQLField<unknown, unknown>,
  selection = '{ __typename }',
  caller: CallerKind = 'registrar',
) {
  const args = field.args.filter(
    (arg) => isRequiredArgument(arg) || arg.name === 'first' || arg.name === 'dryRun',
  );
  const variables = Object.fromEntries(
    args.map((arg) => [arg.name, sample(inSchemaOf(caller, arg.type), field.name)]),
  );
  const declared = args.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ');
  const given = args.map(({ name }) => `${name}: $${name}`).join(', ');
  const query = `${kind.toLowerCase()} ${declared && `(${declared})`} {
    ${field.name}${given && `(${given})`} ${selection} }`;
  return { query, variables };
}

/** Everything that is plain, and lists and objects to a depth. */
export function plainSelection(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return '';
  if (!isObjectType(named)) return '{ __typename }';
  const fields = Object.values(named.getFields()).filter(({ args }) => !args.some(isRequiredArgument));
  const chosen = fields.flatMap((field) => {
    if (!isCompositeType(getNamedType(field.type))) return [field.name];
    return depth > 0 ? [`${field.name} ${plainSelection(field.type, depth - 1)}`] : [];
  });
  return `{ __typename ${chosen.join(' ')} }`;
}
