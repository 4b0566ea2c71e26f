import { type Failure, Refusal } from '../../core/errors.ts';
import { isMissing, mustBe, mustBeFilled, tooLong } from '../../rules/money/payment-request.ts';
import type { RestAnswer, RestCall } from '../door.ts';

/** The operation's word for each field, and how clients of this API spell it. */
export type FieldNames = Readonly<Record<string, string>>;

const longestText = 2000;
const greatestNumber = 2_147_483_647;

/** Reads fields of a JSON object by the operation's words; collects all that is wrong with them. */
export class Fields<N extends FieldNames> {
  readonly problems: Failure[] = [];
  readonly #names: N;
  readonly #body: Readonly<Record<string, unknown>>;

  constructor(names: N, body: unknown) {
    this.#names = names;
    this.#body = typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body } : {};
  }

  raw(field: keyof N & string): unknown {
    const name = this.#names[field] ?? field;
    return Object.hasOwn(this.#body, name) ? this.#body[name] : undefined;
  }

  isGiven(field: keyof N & string): boolean {
    const value = this.raw(field);
    return value !== undefined && value !== null && value !== '';
  }

  /** `is missing`, `must be filled`, `must be a string` (docs/rules/billing.md#fields). */
  text(field: keyof N & string): string | undefined {
    const value = this.raw(field);
    if (value === undefined) return this.#problem(isMissing(field));
    if (value === null || (typeof value === 'string' && value.trim() === ''))
      return this.#problem(mustBeFilled(field));
    return this.optionalText(field);
  }

  optionalText(field: keyof N & string, most = longestText): string | undefined {
    const value = this.raw(field);
    if (value === undefined || value === null || value === '') return undefined;
    if (typeof value !== 'string') return this.#problem(mustBe(field, 'a string'));
    return value.length > most ? this.#problem(tooLong(field, most)) : value;
  }

  /** A text, or a number that is taken for one. */
  optionalWord(field: keyof N & string, most = 255): string | undefined {
    const value = this.raw(field);
    if (typeof value !== 'number') return this.optionalText(field, most);
    return String(value);
  }

  /** An amount or the like: text or number, required. */
  word(field: keyof N & string): string | undefined {
    return typeof this.raw(field) === 'number' ? this.optionalWord(field) : this.text(field);
  }

  /** Digits, as text or number (docs/rules/rulings.md#numbers-as-text). */
  invoiceNumber(field: keyof N & string): number | undefined {
    const text = this.word(field);
    if (text === undefined) return undefined;
    const number = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Number.NaN;
    return number <= greatestNumber ? number : this.#problem(mustBe(field, 'an integer'));
  }

  texts(field: keyof N & string): string[] | undefined {
    const value = this.raw(field);
    if (value === undefined || value === null) return undefined;
    return Array.isArray(value) && value.every((item) => typeof item === 'string' && item.length <= 255)
      ? value
      : this.#problem(mustBe(field, 'an array of strings'));
  }

  refuseIfAnyProblem(): void {
    const [first, ...rest] = this.problems;
    if (first) throw new Refusal([first, ...rest]);
  }

  #problem(problem: Failure): undefined {
    this.problems.push(problem);
    return undefined;
  }
}

/** Handles a body by its fields; refusals name fields as the client spelt them. */
export function withFields<N extends FieldNames>(
  names: N,
  handle: (fields: Fields<N>, call: RestCall) => Promise<RestAnswer>,
): (call: RestCall) => Promise<RestAnswer> {
  return async (call) => {
    try {
      return await handle(new Fields(names, call.body), call);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const [first, ...rest] = error.failures;
      throw new Refusal([renamed(names, first), ...rest.map((reason) => renamed(names, reason))]);
    }
  };
}

function renamed(names: FieldNames, reason: Failure): Failure {
  const [field, ...deeper] = reason.path ?? [];
  return field === undefined ? reason : { ...reason, path: [names[field] ?? field, ...deeper] };
}

/** For the OpenAPI document: an object of these properties. */
export const objectSchema = (
  properties: Readonly<Record<string, object>>,
  required: string[] = [],
): object => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
});

export const textSchema = (description: string): object => ({ type: 'string', description });
