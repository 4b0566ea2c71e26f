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
    /** Of what is THROTTLED: the points that it costs, and those that there are at most. */
    readonly cost?: { readonly requested?: number; readonly limit?: number };
    readonly [key: string]: unknown;
  };
}

/** The kinds of failure, each with what it tells beside the rest. */
interface Kinds {
  /** Sign in again: the credentials are missing, wrong or have ended. */
  readonly UNAUTHENTICATED: unknown;
  /** The caller's role or token is not enough: `scope` names the scope that a token lacks. */
  readonly FORBIDDEN: { readonly scope: string | undefined };
  /** The budget is spent: `pageSizeThatFits` is the page that could be paid for. */
  readonly THROTTLED: { readonly pageSizeThatFits: number | undefined };
  /** The server cannot answer now, and will later. */
  readonly UNAVAILABLE: unknown;
  /** No answer came: it is unknown whether the request arrived. `cause` is what fetch said. */
  readonly UNREACHABLE: { readonly status: undefined };
  /** The document or its variables are wrong: `argument` leads to the wrong one. */
  readonly INVALID: { readonly argument: readonly (string | number)[] | undefined };
  /** Too much was asked for at once: ask for less. */
  readonly TOO_MUCH: unknown;
  /** A fault of the server: quote `requestId` to its operator. */
  readonly FAULT: { readonly requestId: string | undefined };
  /** A file ended before the list did: `after` is where to go on. */
  readonly INTERRUPTED: { readonly after: string | undefined };
  /** The answer is not GraphQL: a gateway's page, for example, or a wrong address. */
  readonly NOT_GRAPHQL: unknown;
}

export type FailureKind = keyof Kinds;

interface Parts {
  readonly kind?: FailureKind;
  readonly message?: string;
  readonly status?: number | undefined;
  readonly errors?: readonly ReportedError[];
  readonly data?: unknown;
  readonly retryAfterSeconds?: number | undefined;
  readonly after?: string | undefined;
  readonly cause?: unknown;
}

class RequestFailure extends Error {
  readonly kind: FailureKind;
  /** The HTTP status. */
  readonly status: number | undefined;
  /** Empty when the answer was not GraphQL. */
  readonly errors: readonly ReportedError[];
  /** The partial data beside the errors. */
  readonly data: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor({ status, errors = [], data = null, retryAfterSeconds, ...rest }: Parts) {
    const { message, extensions = {} } = errors[0] ?? {};
    super(
      rest.message ?? message ?? `The server answered with HTTP status ${status} and no GraphQL result`,
      'cause' in rest ? { cause: rest.cause } : undefined,
    );
    this.name = 'GraphqlRequestError';
    this.kind = rest.kind ?? kindOf(status, extensions.code);
    this.status = status;
    this.errors = errors;
    this.data = data;
    this.retryAfterSeconds = retryAfterSeconds;
    const { scope, pageSizeThatFits, argument, requestId } = extensions;
    const { after } = rest;
    Object.assign(this, { scope, pageSizeThatFits, argument, requestId, after });
  }

  /** The first error's code. */
  get code(): string | undefined {
    return this.errors[0]?.extensions?.code;
  }

  /** Whether the same request may succeed later. One that costs more than a whole budget never does. */
  get isPassing(): boolean {
    const { requested = 0, limit = 0 } = this.errors[0]?.extensions?.cost ?? {};
    return passing.includes(this.kind) && requested <= limit;
  }
}

/**
 * Why there is no data. `kind` tells what to do, and narrows the rest: `if (error.kind === 'THROTTLED') error.pageSizeThatFits`.
 * Refused writes are no failures: they are told in `userErrors`.
 */
export type GraphqlRequestError = {
  [Kind in FailureKind]: Omit<RequestFailure, 'kind' | keyof Kinds[Kind]> & {
    readonly kind: Kind;
  } & Kinds[Kind];
}[FailureKind];

export const GraphqlRequestError = RequestFailure as unknown as {
  new (parts: Parts): GraphqlRequestError;
  readonly prototype: GraphqlRequestError;
};

const passing: readonly FailureKind[] = ['THROTTLED', 'UNAVAILABLE', 'UNREACHABLE'];

const kinds: Readonly<Record<string, FailureKind>> = {
  UNAUTHENTICATED: 'UNAUTHENTICATED',
  FORBIDDEN: 'FORBIDDEN',
  THROTTLED: 'THROTTLED',
  SERVICE_UNAVAILABLE: 'UNAVAILABLE',
  // Of a reader that was too slow, the server says that it may come back.
  SLOW_READER: 'UNAVAILABLE',
  TOO_MANY_GROUPS: 'TOO_MUCH',
  QUERY_TOO_EXPENSIVE: 'TOO_MUCH',
  QUERY_TIMEOUT: 'TOO_MUCH',
  QUERY_TOO_COMPLEX: 'TOO_MUCH',
  INTERNAL_SERVER_ERROR: 'FAULT',
};

/** By the server's code, or by the status where a gateway has answered instead. */
function kindOf(status = 0, code: string | undefined): FailureKind {
  if (code !== undefined) return kinds[code] ?? 'INVALID';
  if (isAway(status)) return 'UNAVAILABLE';
  return byStatus[status] ?? 'NOT_GRAPHQL';
}

const byStatus: Readonly<Record<number, FailureKind>> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  429: 'THROTTLED',
  500: 'FAULT',
};

/** A gateway's answer, from before or after the request was served: like a lost connection. */
export const isAway = (status: number): boolean => status === 502 || status === 503 || status === 504;
