/** A GraphQL error as the server reports it. */
export interface ReportedError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: {
    /** UNAUTHENTICATED, FORBIDDEN, THROTTLED, BAD_USER_INPUT, PERSISTED_QUERY_NOT_FOUND ... */
    readonly code?: string;
    /** The registry's own code, such as 2202. */
    readonly resultCode?: number;
    /** The page that explains the code. */
    readonly helpUrl?: string;
    /** The id to quote when a fault persists. */
    readonly requestId?: string;
    readonly [key: string]: unknown;
  };
}

interface Parts {
  readonly status: number;
  readonly errors: readonly ReportedError[];
  readonly data: unknown;
  readonly retryAfterSeconds: number | undefined;
}

/** The server answered, but not with the requested data. Refused writes are reported in `userErrors` instead. */
export class GraphqlRequestError extends Error {
  /** The HTTP status. */
  readonly status: number;
  /** Empty when the answer was not GraphQL: a gateway's page, for example. */
  readonly errors: readonly ReportedError[];
  /** The partial data beside the errors. */
  readonly data: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, errors, data, retryAfterSeconds }: Parts) {
    super(errors[0]?.message ?? `The server answered with HTTP status ${status} and no GraphQL result`);
    this.name = 'GraphqlRequestError';
    this.status = status;
    this.errors = errors;
    this.data = data;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** The first error's code. */
  get code(): string | undefined {
    return this.errors[0]?.extensions?.code;
  }
}
