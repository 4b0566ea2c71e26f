import { z } from 'zod';
import type { Permit } from '../../base/actor.ts';
import type { ColumnWith, Entity, RowOf } from '../entities/entity.ts';
import { codePoints } from '../rules/text.ts';

/**
 * Facts about a field of an operation's input besides its zod type, given with `.meta`. The inputs of the graph, forms
 * of pages and the command line are made from them.
 */
interface FieldMeta {
  /** The name of the type in the graph, if the zod type does not determine it: a scalar, an enum, or a list of one. */
  readonly scalar?: string | readonly [string];
  /** The row of this type that a global id of the graph names. */
  readonly node?: string;
  /** The name in the graph, if it differs from the operation's. */
  readonly named?: string;
  /** Required in the graph, although it is optional in the operation, or the operation itself reports it as missing. */
  readonly required?: true;
  /**
   * The only callers who may give it: it is missing in the schema of all others, and the operation refuses it from
   * them.
   */
  readonly permits?: readonly Permit[];
  /** The callers in whose schema it is required, although others may leave it out. */
  readonly requiredOf?: readonly Permit[];
  /** True if exactly one field of the object must be given. */
  readonly isOneOf?: true;
  /** The input type that an object is in the graph. */
  readonly object?: { readonly name: string; readonly description: string };
}

declare module 'zod' {
  interface GlobalMeta extends FieldMeta {}
}

/** A text, with its scalar or enum in the graph if that is not String. */
export const text = (description: string, scalar?: string) =>
  z.string().meta(scalar === undefined ? { description } : { description, scalar });

export const secret = (description: string) => text(description, 'Secret');

export const domainName = (description = 'The name of the domain, such as tamm.ee.') =>
  text(description, 'DomainName');

export const periodHelp =
  'For how long: three, six or nine months (P3M, P6M, P9M) or one to ten years (P1Y to P10Y).';

export const period = text(periodHelp, 'Duration');

export const integer = (description: string) => z.int().meta({ description });

export const flag = (description: string) => z.boolean().meta({ description });

export const texts = (description: string, scalar?: string) => listOf(text('', scalar), description);

export const listOf = <T extends z.ZodType>(item: T, description: string) =>
  z.array(item).meta({ description });

/** One of these words, an enum in the graph. */
export const oneOf = <const T extends readonly string[]>(values: T, scalar: string, description: string) =>
  z.enum(values).meta({ description, scalar });

/** A text that callers set, with the maximum length of its declared column. */
export function settable<E extends Entity>(
  { fields, table }: E,
  column: TextSetIn<E>,
  description: string,
): z.ZodString {
  const { most, shown } = fields[column]?.facts ?? {};
  if (most === undefined) throw new TypeError(`${table}.${column} has no limit: declare one with .atMost()`);
  return text(description, shown?.scalar).refine(
    (given) => codePoints(given) <= most,
    `Must have at most ${most} characters`,
  );
}

/** The columns with text that callers set. */
type TextSetIn<E extends Entity> = {
  [Column in ColumnWith<E, 'settable'>]: NonNullable<RowOf<E>[Column]> extends string ? Column : never;
}[ColumnWith<E, 'settable'>];

/** The id of a row, which the graph names by a global id. */
export const rowId = (node: string, description: string) => z.int().meta({ description, node });

/** An object inside an input; each use adds its description with `.meta({ description })`. */
export const object = <T extends z.ZodRawShape>(name: string, description: string, shape: T) =>
  z.object(shape).meta({ object: { name, description } });

/** A list of these words. */
export const someOf = <const T extends readonly string[]>(values: T, scalar: string, description: string) =>
  listOf(z.enum(values).meta({ scalar }), description);

/** The declaration of a field. */
interface Declaration {
  readonly inner: z.core.$ZodType;
  readonly meta: z.core.GlobalMeta;
  readonly isOptional: boolean;
  readonly acceptsNull: boolean;
  readonly fallback: unknown;
}

/** The type inside `.optional()`, `.nullable()`, `.default()` and `.readonly()`, and which of these it had. */
export function declarationOf(field: z.core.$ZodType): Declaration {
  const meta = z.globalRegistry.get(field) ?? {};
  const wrapped = (more: Partial<Declaration>, within: z.core.$ZodType): Declaration => {
    const inner = declarationOf(within);
    return { ...inner, ...more, meta: { ...inner.meta, ...meta } };
  };
  if (field instanceof z.ZodOptional) return wrapped({ isOptional: true }, field.unwrap());
  if (field instanceof z.ZodNullable) return wrapped({ isOptional: true, acceptsNull: true }, field.unwrap());
  if (field instanceof z.ZodReadonly) return wrapped({}, field.unwrap());
  if (field instanceof z.ZodDefault)
    return wrapped({ isOptional: true, fallback: field.def.defaultValue }, field.unwrap());
  return { inner: field, meta, isOptional: false, acceptsNull: false, fallback: undefined };
}
