import { failure, refuseWith } from '../../core/errors.ts';

/**
 * The two families of parameter checks that registrar clients know by their texts
 * (docs/rules/registrar.md#parameters). Family B is declared here as data, so that one declaration checks a body and
 * describes it in the OpenAPI document.
 */
export interface Param<T> {
  readonly schema: object;
  readonly isRequired: boolean;
  /** The value, or a refusal that names the parameter. */
  read(value: unknown, name: string): T;
}

export type Fields = Readonly<Record<string, Param<unknown>>>;
export type Values<F extends Fields> = { [K in keyof F]: F[K] extends Param<infer T> ? T : never };

export const missingParameter = (name: string): never =>
  refuseWith(failure('REQUIRED_PARAMETER_MISSING', `Missing parameter ${name}`, { path: [name] }));

export const invalidParameter = (name: string, value: unknown, phrase: string): never =>
  refuseWith(
    failure('PARAMETER_VALUE_SYNTAX', `Invalid parameter '${name}' value ${shown(value)}: ${phrase}`, {
      path: [name],
    }),
  );

/** Family A: blank text, `{}`, `[]` and null count as missing. */
export function requireFilled(container: unknown, name: string): unknown {
  const value = isHash(container) ? container[name] : undefined;
  if (isEmpty(value))
    refuseWith(
      failure('REQUIRED_PARAMETER_MISSING', `param is missing or the value is empty: ${name}`, {
        path: [name],
      }),
    );
  return value;
}

export function requireHash(container: unknown, name: string): Readonly<Record<string, unknown>> {
  const value = requireFilled(container, name);
  return isHash(value) ? value : invalidParameter(name, value, 'Must be a Hash');
}

export const text = (docs: object = {}): Param<string> =>
  required({ type: 'string', ...docs }, (value, name) =>
    typeof value === 'string' ? value : invalidParameter(name, value, 'Must be a String'),
  );

/** A string of digits is accepted where an integer is documented (docs/rules/rulings.md#numbers-as-text). */
export const integer = (docs: object = {}): Param<number> =>
  required({ type: 'integer', ...docs }, (value, name) => {
    const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
    return Number.isSafeInteger(number)
      ? (number as number)
      : invalidParameter(name, value, 'Must be a Integer');
  });

/** JSON booleans or their names as text; the phrase is the one clients know, markup and all. */
export const flag = (docs: object = {}): Param<boolean> =>
  required({ type: 'boolean', ...docs }, (value, name) => {
    if (value === true || value === 'true') return true;
    if (value === false || value === 'false') return false;
    return invalidParameter(name, value, `Must be one of: ${codes('true', 'false', 'true', 'false')}.`);
  });

export const onlyTrue = (docs: object = {}): Param<true> =>
  required({ type: 'boolean', enum: [true], ...docs }, (value, name) =>
    value === true || value === 'true'
      ? true
      : invalidParameter(name, value, `Must be one of: ${codes('true', 'true')}.`),
  );

export const oneOf = <T extends string>(values: readonly T[], docs: object = {}): Param<T> =>
  required(
    { type: 'string', enum: values, ...docs },
    (value, name) =>
      values.find((known) => known === value) ??
      invalidParameter(name, value, `Must be one of: ${values.join(', ')}`),
  );

export const hash = <F extends Fields>(fields: F, docs: object = {}): Param<Values<F>> =>
  required(hashSchema(fields, docs), (value, name) =>
    isHash(value) ? readFields(fields, value) : invalidParameter(name, value, 'Must be a Hash'),
  );

export const listOf = <T>(item: Param<T>, docs: object = {}): Param<T[]> =>
  required({ type: 'array', items: item.schema, ...docs }, (value, name) =>
    Array.isArray(value)
      ? value.map((one) => (isHash(one) ? item.read(one, name) : notNested(name, value)))
      : notNested(name, value),
  );

export const anyList = (docs: object = {}): Param<unknown[]> =>
  required({ type: 'array', items: { type: 'string' }, ...docs }, (value, name) =>
    Array.isArray(value) ? value : invalidParameter(name, value, 'Must be an array of any type'),
  );

export const textList = (docs: object = {}): Param<string[]> =>
  required({ type: 'array', items: { type: 'string' }, ...docs }, (value, name) =>
    Array.isArray(value) && value.every((one) => typeof one === 'string')
      ? value
      : invalidParameter(name, value, 'Must be an array of String'),
  );

/** Contact codes or names: no list is told in the words of `anyList`, what is no text in those of `textList`. */
export const codeList = (docs: object = {}): Param<string[]> => ({
  ...textList(docs),
  read: (value, name) => textList().read(anyList().read(value, name), name),
});

export const optional = <T>(param: Param<T>): Param<T | undefined> => ({
  schema: param.schema,
  isRequired: false,
  read: (value, name) => (value === undefined || value === null ? undefined : param.read(value, name)),
});

/** Forms send empty text for what was not filled in. */
export const unlessBlank = <T>(param: Param<T>): Param<T | undefined> => ({
  ...param,
  read: (value, name) => (value === '' ? undefined : param.read(value, name)),
});

/** Reads a whole body of declared parameters. */
export function readBody<F extends Fields>(fields: F, body: unknown): Values<F> {
  return readFields(fields, isHash(body) ? body : {});
}

/** Where a missing object is told before a wrong body: it is looked for only when the body is wrong. */
export async function readUnlessMissing<T>(read: () => T, lookUp: () => Promise<unknown>): Promise<T> {
  try {
    return read();
  } catch (refusal) {
    await lookUp();
    throw refusal;
  }
}

export const bodySchema = (fields: Fields): object => hashSchema(fields, {});

export function isHash(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function required<T>(schema: object, read: (value: unknown, name: string) => T): Param<T> {
  return {
    schema,
    isRequired: true,
    read: (value, name) =>
      value === undefined || value === null ? missingParameter(name) : read(value, name),
  };
}

function readFields<F extends Fields>(fields: F, value: Readonly<Record<string, unknown>>): Values<F> {
  const entries = Object.entries(fields).map(([name, param]) => [name, param.read(own(value, name), name)]);
  return Object.fromEntries(entries) as Values<F>;
}

const own = (value: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(value, name) ? value[name] : undefined;

function hashSchema(fields: Fields, docs: object): object {
  const names = Object.entries(fields);
  const requiredNames = names.filter(([, param]) => param.isRequired).map(([name]) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(names.map(([name, param]) => [name, param.schema])),
    ...(requiredNames.length > 0 && { required: requiredNames }),
    ...docs,
  };
}

const notNested = (name: string, value: unknown): never =>
  invalidParameter(name, value, 'Must be an Array of nested elements');

const codes = (...values: readonly string[]): string =>
  values.map((value) => `<code>${value}</code>`).join(', ');

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true;
  if (typeof value === 'string') return value.trim() === '';
  return typeof value === 'object' && Object.keys(value).length === 0;
}

// Long values are cut: an error message is not a place to send a megabyte back.
function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? 'null';
  return json.length > 200 ? `${json.slice(0, 200)}...` : json;
}
