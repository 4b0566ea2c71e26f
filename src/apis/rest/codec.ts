import { z } from 'zod';
import type { Actor } from '../../base/actor.ts';
import type { Failure } from '../../base/errors.ts';
import { schemaOf } from './shapes.ts';

/**
 * How requests are parsed. A route declares the shape of its body and query once, with the functions below or with
 * any zod schema; the values for its handler, the refusals in the API's own messages, and the OpenAPI document follow
 * from it (docs/decisions/0015-one-way-to-read-a-request.md).
 *
 * A `Kind` is a kind of problem with a value. Shapes set it as their zod message; each API has a table of its own
 * messages for each kind.
 */
export type Kind =
  | 'missing'
  | 'empty'
  | 'wrapper'
  | 'hash'
  | 'nested'
  | 'list'
  | 'texts'
  | 'text'
  | 'integer'
  | 'flag'
  | 'true'
  | 'choice'
  | 'date'
  | 'long';

interface Problem {
  readonly kind: Kind;
  readonly path: readonly string[];
  /** The last part of the path: the parameter's name for the client. */
  readonly name: string;
  readonly value: unknown;
  /** The allowed values, if the value must be one of a few. */
  readonly options: readonly unknown[];
  /** The maximum length, if the value is too long. */
  readonly most: number;
}

/** One API's messages for invalid requests. */
export interface Wordings {
  failureOf(problem: Problem): Failure;
  /** Reported before all others, at any place of the request. */
  readonly first?: readonly Kind[];
  /** True if null for a required value is reported as invalid, not as missing. */
  readonly nullIsWrong?: boolean;
}

export type Shape = z.ZodType;
export type Fields = z.ZodRawShape;
type Docs = Readonly<Record<string, unknown>>;
export type Hash = Readonly<Record<string, unknown>>;

export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failures: readonly [Failure, ...Failure[]] };

/** Parses a request. Returns all problems with it, in the order of its fields. */
export function read<S extends Shape>(
  shape: S,
  sent: unknown,
  wordings: Wordings,
  actor: Actor,
): Reading<z.output<S>> {
  const { form, given } = (isHash(sent) && spellings.get(shape)?.(sent, actor)) || {
    form: shape,
    given: sent,
  };
  const { data, error } = form.safeParse(given);
  return error
    ? { ok: false, failures: failuresIn(error, given, wordings) }
    : { ok: true, value: data as z.output<S> };
}

/** Writes the body that would be read as this value. A value that no body can have is a bug, and throws. */
export function write(shape: Shape, value: unknown): unknown {
  const { data, error } = z.safeEncode(shape, value);
  if (!error) return data;
  const where = error.issues.map(({ path }) => path.map(String).join('.'));
  throw new Error(`the body cannot represent the operation's input: ${where.join(', ')}`);
}

function failuresIn(error: z.ZodError, given: unknown, wordings: Wordings): [Failure, ...Failure[]] {
  const { first = [] } = wordings;
  const reported = error.issues.map((issue) => {
    const known = issue.code === 'custom' ? (issue.params?.reported as Failure | undefined) : undefined;
    if (known) return { isFirst: false, failure: known };
    const problem = problemOf(issue, given, wordings);
    return { isFirst: first.includes(problem.kind), failure: wordings.failureOf(problem) };
  });
  const failures = [
    ...reported.filter(({ isFirst }) => isFirst),
    ...reported.filter(({ isFirst }) => !isFirst),
  ];
  return failures.map(({ failure }) => failure) as [Failure, ...Failure[]];
}

function problemOf(issue: z.core.$ZodIssue, given: unknown, { nullIsWrong }: Wordings): Problem {
  // A problem of one item is reported for the list.
  const path = typeof issue.path.at(-1) === 'number' ? issue.path.slice(0, -1) : issue.path;
  const value = path.reduce<unknown>((holder, key) => (holder as Hash | undefined)?.[String(key)], given);
  const kind = issue.message as Kind;
  const isMissing = value === undefined || (value === null && !nullIsWrong);
  return {
    kind: isMissing && kind !== 'empty' ? 'missing' : kind,
    path: path.map(String),
    name: String(path.at(-1) ?? ''),
    value,
    options: issue.code === 'invalid_value' ? issue.values : [],
    most: issue.code === 'too_big' ? Number(issue.maximum) : 0,
  };
}

const wrong = (kind: Kind): Kind => kind;

type Context = z.core.ParsePayload;

/** A codec: `decode` parses what clients send, `encode` writes it for another registry. */
export const twoWay = <S extends Shape, T>(
  shape: S,
  decode: (value: z.output<S>, context: Context) => T,
  encode: (value: T) => z.output<S>,
) => z.codec(shape, z.any() as z.ZodType<T, T>, { decode, encode });

/** A codec that parses the value, and writes it unchanged. */
export const readAs = <S extends Shape, T extends z.output<S>>(
  shape: S,
  decode: (value: z.output<S>, context: Context) => T,
) => twoWay(shape, decode, (value) => value);

/**
 * Prepares the value before it is parsed, and writes it unchanged. Documented as the shape, unless `docs` are given.
 */
