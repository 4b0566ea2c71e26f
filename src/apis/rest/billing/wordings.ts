import { z } from 'zod';
import { failure } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { isMissing, mustBe, mustBeFilled, tooLong } from '../../../registry/rules/money/payment-request.ts';
import { word as anyWord, type Kind, list, optional, unvalidated, type Wordings } from '../codec.ts';

/** docs/rules/billing.md#fields: all problems are reported, each with its field. */
const phrases: Readonly<Record<Exclude<Kind, 'missing' | 'empty' | 'long'>, string>> = {
  wrapper: 'an object',
  hash: 'an object',
  nested: 'an array of objects',
  list: 'an array',
  texts: 'an array of strings',
  text: 'a string',
  integer: 'an integer',
  flag: 'true or false',
  true: 'true',
  choice: 'one of ',
  date: 'a date (yyyy-mm-dd)',
};

export const billingWordings: Wordings = {
  failureOf: ({ kind, name, value, options, most }) => {
    if (name === '') return failure('PARAMETER_VALUE_SYNTAX', `must be ${phrases.list}`);
    if (kind === 'missing' || kind === 'empty')
      return value === undefined ? isMissing(name) : mustBeFilled(name);
    return kind === 'long' ? tooLong(name, most) : mustBe(name, `${phrases[kind]}${options.join(', ')}`);
  },
};

type Docs = Readonly<Record<string, unknown>>;

const longestText = limit(
  'characters of a text in a body of the billing API',
  2000,
  'Its columns are shorter.',
);
const greatestNumber = 2_147_483_647;
const filledText = z
  .string('text')
  .refine((text) => text.trim() !== '', { error: 'empty', abort: true })
  .max(longestText, 'long');

/** `is missing`, `must be filled`, `must be a string` (docs/rules/billing.md#fields). */
export const text = (docs: Docs) => filledText.meta(docs);

/** Empty text counts as left out. */
export const optionalText = (docs: Docs, most = longestText) =>
  orNothing(z.string('text').max(most, 'long').meta(docs));

/** A text, or a number that is taken for one. */
export const optionalWord = (docs: Docs, most = 255) =>
  orNothing(anyWord(docs).pipe(z.string().max(most, 'long')));

/** An amount or the like: text or number, required. */
export const word = (docs: Docs) => anyWord(docs).pipe(filledText);

/** Digits, as text or number (docs/rules/rulings.md#numbers-as-text). */
export const invoiceNumber = (description: string) =>
  word({ description })
    .pipe(
      z.string().refine((text) => /^[1-9]\d{0,9}$/.test(text) && Number(text) <= greatestNumber, 'integer'),
    )
    .transform(Number);

export const texts = (docs: Docs = {}) => optional(list(z.string('texts').max(255, 'texts'), 'texts', docs));

/**
 * The operation validates it, and reports its problems together with its own. A text is cut where it is certainly too
 * long, and an object or a list is passed on empty.
 */
export const validatedByOperation = (docs: Docs) => unvalidated({ type: 'string', ...docs }).transform(short);

const short = (value: unknown): unknown => {
  if (typeof value === 'string') return value.slice(0, longestText + 1);
  return typeof value === 'object' && value !== null ? {} : value;
};

/** Tells whether a value means true: only these two do. */
export const isFlag = (value: unknown): boolean => value === true || value === 'true';

export const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

function orNothing<S extends z.ZodType<string>>(shape: S) {
  return shape.nullish().transform((value) => value || undefined);
}
