import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type ExecutionResult, GraphQLError } from 'graphql';
import { Refusal, Unavailable } from '../../base/errors.ts';
import type { Context } from './context.ts';
import { TooLong } from './files/gathered.ts';
import { notAFile } from './files/plugins.ts';
import { type AskAgain, fileOf, Incomplete } from './files/send.ts';
import { explained } from './help.ts';
import { graphqlError, notNowError } from './refusals.ts';

export async function send(
  reply: FastifyReply,
  response: Response,
  { answer }: Context,
): Promise<FastifyReply> {
  reply.status(answer.status ?? response.status);
  for (const [name, value] of response.headers)
    if (name.toLowerCase() !== 'cache-control') reply.header(name, value);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  // The connection goes with the stream: kept alive, it would hold up the closing of the server.
  if (isStream && response.body)
    return reply
      .header('connection', 'close')
      .send(Readable.from(response.body as unknown as AsyncIterable<Uint8Array>));
  return reply.send(await response.text());
}

const notWhole = ({ message }: Error, status: 413 | 429): GraphQLError =>
  new GraphQLError(message, {
    extensions: {
      code: status === 413 ? 'BAD_REQUEST' : 'THROTTLED',
      http: { status, ...(status === 429 && { headers: { 'retry-after': '60' } }) },
    },
  });

/** An answer that does not fit a file (errors, no list or several) is JSON. */
export async function answerWithFile(
  reply: FastifyReply,
  response: Response,
  context: Context,
  askAgain: AskAgain,
): Promise<FastifyReply> {
  // Yoga has no answer for a subscription that is not requested as a stream.
  const text = (await response.text()) || '{}';
  const result = JSON.parse(text) as ExecutionResult;
  const made = await fileOf(result, context, askAgain).catch(async (error: unknown) => {
    await context.file?.snapshot?.end();
    if (error instanceof TooLong) return notWhole(error, 413);
    if (error instanceof Incomplete) return notWhole(error, 429);
    throw error;
  });
  if (made instanceof GraphQLError) return sendOne(reply, made);
  if (made) return reply.headers(made.headers).send(made.text);
  await context.file?.snapshot?.end();
  if (!result.errors)
    return sendOne(reply, explained(notAFile(context.file), context.container.address.publicUrl));
  const wait = response.headers.get('retry-after');
  if (wait !== null) reply.header('retry-after', wait);
  return reply
    .status(context.answer.status ?? response.status)
    .type('application/json; charset=utf-8')
    .send(text);
}

export function errorOf(
  error: unknown,
  request: Pick<FastifyRequest, 'id' | 'log'>,
  container: Context['container'],
): GraphQLError {
  if (error instanceof Refusal) return graphqlError(error.failures[0], true);
  if (error instanceof Unavailable) {
    container.metrics.unavailable('graphql');
    return notNowError(error);
  }
  // The caller has closed the connection, so this is not an error, and nobody reads the answer.
  if (error instanceof Error && error.name === 'AbortError') return new GraphQLError('The caller has left');
  // The fast path has no other handler for refusals of plugins.
  if (error instanceof GraphQLError) return error;
  const { statusCode = 500, message } = error as { statusCode?: number; message?: string };
  if (statusCode < 500)
    return new GraphQLError(message ?? 'Bad request', {
      extensions: { code: 'BAD_REQUEST', http: { status: statusCode } },
    });
  request.log.error({ err: error }, 'a GraphQL request failed');
  container.metrics.fault('graphql');
  return new GraphQLError('Command failed', {
    extensions: {
      code: 'INTERNAL_SERVER_ERROR',
      resultCode: 2400,
      requestId: request.id,
      http: { status: 500 },
    },
  });
}

export function sendOne(reply: FastifyReply, error: GraphQLError): FastifyReply {
  const { http, ...extensions } = error.extensions as {
    http?: { status?: number; headers?: Record<string, string> };
  };
  return reply
    .status(http?.status ?? 400)
    .headers(http?.headers ?? {})
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ errors: [{ message: error.message, extensions }] }));
}
