/**
 * The catalogue: every way in which a caller can be refused, once. It feeds the REST envelope, GraphQL's userErrors
 * and errorCatalogue, and docs/errors.md. Codes and result codes: docs/rules/registrar.md#result-codes.
 */
export const errorCatalogue = {
  COMMAND_SYNTAX: {
    resultCode: 2001,
    httpStatus: 400,
    retryable: false,
    message: 'Command syntax error',
    help: 'The request is not well-formed: send valid JSON in UTF-8.',
  },
  COMMAND_USE: {
    resultCode: 2002,
    httpStatus: 400,
    retryable: false,
    message: 'Command use error',
    help: 'The request makes no sense for this object in its present state.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    resultCode: 2002,
    httpStatus: 409,
    retryable: false,
    message: 'Idempotency key was already used with another input',
    help: 'Use a new idempotency key for every new request; repeat a key only with the same input.',
  },
  REQUIRED_PARAMETER_MISSING: {
    resultCode: 2003,
    httpStatus: 400,
    retryable: false,
    message: 'Required parameter missing',
    help: 'Add the parameter that the message names.',
  },
  PARAMETER_VALUE_RANGE: {
    resultCode: 2004,
    httpStatus: 400,
    retryable: false,
    message: 'Parameter value range error',
    help: 'A count or value is outside the range that the message names.',
  },
  PARAMETER_VALUE_SYNTAX: {
    resultCode: 2005,
    httpStatus: 400,
    retryable: false,
    message: 'Parameter value syntax error',
    help: 'A value has the wrong type or form; the message names it.',
  },
  UNIMPLEMENTED: {
    resultCode: 2101,
    httpStatus: 405,
    retryable: false,
    message: 'Unimplemented command',
    help: 'The path exists, the method does not: see the Allow header.',
  },
  BILLING_FAILURE: {
    resultCode: 2104,
    httpStatus: 400,
    retryable: false,
    message: 'Billing failure',
    help: 'The operation has no price, or the balance is too low for it.',
  },
  NOT_ELIGIBLE_FOR_RENEWAL: {
    resultCode: 2105,
    httpStatus: 400,
    retryable: false,
    message: 'Object is not eligible for renewal',
    help: 'The new expiry date would lie too far ahead.',
  },
  NOT_ELIGIBLE_FOR_TRANSFER: {
    resultCode: 2106,
    httpStatus: 400,
    retryable: false,
    message: 'Object is not eligible for transfer',
    help: 'The domain is about to be deleted.',
  },
  AUTHORIZATION: {
    resultCode: 2201,
    httpStatus: 401,
    retryable: false,
    message: 'Authorization error',
    help: "The caller's role does not permit this operation.",
  },
  INVALID_AUTHORIZATION_INFORMATION: {
    resultCode: 2202,
    httpStatus: 401,
    retryable: false,
    message: 'Invalid authorization information',
    help: 'The credentials, transfer code or registration code are wrong.',
  },
  OBJECT_EXISTS: {
    resultCode: 2302,
    httpStatus: 400,
    retryable: false,
    message: 'Object exists',
    help: 'An object with this name or code is there already.',
  },
  OBJECT_DOES_NOT_EXIST: {
    resultCode: 2303,
    httpStatus: 404,
    retryable: false,
    message: 'Object does not exist',
    help: 'Nothing is there under this name, or it belongs to another registrar.',
  },
  OBJECT_STATUS_PROHIBITS: {
    resultCode: 2304,
    httpStatus: 400,
    retryable: false,
    message: 'Object status prohibits operation',
    help: "The object's statuses forbid it; allowedActions tells which.",
  },
  OBJECT_ASSOCIATION_PROHIBITS: {
    resultCode: 2305,
    httpStatus: 400,
    retryable: false,
    message: 'Object association prohibits operation',
    help: 'Other objects still use this one.',
  },
  PARAMETER_VALUE_POLICY: {
    resultCode: 2306,
    httpStatus: 400,
    retryable: false,
    message: 'Parameter value policy error',
    help: "The value is well-formed but against the registry's rules.",
  },
  DATA_MANAGEMENT_POLICY: {
    resultCode: 2308,
    httpStatus: 400,
    retryable: false,
    message: 'Data management policy violation',
    help: 'The change would leave the object in a forbidden shape.',
  },
  COMMAND_FAILED: {
    resultCode: 2400,
    httpStatus: 500,
    retryable: true,
    message: 'Command failed',
    help: 'A fault of ours or of a service we depend on: try again; quote the request id if it persists.',
  },
  RATE_LIMITED: {
    resultCode: 2502,
    httpStatus: 429,
    retryable: true,
    message: 'Session limit exceeded',
    help: 'Wait for the number of seconds in the Retry-After header.',
  },
} as const satisfies Record<string, ErrorDescription>;

export interface ErrorDescription {
  readonly resultCode: number;
  readonly httpStatus: number;
  readonly retryable: boolean;
  readonly message: string;
  readonly help: string;
}

export type ErrorCode = keyof typeof errorCatalogue;
export const errorCodes = Object.keys(errorCatalogue) as ErrorCode[];

/** One reason for a refusal. `path` is the input field it is about, in the operation's own words. */
export interface Failure {
  readonly code: ErrorCode;
  readonly resultCode: number;
  readonly message: string;
  readonly retryable: boolean;
  readonly path?: readonly string[];
  readonly details?: Readonly<Record<string, unknown>>;
  /** Set where this failure's HTTP status is not its code's usual one. */
  readonly httpStatus?: number;
}

export interface FailureOptions {
  readonly path?: readonly string[];
  readonly details?: Readonly<Record<string, unknown>>;
  readonly httpStatus?: number;
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

export function httpStatusOf(reason: Failure): number {
  return reason.httpStatus ?? errorCatalogue[reason.code].httpStatus;
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

/** How long whoever came at a bad moment should wait. */
const retryAfterSeconds = 2;

/** Refused for now, whatever was asked: HTTP 503 and when to come again. */
export const notNow = (message: string): Failure =>
  failure('COMMAND_FAILED', message, { httpStatus: 503, details: { retryAfterSeconds } });

/** What every door adds to such a refusal, in whatever shape it says no: that it is one. */
export const isNotNow = ({ httpStatus }: Failure): boolean => httpStatus === 503;

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
  readonly statusCode = 503;

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.failure = notNow(message);
  }
}

export function refuse(code: ErrorCode, message?: string, options?: FailureOptions): never {
  throw new Refusal([failure(code, message, options)]);
}

export function refuseWith(reason: Failure): never {
  throw new Refusal([reason]);
}

/** The object that the request is about is not there, or not the caller's: REST answers 404. */
export const objectDoesNotExist = (): Failure => failure('OBJECT_DOES_NOT_EXIST');

/** Something that the request's body names is not there: REST answers 400. */
export const referenceNotFound = (message: string, path?: readonly string[]): Failure =>
  failure('OBJECT_DOES_NOT_EXIST', message, { httpStatus: 400, ...(path && { path }) });

/** A secret in the request (Auth-Code, transfer code, registration code) is wrong: REST answers 400. */
export const wrongSecret = (message?: string): Failure =>
  failure('INVALID_AUTHORIZATION_INFORMATION', message, { httpStatus: 400 });

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
