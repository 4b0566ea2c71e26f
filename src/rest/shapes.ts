import { z } from 'zod';

/**
 * What routes answer with, said once: the type of what a serialiser returns, and the schema that the OpenAPI document
 * shows of it. Examples are of the demo world.
 */
export const text = (description: string, example: string) =>
  z.string().meta({ description, examples: [example] });

export const moment = (description: string) =>
  z.string().meta({ description, format: 'date-time', examples: ['2026-11-15T02:23:00.252+02:00'] });

export const day = (description: string) =>
  z.string().meta({ description, format: 'date', examples: ['2026-11-15'] });

/** Money in its shortest form with one decimal at least (docs/rules/rulings.md#decimals). */
export const amount = (description: string, example = '10.0') => text(description, example);

export const number = (description: string, example: number) =>
  z.int32().meta({ description, examples: [example] });

export const count = (description: string, example = 1) =>
  z
    .int32()
    .min(0)
    .meta({ description, examples: [example] });

export const flag = (description: string) => z.boolean().meta({ description });

/** The same, or nothing: what is said of it is said of both. */
export const orNull = <T extends z.ZodType>(shape: T) => {
  const { id, ...said } = shape.meta() ?? {};
  return shape.nullable().meta(said);
};

/** What several routes show gets a name of its own in the document. */
export const named = <T extends z.ZodType>(id: string, shape: T): T => shape.meta({ ...shape.meta(), id });

type Schema = Readonly<Record<string, unknown>>;

/** As the OpenAPI document writes it: what is answered, or what is asked. */
export function schemaOf(shape: z.ZodType, io: 'output' | 'input' = 'output'): object {
  const { $schema, ...schema } = z.toJSONSchema(shape, { io });
  return tidied(schema) as object;
}

/** Zod says "this or null" and how far integers go in roundabout ways. */
function tidied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidied);
  if (typeof value !== 'object' || value === null) return value;
  const schema = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, tidied(part)]));
  if (schema.maximum === Number.MAX_SAFE_INTEGER || schema.maximum === 2 ** 31 - 1) {
    const { minimum, maximum, ...rest } = schema;
    return {
      ...rest,
      ...(maximum === 2 ** 31 - 1 && { format: 'int32' }),
      ...(Number(minimum) >= 0 && { minimum }),
    };
  }
  const [something, nothing] = Array.isArray(schema.anyOf) ? (schema.anyOf as Schema[]) : [];
  if (nothing?.type !== 'null') return schema;
  const { anyOf, ...rest } = schema;
  if (Array.isArray(something?.anyOf)) return { ...something, ...rest, anyOf: [...something.anyOf, nothing] };
  if (typeof something?.type !== 'string') return schema;
  const options = Array.isArray(something.enum) && { enum: [...something.enum, null] };
  return { ...something, ...rest, type: [something.type, 'null'], ...options };
}

/** For a route whose `data` is an object of these. */
export const data = (fields: z.ZodRawShape): object => schemaOf(z.object(fields));

export const textSchema = (description: string): object => ({ type: 'string', description });

/** The schema of an object with these properties, each of them always, and nothing else. */
export const exactly = (properties: Readonly<Record<string, object>>): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
