import { type ErrorCode, errorCatalogue } from './error-catalogue.ts';

/**
 * What a door has to know beyond the code, where two failures of one code are told differently. Each door makes its own
 * of code and reason (rest/status.ts, graphql/refusals.ts, web/confirm.ts): nothing below the doors knows of HTTP.
 */
export type FailureReason =
  /** Something that the input names is not there; what the request is about may well be. */
  | 'named-object'
  /** A code or password of an object is wrong, not the caller's own. */
  | 'wrong-object-code'
  /** No number of the range is left. */
  | 'numbers-used-up'
  /** The same is being done already. */
  | 'under-way'
  /** Somebody we depend on does not answer. */
  | 'service-away'
  /** Somebody we depend on has answered what nobody can read. */
  | 'service-unreadable'
  /** Known to others, and not done here. */
  | 'not-built'
  /** Whatever was asked: it cannot be done at this moment. */
  | 'not-now';

/** Why a request is refused. `path` is the input field it is about, in the operation's own words. */
export interface Failure {
  readonly code: ErrorCode;
  readonly resultCode: number;
  readonly message: string;
  readonly retryable: boolean;
  readonly path?: readonly string[];
  readonly details?: Readonly<Record<string, unknown>>;
  readonly reason?: FailureReason;
}

export interface FailureOptions {
  readonly path?: readonly string[];
  readonly details?: Readonly<Record<string, unknown>>;
  readonly reason?: FailureReason;
}

/** A failure with the code's own text, or a more exact one. */
export function failure(code: ErrorCode, message?: string, options: FailureOptions = {}): Failure {
  const { resultCode, retryable, message: usual } = errorCatalogue[code];
  return { code, resultCode, retryable, message: message ?? usual, ...options };
}

/**
 * A failed field validation: its message ends with the field in brackets
 * (docs/rules/registrar.md#which-refusal-is-told).
 */
export function fieldFailure(code: ErrorCode, message: string, field: string): Failure {
  return failure(code, `${message} [${field}]`, { path: [field] });
}

/** An expected refusal on its way out of an operation. Never a fault: the runner turns it into an answer. */
export class Refusal extends Error {
  readonly failures: readonly [Failure, ...Failure[]];

  constructor(failures: readonly [Failure, ...Failure[]]) {
    super(failures[0].message);
    this.name = 'Refusal';
    this.failures = failures;
  }
}

/**
 * A wrong secret, perhaps beside other problems, told before the operation has written anything but its count: that
 * count is committed, so that no number of attempts at the same time gets more guesses than allowed.
 */
export class WrongSecret extends Refusal {}

/** How long whoever came at a bad moment should wait, where nobody knows better. */
const usualWaitSeconds = 2;

/** Refused for now, whatever was asked, with when to come again. */
export const notNow = (message: string, retryAfterSeconds = usualWaitSeconds): Failure =>
  failure('COMMAND_FAILED', message, { reason: 'not-now', details: { retryAfterSeconds } });

/** What every door adds to such a refusal, in whatever shape it says no: that it is one. */
export const isNotNow = ({ reason }: Failure): boolean => reason === 'not-now';

/** In seconds, when the refusal tells. */
export function retryAfterOf({ details }: Failure): string | undefined {
  const seconds = details?.retryAfterSeconds;
  return typeof seconds === 'number' ? String(seconds) : undefined;
}

/**
 * It cannot be done now: nobody's mistake, and soon over. Neither a fault nor an answer of the operation: it comes out
 * of whatever was being done, and the doors tell it.
 */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable';
  readonly failure: Failure;
  /** It was begun, and took longer than anything may: of a question, the same again will not do. */
  readonly isTooSlow: boolean = false;

  constructor(message: string, options?: ErrorOptions & { readonly waitSeconds?: number }) {
    super(message, options);
    this.failure = notNow(message, options?.waitSeconds);
  }
}

/** A question that ran until it was ended. */
export const ranTooLong = (error: unknown): boolean => error instanceof Unavailable && error.isTooSlow;

export function refuse(code: ErrorCode, message?: string, options?: FailureOptions): never {
  throw new Refusal([failure(code, message, options)]);
}

export function refuseWith(reason: Failure): never {
  throw new Refusal([reason]);
}

/** The object that the request is about is not there, or not the caller's. */
export const objectDoesNotExist = (): Failure => failure('OBJECT_DOES_NOT_EXIST');

/** Something that the input names is not there. */
export const referenceNotFound = (message: string, path?: readonly string[]): Failure =>
  failure('OBJECT_DOES_NOT_EXIST', message, { reason: 'named-object', ...(path && { path }) });

/** A secret in the request (Auth-Code, transfer code, registration code) is wrong; the caller is who they say. */
export const wrongSecret = (message?: string): Failure =>
  failure('INVALID_AUTHORIZATION_INFORMATION', message, { reason: 'wrong-object-code' });

/**
 * All that is wrong with an input: direct errors come before field validations
 * (docs/rules/registrar.md#which-refusal-is-told).
 */
export class Problems {
  readonly #direct: Failure[] = [];
  readonly #validation: Failure[] = [];

  direct(...reasons: readonly (Failure | undefined)[]): this {
    for (const reason of reasons) if (reason) this.#direct.push(reason);
    return this;
  }

  validation(...reasons: readonly (Failure | undefined)[]): this {
    for (const reason of reasons) if (reason) this.#validation.push(reason);
    return this;
  }

  /** What another check found comes behind, each in its lane. */
  with(other: Problems): this {
    this.#direct.push(...other.#direct);
    this.#validation.push(...other.#validation);
    return this;
  }

  get all(): readonly Failure[] {
    return [...this.#direct, ...this.#validation];
  }

  refuseIfAny(Kind: typeof Refusal = Refusal): void {
    const [first, ...rest] = this.all;
    if (first) throw new Kind([first, ...rest]);
  }
}
