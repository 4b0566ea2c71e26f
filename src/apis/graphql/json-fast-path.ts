import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { GraphQLParams, YogaServerInstance } from 'graphql-yoga';
import type { Context } from './context.ts';
import { withHelp } from './help.ts';

/**
 * A plain JSON POST that wants plain JSON back needs no Fetch API objects, which cost as much as a small query itself
 * (docs/decisions/0010-a-document-costs-what-it-can-hold.md). Same plugins, caches and rules as Yoga's own way, which
 * everything else goes, and which test/apis/graphql/json-fast-path.test.ts compares this with.
 */
export function fastPathParams({ method, headers, body, url }: FastifyRequest): GraphQLParams | undefined {
  if (method !== 'POST' || url !== '/graphql' || !Buffer.isBuffer(body)) return undefined;
  if (!/^(\*\/\*|application\/json)?$/.test(headers.accept ?? '')) return undefined;
  const params = parsed(body);
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return undefined;
  const { query, variables, operationName, extensions, ...others } = params as Record<string, unknown>;
  const isPlain =
    typeof query === 'string' &&
    !query.includes('subscription') &&
    isObjectOrNothing(variables) &&
    isObjectOrNothing(extensions) &&
    (operationName === undefined || operationName === null || typeof operationName === 'string') &&
    Object.keys(others).length === 0;
  return isPlain ? (params as GraphQLParams) : undefined;
}

// A placeholder: no hook on the fast path reads the request.
export const anyRequest = new Request('http://graphql/graphql', { method: 'POST' });

export async function takeFastPath(
  yoga: YogaServerInstance<Context, object>,
  params: GraphQLParams,
  context: Context,
  reply: FastifyReply,
): Promise<string> {
  const found = (await yoga.getResultForParams({ params, request: anyRequest }, context)) as ExecutionResult;
  const result = withHelp(found, context.container.address.publicUrl);
  const { status, headers, errors } = httpPartOf(result.errors ?? []);
  reply
    .headers({ ...headers, ...context.answer.headers })
    .status(context.answer.status ?? status)
    .type('application/json; charset=utf-8');
  const { data, extensions } = result;
  return JSON.stringify({
    ...(errors.length > 0 && { errors }),
    ...(data !== undefined && { data }),
    ...(extensions && { extensions }),
  });
}

interface HttpExtension {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Set by Yoga where the protocol asks for the status only in its own media type. */
  readonly spec?: boolean;
}

export function httpPartOf(found: readonly GraphQLError[]) {
  let status = 200;
  const headers: Record<string, string> = {};
  const errors = found.map((error): GraphQLFormattedError => {
    const { http, ...extensions } = error.extensions as { http?: HttpExtension };
    if (http && !http.spec) {
      status = Math.max(status, http.status ?? 200);
      Object.assign(headers, http.headers);
    }
    const { message, locations, path } = new GraphQLError(error.message, error).toJSON();
    return {
      message,
      ...(locations && { locations }),
      ...(path && { path }),
      ...(Object.keys(extensions).length > 0 && { extensions }),
    };
  });
  return { status, headers, errors };
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

const isObjectOrNothing = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'object' && !Array.isArray(value));
