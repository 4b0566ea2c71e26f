import { type ErrorCode, errorCatalogue } from './error-catalogue.ts';
import { limit } from './limits.ts';

/**
 * Distinguishes failures of one code that an API answers differently. Each API maps code and reason itself
 * (rest/status.ts, graphql/refusals.ts, web/confirm.ts): nothing below the APIs knows of HTTP.
 */
export type FailureReason =
  /** An object that the input refers to does not exist; the object of the request may. */
  | 'named-object'
  /** Sums up the reasons of several rows, for those who see no rows. */
  | 'of-rows'
  /** A code or password of an object is wrong, not the caller's own. */
  | 'wrong-object-code'
  /** No number of the range is left. */
  | 'numbers-used-up'
  /** What was requested is in progress already. */
  | 'under-way'
  /** A service that we depend on does not answer. */
  | 'service-away'
  /** A service that we depend on has given an answer that cannot be parsed. */
  | 'service-unreadable'
  /** Specified, but not implemented here. */
  | 'not-built'
  /** Cannot be done at the moment, whatever the request. */
  | 'not-now';

/** Why a request is refused. `path` is the input field, in the operation's own names. */
export interface Failure {
  readonly code: ErrorCode;
  readonly resultCode: number;
  readonly message: string;
  readonly retryable: boolean;
  readonly path?: readonly string[];
  readonly details?: Readonly<Record<string, unknown>>;
  readonly reason?: FailureReason;
  /** Found beside an earlier one that the documented APIs report alone: only the graph shows it. */
  readonly isFurther?: true;
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
 * (docs/rules/registrar.md#which-refusal-is-reported).
 */
export function fieldFailure(code: ErrorCode, message: string, field: string): Failure {
  return failure(code, `${message} [${field}]`, { path: [field] });
}

/** The message without that field: brackets are words of the documented REST API, and mean nothing elsewhere. */
export const plainMessage = ({ message }: Pick<Failure, 'message'>): string =>
  message.replace(/ \[\w+\]$/, '');

/** The message with its explanation, if it has one. */
export const explained = ({
  message,
  explanation,
}: {
  readonly message: string;
  readonly explanation?: string | null;
}): string => (explanation ? `${message.replace(/\.$/, '')}. ${explanation}` : message);

/** An expected refusal, thrown by an operation. Never a fault: the runner turns it into an answer. */
export class Refusal extends Error {
  readonly failures: readonly [Failure, ...Failure[]];

  constructor(failures: readonly [Failure, ...Failure[]]) {
    super(failures[0].message);
    this.name = 'Refusal';
    this.failures = failures;
  }
}

/**
 * A wrong secret, perhaps beside other problems, thrown before the operation has written anything but its
 * count: that count is committed, so that parallel attempts get no more guesses than allowed.
 */
export class WrongSecret extends Refusal {}

const usualWaitSeconds = limit(
  'seconds after which a caller may try again, where nothing says how many',
  2,
  'Short troubles have passed by then.',
);

/** Refused for now, whatever the request, with the time of a retry. */
export const notNow = (message: string, retryAfterSeconds = usualWaitSeconds): Failure =>
  failure('COMMAND_FAILED', message, { reason: 'not-now', details: { retryAfterSeconds } });

/** Every API marks such a refusal in its own format. */
export const isNotNow = ({ reason }: Failure): boolean => reason === 'not-now';

/** The details of `OUTCOME_CHANGED` over REST, in each API's own format; other refusals have none. */
export const changedIn = ({ code, details }: Failure): { readonly changed?: unknown } =>
  code === 'OUTCOME_CHANGED' ? { changed: details?.changed ?? [] } : {};

/** Returns where a person decides, for `APPROVAL_NEEDED` over REST; empty for other refusals. */
export function waitingIn({ code, details }: Failure): {
  readonly address?: unknown;
  readonly state?: unknown;
  readonly ends_at?: unknown;
} {
  if (code !== 'APPROVAL_NEEDED') return {};
  const { address, state, endsAt } = details ?? {};
  return { address, state, ends_at: endsAt };
}

/** Refusals that concern the outcome of a dry run, which no API words itself. */
export const isAboutOutcome = ({ code }: Failure): boolean =>
  code === 'OUTCOME_CHANGED' || code === 'OUTCOME_INVALID';

/** Returns the seconds after which to try again, if the refusal has them. */
export function retryAfterOf({ details }: Failure): string | undefined {
  const seconds = details?.retryAfterSeconds;
  return typeof seconds === 'number' ? String(seconds) : undefined;
}

/**
 * Cannot be done at the moment: nobody's mistake, and soon over. It is neither a fault nor a result of the operation:
 * any code may throw it, and the APIs answer it.
 */
export class Unavailable extends Error {
  override readonly name: string = 'Unavailable';
  readonly failure: Failure;
  /** The query took longer than allowed: repeating it does not help. */
  readonly isTooSlow: boolean = false;

  constructor(message: string, options?: ErrorOptions & { readonly waitSeconds?: number }) {
    super(message, options);
    this.failure = notNow(message, options?.waitSeconds);
  }
}

/** A query that would read too many rows to finish before it is cancelled, so it is not started. */
export class TooManyRows extends Error {
  override readonly name = 'TooManyRows';
  readonly mostRows: number;
  /** The least number of rows, if known. */
  readonly rows: number;
  /** The number of rows that were counted to find out. */
  readonly rowsCounted: number;

  constructor(mostRows: number, rows: number, rowsCounted = 0) {
    super(`more than ${mostRows} rows would be read one by one`);
    this.mostRows = mostRows;
    this.rows = rows;
    this.rowsCounted = rowsCounted;
  }
}

/** A query that was cancelled because it ran too long. */
export const ranTooLong = (error: unknown): boolean => error instanceof Unavailable && error.isTooSlow;

export function refuse(code: ErrorCode, message?: string, options?: FailureOptions): never {
  throw new Refusal([failure(code, message, options)]);
}

export function refuseWith(reason: Failure): never {
  throw new Refusal([reason]);
}

export function refuseAll(reasons: readonly Failure[]): never {
  const [first = failure('COMMAND_FAILED'), ...rest] = reasons;
  throw new Refusal([first, ...rest]);
}

/** The object of the request does not exist, or is not the caller's. */
export const objectDoesNotExist = (): Failure => failure('OBJECT_DOES_NOT_EXIST');

/** An object that the input refers to does not exist. */
export const referenceNotFound = (message: string, path?: readonly string[]): Failure =>
  failure('OBJECT_DOES_NOT_EXIST', message, { reason: 'named-object', ...(path && { path }) });

/**
 * A secret in the request (Auth-Code, transfer code, registration code) is wrong; the caller is
 * authenticated.
 */
export const wrongSecret = (message?: string): Failure =>
  failure('INVALID_AUTHORIZATION_INFORMATION', message, { reason: 'wrong-object-code' });

/** Those that the documented APIs report; the graph shows them all. */
export function reportedByRest([first, ...rest]: readonly [Failure, ...Failure[]]): [Failure, ...Failure[]] {
  return [first, ...rest.filter(({ isFurther }) => !isFurther)];
}

const isSame = (one: Failure, other: Failure): boolean =>
  one.code === other.code && one.message === other.message && one.path?.join() === other.path?.join();

interface Stage {
  readonly direct: Failure[];
  readonly validation: Failure[];
}

/**
 * All problems of an input: direct errors come before field validations
 * (docs/rules/registrar.md#which-refusal-is-reported).
 */
export class Problems {
  #stage: Stage = { direct: [], validation: [] };
  readonly #stages = [this.#stage];
  #isWrongSecret = false;

  direct(...reasons: readonly (Failure | undefined)[]): this {
    for (const reason of reasons) if (reason) this.#stage.direct.push(reason);
    return this;
  }

  validation(...reasons: readonly (Failure | undefined)[]): this {
    for (const reason of reasons) if (reason) this.#stage.validation.push(reason);
    return this;
  }

  /**
   * The checks from here on come later in the documents: REST reports them only if nothing before is wrong, the graph
   * beside it.
   */
  further(): this {
    this.#stage = { direct: [], validation: [] };
    this.#stages.push(this.#stage);
    return this;
  }

  /** Appends the problems of another check, each in its group. */
  with(other: Problems): this {
    for (const { direct, validation } of other.#stages) this.direct(...direct).validation(...validation);
    return this;
  }

  /** The result of a step that refuses by itself; undefined if it did, with its reasons among these, of this field. */
  async attempt<T>(step: () => Promise<T>, ...path: readonly string[]): Promise<T | undefined> {
    try {
      return await step();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.#isWrongSecret ||= error instanceof WrongSecret;
      this.direct(...error.failures.map((reason) => (path.length > 0 ? { path, ...reason } : reason)));
      return undefined;
    }
  }

  /** True if a step refused because of a secret, so that no other check may tell anything. */
  get isWrongSecret(): boolean {
    return this.#isWrongSecret;
  }

  get all(): readonly Failure[] {
    const found = this.#stages.map(({ direct, validation }) => [...direct, ...validation]);
    const [first = [], ...others] = found.filter((some) => some.length > 0);
    const further = others.flat().filter((reason) => !first.some((one) => isSame(one, reason)));
    return [...first, ...further.map((reason): Failure => ({ ...reason, isFurther: true }))];
  }

  refuseIfAny(Kind: typeof Refusal = this.#isWrongSecret ? WrongSecret : Refusal): void {
    const [first, ...rest] = this.all;
    if (first) throw new Kind([first, ...rest]);
  }
}
