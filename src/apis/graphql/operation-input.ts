import type { InputFieldMap, InputRef } from '@pothos/core';
import { z } from 'zod';
import { getOrCreate } from '../../base/get-or-create.ts';
import { declarationOf } from '../../registry/operations/input.ts';
import { builder, type Types } from './builder.ts';
import { rowOf } from './loading.ts';
import { permitted } from './node-visibility.ts';

/** The input types of mutations, from the zod inputs of their operations (src/registry/operations/input.ts). */

type Builder = PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>;
/** A type as Pothos takes it: by name, as a reference, or a list of one. */
type TypeParam = string | InputRef | readonly [string | InputRef];

/** An input type with a field for each property; mistakes in a declaration are reported with their path. */
export function inputType(name: string, description: string, input: z.ZodObject) {
  const { isOneOf } = declarationOf(input).meta;
  const fields = Object.entries(input.shape).map(([key, declared]) => {
    const field = declarationOf(declared).meta.named ?? key;
    return [field, inputField(declared, `${name}.${field}`)] as const;
  });
  return builder.inputType(name, {
    description,
    ...(isOneOf && { isOneOf }),
    fields: (t) => Object.fromEntries(fields.map(([field, build]) => [field, build(t)])) as InputFieldMap,
  });
}

function inputField(declared: z.core.$ZodType, where: string) {
  const { inner, meta, isOptional, fallback } = declarationOf(declared);
  const { node, description, required = !isOptional, permits, requiredOf } = meta;
  if (!description)
    throw new TypeError(`${where} has no description: give it one with .meta({ description })`);
  const extensions = { ...(permits && permitted(permits)), ...(requiredOf && { requiredOf }) };
  const options = { required, description, ...((permits || requiredOf) && { extensions }) };
  if (node) return (t: Builder) => t.globalID(options);
  if (inner instanceof z.ZodArray && declarationOf(inner.element).meta.node)
    return (t: Builder) => t.globalIDList(options);
  // A list that is left out is empty: its description says so, and no default is printed.
  const defaultValue = typeof fallback === 'object' ? undefined : (fallback as string | undefined);
  const type = typeOf(inner, meta, where);
  return (t: Builder) =>
    t.field({
      type: known(type, where) as 'String',
      ...options,
      ...(defaultValue !== undefined && { defaultValue }),
    });
}

function typeOf(inner: z.core.$ZodType, meta: z.core.GlobalMeta, where: string): TypeParam {
  if (meta.scalar) return meta.scalar;
  if (inner instanceof z.ZodString) return 'String';
  if (inner instanceof z.ZodBoolean) return 'Boolean';
  if (inner instanceof z.ZodNumber && inner.isInt) return 'Int';
  if (inner instanceof z.ZodObject) return objectType(inner, meta, where);
  if (inner instanceof z.ZodArray) {
    const item = declarationOf(inner.element);
    return [typeOf(item.inner, item.meta, where) as string | InputRef];
  }
  throw new TypeError(
    `${where}: no type of the graph follows from zod's ${inner._zod.def.type}: name one with .meta({ scalar })`,
  );
}

/** Judged when the schema is built: then every enum has been declared. */
function known(type: TypeParam, where: string): TypeParam {
  const [name] = [type].flat();
  if (typeof name === 'string' && !builder.configStore.hasConfig(name))
    throw new TypeError(`${where}: the graph has no scalar or enum ${name}`);
  return type;
}

const objects = new Map<string, { readonly fields: string; readonly type: InputRef }>();

/** One input type for all places that ask for the same object. */
function objectType(inner: z.ZodObject, { object }: z.core.GlobalMeta, where: string): InputRef {
  if (!object) throw new TypeError(`${where}: an object of an input needs a name: declare it with object()`);
  const { name, description } = object;
  const fields = Object.keys(inner.shape).join();
  const { fields: before, type } = getOrCreate(objects, name, () => ({
    fields,
    type: inputType(name, description, inner),
  }));
  if (before !== fields) throw new TypeError(`${where}: ${name} has other fields elsewhere`);
  return type;
}

/** Converts the input of GraphQL to the input of the operation. Null counts as left out, unless null has a meaning. */
export function readerOf(field: z.core.$ZodType): (given: unknown) => unknown {
  const { inner, meta, acceptsNull, fallback } = declarationOf(field);
  const read = valueReader(inner, meta);
  return (given) => {
    if (given === null && acceptsNull) return null;
    return given === null || given === undefined ? fallback : read(given);
  };
}

function valueReader(inner: z.core.$ZodType, { node }: z.core.GlobalMeta): (given: unknown) => unknown {
  if (node) return (given) => rowOf(node, given as Parameters<typeof rowOf>[1]);
  // Numbers and moments of the graph that are texts for the operation.
  if (inner instanceof z.ZodString)
    return (given) => (given instanceof Date ? given.toISOString() : String(given));
  if (inner instanceof z.ZodArray) {
    const item = readerOf(inner.element);
    return (given) => (given as readonly unknown[]).map(item);
  }
  if (!(inner instanceof z.ZodObject)) return (given) => given;
  const fields = Object.entries(inner.shape).map(([key, field]) => {
    const read = readerOf(field);
    const name = declarationOf(field).meta.named ?? key;
    return (values: Readonly<Record<string, unknown>>) => [key, read(values[name])] as const;
  });
  return (given) => {
    const read = fields.map((field) => field(given as Readonly<Record<string, unknown>>));
    return Object.fromEntries(read.filter(([, value]) => value !== undefined));
  };
}

/** The fields that have another name in the graph than in the operation; nested fields are written with a dot. */
export function renamedIn({ shape }: z.ZodObject): Record<string, string> {
  const renamed = Object.entries(shape).flatMap(([key, field]) => {
    const { inner, meta } = declarationOf(field);
    const name = meta.named ?? key;
    const within = inner instanceof z.ZodObject ? Object.entries(renamedIn(inner)) : [];
    return [
      ...(name === key ? [] : [[key, name] as const]),
      ...within.map(([from, to]) => [`${key}.${from}`, `${name}.${to}`] as const),
    ];
  });
  return Object.fromEntries(renamed);
}
