import type { Answer, Loose, TestWorld } from '../../support/world.ts';

export interface RestTwin {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the root of the door. */
  readonly url: string;
  readonly payload?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface MutationTwin {
  readonly mutation: string;
  /** Left out where the mutation has nothing to be told. */
  readonly input?: unknown;
  /** What the payload is asked for besides its userErrors. */
  readonly select?: string;
  readonly dryRun?: boolean;
  readonly idempotencyKey?: string;
}

/** A document with one root field. */
export interface QueryTwin {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

export type GraphqlTwin = MutationTwin | QueryTwin;

/** Who calls, and from where. */
export interface Caller {
  readonly auth: string | null;
  readonly from?: string | undefined;
}

/** What the graph answered: the one root field, or why not. */
export interface GraphOutcome {
  readonly value: Loose | null;
  readonly refusal?: {
    /** `UNAUTHENTICATED`, `OBJECT_EXISTS`, ... */
    readonly code?: string;
    readonly resultCode?: number;
    /** Null where the graph says it without words: what is not there is null. */
    readonly message: string | null;
    /** Everything that was wrong, where it is told as data. */
    readonly messages?: readonly string[];
  };
  readonly text: string;
}

export const callRest = (
  world: TestWorld,
  root: string,
  { method, url, payload, headers }: RestTwin,
  { auth, from }: Caller,
): Promise<Answer> =>
  world.request({
    method,
    url: root + url,
    auth,
    ...(payload !== undefined && { payload: payload as object }),
    ...(headers && { headers }),
    ...(from && { remoteAddress: from }),
  });

export async function callGraphql(
  world: Pick<TestWorld, 'request'>,
  twin: GraphqlTwin,
  { auth, from }: Caller,
): Promise<GraphOutcome> {
  const { body, text } = await world.request({
    method: 'POST',
    url: '/graphql',
    auth,
    payload: 'mutation' in twin ? mutationDocument(twin) : { query: twin.query, variables: twin.variables },
    ...(from && { remoteAddress: from }),
  });
  return outcomeIn(body as unknown as GraphBody, text);
}

function mutationDocument({ mutation, input, select = '', dryRun, idempotencyKey }: MutationTwin): object {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  const declared = `$dryRun: Boolean, $idempotencyKey: String${input === undefined ? '' : `, $input: ${type}!`}`;
  const given = `dryRun: $dryRun, idempotencyKey: $idempotencyKey${input === undefined ? '' : ', input: $input'}`;
  return {
    query: `mutation (${declared}) { ${mutation}(${given}) { ${select} userErrors { code resultCode message } } }`,
    variables: { input, dryRun, idempotencyKey },
  };
}

interface GraphBody {
  readonly data?: Readonly<Record<string, unknown>> | null;
  readonly errors?: readonly { message: string; extensions?: { code?: string; resultCode?: number } }[];
}

type UserErrors = readonly { code: string; resultCode: number; message: string }[];

function outcomeIn({ data, errors }: GraphBody, text: string): GraphOutcome {
  if (errors?.[0]) {
    const { message, extensions } = errors[0];
    return { value: null, refusal: { ...extensions, message }, text };
  }
  const [value] = Object.values(data ?? {}) as (Loose | null)[];
  if (!value) return { value: null, refusal: { resultCode: 2303, message: null }, text };
  const wrong = (value.userErrors ?? []) as unknown as UserErrors;
  const [first] = wrong;
  return {
    value,
    text,
    ...(first && { refusal: { ...first, messages: wrong.map(({ message }) => message) } }),
  };
}

/** Names of the runs differ in their tag. */
export const untagged = (text: string): string =>
  text
    .replace(/ \[[a-z_]+\]/g, '')
    .replace(/rr|gg|qq/gi, '..')
    .replace(/\b(ALPHA|BETA):[0-9A-F]{8}\b/g, '$1:(random)');

const volatile = new Set([
  ...['id', 'created_at', 'updated_at', 'transfer_code', 'auth_info', 'outzone_at', 'verified_at'],
  ...['createdAt', 'updatedAt'],
]);

/** Ids, codes and times of day are each run's own. */
export function stable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      volatile.has(key) && item !== null ? '(its own)' : stable(item),
    ]),
  );
}
