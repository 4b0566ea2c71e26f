import { z } from 'zod';

/**
 * The shapes of answers, each declared once: the type that a serialiser returns and the schema in the OpenAPI document
 * both come from it. Examples are from the demo world.
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

/** Allows null besides the shape, with the same description. */
export const orNull = <T extends z.ZodType>(shape: T) => {
  const { id, ...said } = shape.meta() ?? {};
  return shape.nullable().meta(said);
};

/** Gives a shape a name in the OpenAPI document, so that several routes can share it. */
export const named = <T extends z.ZodType>(id: string, shape: T): T => shape.meta({ ...shape.meta(), id });

type Schema = Readonly<Record<string, unknown>>;

/** The JSON schema of an answer or a request, for the OpenAPI document. */
export function schemaOf(shape: z.ZodType, io: 'output' | 'input' = 'output'): object {
  const { $schema, ...schema } = z.toJSONSchema(shape, { io });
  return tidied(schema) as object;
}

/** Simplifies zod's schemas of nullable types and of the bounds of integers. */
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
  const { enum: values, ...others } = schema;
  // Generated clients cannot distinguish the text "true" from true in an enum.
  if (Array.isArray(values) && values.includes(true))
    return { ...others, anyOf: values.map((one) => ({ type: typeof one, const: one })) };
  return Array.isArray(schema.anyOf) ? mergedChoice(schema, schema.anyOf as Schema[]) : schema;
}

/**
 * A choice between plain values as one schema: `type: ['integer', 'string', 'null']` with the constraints of the
 * text. A choice with a list or an object stays a choice, unless the other option is null.
 */
function mergedChoice(schema: Schema, choice: readonly Schema[]): Schema {
  const { anyOf, ...rest } = schema;
  const said = choice.find((option) => Array.isArray(option.anyOf)) ?? {};
  const options: Schema[] = choice.flatMap((option) => (option.anyOf as Schema[] | undefined) ?? [option]);
  const others = options.filter(({ type }) => type !== 'null');
  const [something] = others;
  const isNullable = options.length > others.length;
  if (isNullable && others.length === 1 && typeof something?.type === 'string') {
    const values = Array.isArray(something.enum) && { enum: [...something.enum, null] };
    return { ...something, ...rest, type: [something.type, 'null'], ...values };
  }
  const texts = options.filter((option) => typesOf(option).includes('string')).map(patternOf);
  // If one option allows any text, the constraints of the others do not apply.
  if (!options.every(isPlain) || (texts.length > 1 && texts.includes(undefined)))
    return { ...said, ...rest, anyOf: options };
  const merged = Object.assign(
    {},
    ...options.map(({ enum: _, pattern: __, ...option }) => option),
    said,
    rest,
  );
  const { anyOf: ___, ...plain } = merged;
  const pattern = texts.filter(Boolean).join('|');
  return { ...plain, type: [...new Set(options.flatMap(typesOf))], ...(pattern && { pattern }) };
}

const typesOf = ({ type, enum: values }: Schema): unknown[] =>
  [type ?? (Array.isArray(values) ? values.map((one) => (one === null ? 'null' : typeof one)) : [])].flat();

const isPlain = (option: Schema): boolean =>
  !('const' in option) &&
  typesOf(option).length > 0 &&
  typesOf(option).every((type) => type !== 'object' && type !== 'array');

/** The constraints of an option's texts; undefined if it allows any text. */
const patternOf = ({ pattern, enum: values }: Schema): unknown =>
  Array.isArray(values) ? `^(?:${values.filter((one) => one !== null).join('|')})$` : pattern;

/** The schema of `data` for a route that answers with these fields. */
export const data = (fields: z.ZodRawShape): object => schemaOf(z.object(fields));

export const textSchema = (description: string): object => ({ type: 'string', description });

export const textsSchema = (description: string): object => ({
  type: 'array',
  items: { type: 'string' },
  description,
});

/** The schema of an object with exactly these properties, all of them required. */
export const exactly = (properties: Readonly<Record<string, object>>): object => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