export const prepared = <S extends Shape>(
  prepare: (value: unknown, context: Context) => unknown,
  shape: S,
  docs: Docs = { ...requestSchema(shape) },
) =>
  z
    .codec(z.unknown(), shape, {
      decode: (value, context) => prepare(value, context) as z.input<S>,
      encode: (value) => value,
    })
    .meta(docs);

type Names = Readonly<Record<string, string>>;
type Renamed<T, N extends Names> = { [K in keyof T as K extends keyof N ? N[K] : K]: T[K] };

/** Renames fields from their REST names to the operation's; fields that are not listed keep their names. */
export function renamed<S extends z.ZodType<object>, const N extends Names>(shape: S, names: N) {
  const read = new Map(Object.entries<string>(names));
  const written = new Map([...read].map(([wire, name]) => [name, wire]));
  const by = (table: ReadonlyMap<string, string>, value: object) =>
    Object.fromEntries(Object.entries(value).map(([name, one]) => [table.get(name) ?? name, one]));
  return twoWay(
    shape,
    (value) => by(read, value) as Renamed<z.output<S>, N>,
    (value) => by(written, value) as z.output<S>,
  );
}

export const text = (docs: Docs = {}) => z.string(wrong('text')).meta(docs);

/** A text, or a number that is taken for one. */
export const word = (docs: Docs = {}) =>
  readAs(
    z.unknown().refine((value) => typeof value === 'string' || typeof value === 'number', wrong('text')),
    String,
  ).meta({ type: 'enum' in docs ? 'string' : ['string', 'number'], ...docs });

/** A string of digits is accepted where an integer is documented (docs/rules/rulings.md#numbers-as-text). */
export const integer = (docs: Docs = {}) =>
  readAs(
    z.union([z.int(wrong('integer')), z.string().regex(/^\d{1,9}$/, wrong('integer'))], wrong('integer')),
    Number,
  ).meta(docs);

/** JSON booleans or their names as text. */
export const flag = (docs: Docs = {}) =>
  readAs(
    z.union([z.boolean(), z.enum(['true', 'false'])], wrong('flag')),
    (value) => value === true || value === 'true',
  ).meta(docs);

export const onlyTrue = (docs: Docs = {}) =>
  readAs(z.literal([true, 'true'], wrong('true')), () => true as const).meta(docs);

export const oneOf = <const T extends readonly string[]>(values: T, docs: Docs = {}) =>
  z.enum(values, wrong('choice')).meta(docs);

export const hash = <F extends Fields>(fields: F) => z.object(fields, wrong('hash'));

export const listOf = <F extends Fields>(fields: F, docs: Docs = {}) =>
  list(z.object(fields, wrong('nested')), 'nested', docs);

export const textList = (docs: Docs = {}) => list(z.string(wrong('texts')), 'texts', docs);

/** A list of contact codes; any other value in it becomes a code that no contact has. */
export const codeList = (docs: Docs = {}) => list(code, 'list', docs);

const code = prepared(
  (value) => (typeof value === 'string' ? value : JSON.stringify(value)),
  z.string(wrong('texts')),
  { type: 'string' },
);

/** Unlike zod's array, stops at the first wrong item: a body can have a million of them. */
export function list<S extends Shape>(item: S, kind: Kind, docs: Docs = {}) {
  const each = (
    values: readonly unknown[],
    one: (value: unknown) => z.ZodSafeParseResult<unknown>,
    context: Context,
  ): unknown[] => {
    const items: unknown[] = [];
    for (const [index, value] of values.entries()) {
      const { data, error } = one(value);
      if (error) {
        for (const issue of error.issues)
          context.issues.push({ ...issue, path: [index, ...issue.path] } as z.core.$ZodRawIssue);
        break;
      }
      items.push(data);
    }
    return items;
  };
  return z
    .codec(z.unknown(), z.any() as z.ZodType<z.output<S>[], z.output<S>[]>, {
      decode: (value, context) => {
        if (!Array.isArray(value)) context.issues.push({ code: 'custom', message: kind, input: value });
        const given = Array.isArray(value) ? value : [];
        return each(given, (one) => item.safeParse(one), context) as z.output<S>[];
      },
      encode: (items, context) => each(items, (one) => z.safeEncode(item, one as z.output<S>), context),
    })
    .meta({ type: 'array', items: requestSchema(item), ...docs });
}

/** A shape that may be left out; null counts as left out. */
export const optional = <S extends Shape>(shape: S) =>
  twoWay(
    shape.nullish(),
    (value) => (value ?? undefined) as z.output<S> | undefined,
    (value) => value ?? undefined,
  );

/** Empty text counts as left out: forms send it for empty fields. */
export const unlessBlank = <S extends Shape>(shape: S) =>
  prepared((value) => (value === '' ? undefined : value), optional(shape), {
    anyOf: [requestSchema(shape), { enum: ['', null] }],
  }).optional();

/**
 * Passed on unchanged: the operation validates it with its own messages. The document describes valid values.
 */
export const unvalidated = (docs: Docs) => z.unknown().meta(docs);

