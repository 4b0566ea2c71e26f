import {
  type GraphQLInputType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { rootFields } from './root-fields.ts';

/** The input of a mutation as it stands in a document: enums without quotes, as the schema declares them. */
export function literal(mutation: string, input: object): string {
  const field = rootFields('Mutation').find(({ name }) => name === mutation);
  const type = field?.args.find(({ name }) => name === 'input')?.type;
  if (!type) throw new Error(`${mutation} has no input`);
  return written(input, type);
}

function written(value: unknown, type: GraphQLInputType): string {
  if (isNonNullType(type)) return written(value, type.ofType);
  if (Array.isArray(value)) {
    const item = isListType(type) ? type.ofType : type;
    return `[${value.map((one) => written(one, item)).join(', ')}]`;
  }
  const named = getNamedType(type);
  if (isEnumType(named)) return String(value);
  if (!isInputObjectType(named) || typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = named.getFields();
  const parts = Object.entries(value).map(([name, one]) => {
    const field = fields[name];
    if (!field) throw new Error(`${named.name} has no ${name}`);
    return `${name}: ${written(one, field.type)}`;
  });
  return `{ ${parts.join(', ')} }`;
}
