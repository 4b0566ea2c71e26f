import { type Failure, failure } from '../../../base/errors.ts';
import type { Kind, Wordings } from '../codec.ts';

const codes = (...values: readonly string[]): string =>
  values.map((value) => `<code>${value}</code>`).join(', ');

/** The phrases that clients know, markup and all (docs/rules/registrar.md#parameters). */
const phrases: Readonly<Record<Exclude<Kind, 'missing' | 'empty'>, string>> = {
  wrapper: 'Must be a Hash',
  hash: 'Must be a Hash',
  nested: 'Must be an Array of nested elements',
  list: 'Must be an array of any type',
  texts: 'Must be an array of String',
  text: 'Must be a String',
  integer: 'Must be a Integer',
  flag: `Must be one of: ${codes('true', 'false', 'true', 'false')}.`,
  true: `Must be one of: ${codes('true', 'true')}.`,
  choice: 'Must be one of: ',
  date: 'Must be a date (yyyy-mm-dd)',
  long: 'Must have at most this many characters: ',
};

export const missingParameter = (name: string, path: readonly string[] = [name]): Failure =>
  failure('REQUIRED_PARAMETER_MISSING', `Missing parameter ${name}`, { path });

export const invalidParameter = (
  name: string,
  value: unknown,
  phrase: string,
  path: readonly string[] = [name],
): Failure =>
  failure('PARAMETER_VALUE_SYNTAX', `Invalid parameter '${name}' value ${shown(value)}: ${phrase}`, { path });

/**
 * Two families of checks, each with its messages: where a value is required, all empty ones are reported
 * first (docs/rules/registrar.md#parameters, #order-of-checks).
 */
export const registrarWordings: Wordings = {
  first: ['empty', 'wrapper'],
  nullIsWrong: true,
  failureOf: ({ kind, path, name, value, options, most }) => {
    if (kind === 'missing') return missingParameter(name, path);
    if (kind === 'empty')
      return failure('REQUIRED_PARAMETER_MISSING', `param is missing or the value is empty: ${name}`, {
        path,
      });
    const limit = kind === 'choice' ? options.join(', ') : kind === 'long' ? most : '';
    return invalidParameter(name, value, `${phrases[kind]}${limit}`, path);
  },
};

// Long values are cut, so that an error message does not return a megabyte.
function shown(value: unknown): string {
  // The incumbent's term, which clients may know.
  if (value === null) return 'nil';
  const json = JSON.stringify(value) ?? 'nil';
  return json.length > 200 ? `${json.slice(0, 200)}...` : json;
}