/** Blank text, `{}`, `[]`, null and false count as missing. */
export const filled = <S extends Shape>(shape: S) =>
  prepared((value, { issues }) => {
    if (isEmpty(value)) issues.push({ code: 'custom', message: wrong('empty'), input: value });
    return value;
  }, shape);

/** The object that contains all other fields, such as `domain`. */
export const wrapper = <F extends Fields>(fields: F) => filled(z.object(fields, wrong('wrapper')));

/**
 * A whole body, or all parameters of a query by their full names. A body that is not an object counts as empty.
 * `ignored` names the fields that are not parsed because of the values of others.
 */
export function fields<F extends Fields>(shapes: F, ignored: (given: Hash) => readonly string[] = () => []) {
  const none = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, undefined]));
  // Set to undefined, so that zod accepts a missing field that is `unvalidated`: the operation reports it.
  const nothing = none(Object.keys(shapes));
  return prepared(
    (given) => (isHash(given) ? { ...nothing, ...given, ...none(ignored(given)) } : nothing),
    z.object(shapes),
  );
}

/** Returns the last value of a parameter that is given more than once: it is the one that counts. */
const lastOf = (value: unknown): unknown => (Array.isArray(value) ? value.at(-1) : value);

/** One parameter of a query, with any shape. */
export const given = <S extends Shape>(shape: S) => z.preprocess(lastOf, shape).optional();

/** A query parameter; without a value it counts as left out. */
export const parameter = (docs: Docs = {}, isGood = (_: string): boolean => true, kind: Kind = 'text') =>
  given(
    z
      .string(wrong('text'))
      .refine((value) => value === '' || isGood(value), wrong(kind))
      .optional(),
  )
    .transform((value) => value || undefined)
    .meta({ type: 'string', ...docs });

/** Tells whether a switch is on: only the literal `true` turns it on. */
export const isOn = (value: unknown): boolean => lastOf(value) === 'true';
export const on = (docs: Docs) =>
  z
    .unknown()
    .optional()
    .transform(isOn)
    .meta({ type: 'string', ...docs });

type Spelling = (body: Hash, actor: Actor) => { form: Shape; given: unknown } | undefined;
const spellings = new WeakMap<Shape, Spelling>();

/** The OpenAPI document shows both forms; `read` finds out which one was sent. */
function spelt<T extends Shape>(usual: Shape, other: Shape, spelling: Spelling): T {
  const another = requestSchema(other);
  const shape = z
    .unknown()
    .meta({ anyOf: [requestSchema(usual), ...(another.anyOf ?? [another])] })
    .pipe(usual);
  spellings.set(shape, spelling);
  return shape as Shape as T;
}

/** A body in one of two forms: problems are reported for the form that it has. */
export const forms = <A extends Shape, B extends Shape>(
  usual: A,
  other: B,
  isOther: (body: Hash, actor: Actor) => boolean,
) =>
  spelt<z.ZodType<z.output<A> | z.output<B>>>(usual, other, (given, actor) => ({
    form: isOther(given, actor) ? other : usual,
    given,
  }));

/** A body with an alternative spelling: it is rewritten, and problems are reported as for the usual one. */
export const withAlias = <S extends Shape>(usual: S, other: Shape, rewrite: (body: Hash) => unknown) =>
  spelt<S>(usual, other, (body) => {
    const given = rewrite(body);
    return given === undefined ? undefined : { form: usual, given };
  });

/** A wrapper that is null counts as left out. */
export const isLeftOut = (value: unknown): boolean => value === undefined || value === null;

/** A body whose fields may also be sent without the wrapper of this name. */
export const orFlat = <S extends Shape>(usual: S, name: string, bare: Fields) =>
  withAlias(usual, fields(bare), (body) => wrapped(body, name, bare));

/** A body with one object, which may also be sent without the wrapper of this name. */
export const bodyOf = <S extends Shape>(name: string, bare: Fields, object: S) =>
  orFlat(
    twoWay(
      fields({ [name]: object }),
      (body) => body[name] as z.output<S>,
      (value) => ({ [name]: value }),
    ),
    name,
    bare,
  );

/** Adds the wrapper; undefined if the body has it already. */
export function wrapped(body: Hash, name: string, bare: Fields): Hash | undefined {
  const own = Object.fromEntries(Object.entries(body).filter(([one]) => Object.hasOwn(bare, one)));
  const isBare = body[name] === undefined || (body[name] === null && Object.keys(own).length > 0);
  return isBare ? { [name]: own } : undefined;
}

/** Reports a failure that is already known, such as a rule's. */
export function report(context: Context, reported: Failure): void {
  context.issues.push({ code: 'custom', input: context.value, params: { reported } });
}

/** The JSON schema of a request, for the OpenAPI document. */
export const requestSchema = (shape: Shape): RequestSchema => schemaOf(shape, 'input');

export interface RequestSchema {
  readonly anyOf?: readonly RequestSchema[];
  readonly properties?: Readonly<Record<string, RequestSchema>>;
  readonly required?: readonly string[];
  readonly description?: string;
}

export function isHash(value: unknown): value is Hash {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.keys(value).length === 0;
}
