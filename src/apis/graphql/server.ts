import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type ExecutionResult, GraphQLError, type GraphQLSchema } from 'graphql';
import { createYoga, type YogaServerInstance } from 'graphql-yoga';
import { accepted, names } from '../../base/accept.ts';
import type { Config } from '../../base/config.ts';
import { answerBodyTooLarge } from '../../base/connections.ts';
import { addScope } from '../../base/scope.ts';
import type { Sender } from '../access/authenticator.ts';
import { senderOf } from '../access/sender.ts';
import { keepAccessLog } from './access-log-plugin.ts';
import { makeSchemas } from './caller-schemas.ts';
import type { Context } from './context.ts';
import { costOnlyIsTrue, isCostOnly, isTrueOrFalse } from './cost-only.ts';
import { disconnectSignal } from './disconnect-signal.ts';
import { fileExecutionPlugin, readFromOneMoment, takeReadersPlace } from './files/plugins.ts';
import type { FileRequest } from './files/request.ts';
import { fileTypes, formatFor } from './files/rows.ts';
import { fileOf, type MadeFile } from './files/send.ts';
import { addHelpLinks, explained } from './help.ts';
import { answerWithFile, errorOf, send, sendOne } from './http-answers.ts';
import { anyRequest, fastPathParams, takeFastPath } from './json-fast-path.ts';
import { showOwnSchema } from './own-schema-plugin.ts';
import { methodNotAllowed } from './refusals.ts';
import { compileRepeatedDocuments } from './repeated-documents.ts';
import { readFromReplica } from './replicas.ts';
import { chargeBudget } from './safety/budget-plugin.ts';
import { maskFaults } from './safety/faults-plugin.ts';
import { hideHintsFromAnonymous } from './safety/hints-plugin.ts';
import { knownDocuments } from './safety/known-documents.ts';
import { limitDocuments } from './safety/limits-plugin.ts';
import { TrustedDocuments } from './safety/trusted-documents.ts';
import { trustDocuments } from './safety/trusted-documents-plugin.ts';
import { buildSchema } from './schema.ts';
import { narrowingsFor } from './served-fields.ts';
import { refuseUnreadableParameters } from './url-parameters.ts';
import { honourWriteHeaders, writeHeadersIn } from './write-headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Reloads the manifests after a change. */
    readTrustedDocuments(): void;
  }
}

/** The page for browsers at /graphql, and the files that it loads. */
export interface PageForPeople {
  readonly filesAt: string;
  send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  sendFile(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

interface GraphqlOptions {
  readonly pageOf?: (schema: GraphQLSchema) => PageForPeople | undefined;
  /** Tells a caller without a token where to get one, in WWW-Authenticate. */
  readonly challenge?: ((request: FastifyRequest) => string) | undefined;
}

type Yoga = YogaServerInstance<Context, object>;

/** The schema that a process with these settings serves; made once. */
export const schemaFor = (config: Config): GraphQLSchema =>
  buildSchema({
    narrowedBy: narrowingsFor(config),
    federation: config.FEDERATION,
  });

/**
 * GraphQL over HTTP at /graphql: JSON POST, GET for queries, SSE for subscriptions, and a page for a browser. Returns
 * the schema that it serves, and the way to ask it without HTTP.
 */
export function mountGraphql(
  app: FastifyInstance,
  container: Context['container'],
  { pageOf, challenge = () => 'Bearer' }: GraphqlOptions = {},
): { readonly schema: GraphQLSchema; readonly ask: Ask } {
  container.metrics.api('graphql');
  const documents = new TrustedDocuments(container.config.TRUSTED_DOCUMENTS);
  app.decorate('readTrustedDocuments', () => documents.readAgain(container.log));
  const schema = schemaFor(container.config);
  const yoga = createGraphql(container, documents, schema);
  const page = pageOf?.(schema);
  if (page) app.get(`${page.filesAt}/:file`, (request, reply) => page.sendFile(request, reply));
  app.addHook('onListen', async () => void makeSchemas(schema).catch((error) => app.log.error(error)));
  // Live streams would keep the server from closing.
  app.addHook('preClose', async () => container.bus.end());
  addScope(app, { name: 'graphql' }, async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, body: Buffer) => body);
    const sendError = (reply: FastifyReply, error: GraphQLError) =>
      sendOne(reply, explained(error, container.address.publicUrl));
    scope.addHook('onSend', (request, reply, payload, next) => {
      if (reply.statusCode === 401) {
        // A browser that is offered Basic asks its user for a password before the page sees the answer; only browsers
        // send an Origin.
        const basic = request.headers.origin === undefined ? 'Basic realm="zonegraph", ' : '';
        reply.header('www-authenticate', `${basic}${challenge(request)}`);
      }
      next(null, payload);
    });
    scope.setErrorHandler((error, request, reply) => {
      answerBodyTooLarge(error, request, reply);
      return sendError(reply, errorOf(error, request, container));
    });
    scope.route({
      // Fastify answers HEAD as GET, without the body.
      method: ['GET', 'POST'],
      url: '/graphql',
      handler: async (request, reply) => {
        if (isForPeople(request)) return page ? page.send(request, reply) : sendGraphiql(reply);
        if (request.method === 'POST' && !isJson(request.headers['content-type']))
          return sendError(reply, unsupportedMediaType());
        if (acceptedTypes(request).length === 0) return sendError(reply, notAcceptable());
        const sender = senderOf(request);
        request.actor = await container.authenticator.anyone(sender);
        if (!isTrueOrFalse(request)) return sendError(reply, costOnlyIsTrue());
        const file = fileRequest(request, container.calendar.zone);
        const context: Context = {
          ...contextOf(container, request, sender, file, isCostOnly(request)),
          writeHeaders: writeHeadersIn(request.headers),
        };
        context.abortSignal = disconnectSignal(reply);
        const params = fastPathParams(request);
        if (params) return reply.send(await takeFastPath(yoga, params, context, reply));
        if (!context.file && wantsAll(request)) return sendError(reply, allIsForFiles());
        const asked = requestFor(request, context.abortSignal());
        const response = await yoga.fetch(asked, context);
        reply.headers(context.answer.headers);
        if (!file) return send(reply, response, context);
        return answerWithFile(reply, response, context, async (after) => {
          try {
            file.after = after;
            const params = file.params ?? {};
            return (await yoga.getResultForParams({ params, request: asked }, context)) as ExecutionResult;
          } catch (error) {
            return { errors: [errorOf(error, request, container)] };
          }
        });
      },
    });
    const wrongMethod = async (_: FastifyRequest, reply: FastifyReply) =>
      sendError(reply, methodNotAllowed([...served, 'OPTIONS']));
    scope.route({
      method: scope.supportedMethods.filter((method) => !served.includes(method) && method !== 'OPTIONS'),
      url: '/graphql',
      // Refused before the body is read, because the body may be invalid as well.
      onRequest: wrongMethod,
      handler: wrongMethod,
    });
  });
  return { schema, ask: asking(container, yoga) };
}

/** A document that is executed without an HTTP request of its own. */
interface InternalRequest {
  /** The document, unless `documentId` names a trusted one. */
  readonly query?: string;
  readonly documentId?: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly actor: Context['actor'];
  readonly sender: Sender;
  readonly requestId: string;
  /** Aborts when the reader disconnects. */
  readonly signal: AbortSignal;
  /** Set if the list of the answer is wanted as a file. */
  readonly file?: FileRequest;
}

/** The answer, and the file if one was requested. */
export interface Answered {
  readonly result: ExecutionResult;
  readonly made: MadeFile | undefined;
  /** A write that was done before with the same key: nothing was done now. */
  readonly replayed: boolean;
}

export type Ask = (asked: InternalRequest) => Promise<Answered>;

/** Executed with the same plugins, caches and rules as a request. */
function asking(container: Context['container'], yoga: Yoga): Ask {
  return async ({ query, documentId, variables, actor, sender, requestId, signal, file }) => {
    const request = { id: requestId, actor, log: container.log };
    const context = contextOf(container, request, sender, file);
    context.abortSignal = () => signal;
    const result = async (): Promise<ExecutionResult> => {
      try {
        const params = { ...(query === undefined ? { documentId } : { query }), variables: { ...variables } };
        return (await yoga.getResultForParams({ params, request: anyRequest }, context)) as ExecutionResult;
      } catch (error) {
        return { errors: [errorOf(error, request, container)] };
      }
    };
    const first = await result();
    const made =
      file &&
      (await fileOf(first, context, (after) => {
        file.after = after;
        return result();
      }));
    if (!made) await file?.snapshot?.end();
    return { result: first, made, replayed: context.answer.headers['idempotent-replayed'] === 'true' };
  };
}

const served: readonly string[] = ['GET', 'HEAD', 'POST'];

function createGraphql(
  container: Context['container'],
  documents: TrustedDocuments,
  schema: GraphQLSchema,
): Yoga {
  const known = knownDocuments();
  return createYoga<Context>({
    schema,
    graphqlEndpoint: '/graphql',
    graphiql: false,
    landingPage: false,
    batching: false,
    cors: false,
    logging: false,
    // Fastify has bounded the body already; Yoga's own check makes small queries five times slower.
    maxRequestBodySize: false,
    maskedErrors: false,
    parserAndValidationCache: known,
    plugins: [
      refuseUnreadableParameters(),
      limitDocuments(container.config.MAX_DOCUMENT_LENGTH),
      fileExecutionPlugin(),
      takeReadersPlace(),
      trustDocuments({ documents, onlyFor: container.config.TRUSTED_DOCUMENTS_ONLY }),
      hideHintsFromAnonymous(),
      honourWriteHeaders(),
      chargeBudget((document) => known.documentCache.get(document) !== undefined),
      maskFaults(),
      compileRepeatedDocuments(),
      showOwnSchema(),
      readFromOneMoment(),
      ...(container.database.replicas ? [readFromReplica()] : []),
      keepAccessLog(),
      addHelpLinks(container.address),
    ],
  });
}

function fileRequest(request: FastifyRequest, timeZone: string): FileRequest | undefined {
  const format = isCostOnly(request) ? undefined : formatFor(request.headers.accept, timeZone);
  return format && { format, wantsAll: wantsAll(request) };
}

function contextOf(
  container: Context['container'],
  { id: requestId, actor }: Pick<FastifyRequest, 'id' | 'actor'>,
  sender: Sender,
  file: FileRequest | undefined,
  costOnly = false,
): Context {
  const { runner, database, calendar, bus } = container;
  const now = container.clock.now();
  const reading: Context['reading'] = { from: database };
  return {
    container,
    runner,
    reading,
    database:
      file || database.replicas
        ? {
            get db() {
              return (file?.snapshot ?? reading.from.graphqlReads).db;
            },
          }
        : database.graphqlReads,
    file,
    // Values relative to now are the same on all pages of a file.
    clock: file ? { now: () => now } : container.clock,
    calendar,
    bus,
    actor,
    requestId,
    address: sender.address,
    sender,
    rateLimit: null,
    costOnly,
    answer: { headers: {} },
  };
}

function requestFor(request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (typeof value === 'string' && name !== 'content-length') headers.set(name, value);
  headers.set(
    'accept',
    formatFor(request.headers.accept) ? 'application/json' : acceptedTypes(request).join(','),
  );
  return new Request(`http://graphql${request.url}`, {
    // HEAD gets the headers of GET without the body.
    method: request.method === 'HEAD' ? 'GET' : request.method,
    headers,
    signal,
    ...(request.method === 'POST' && { body: (request.body as Buffer | undefined)?.toString('utf8') ?? '' }),
  });
}

/** Answers never come in parts: Yoga would frame them twice. */
const offered = ['application/json', 'application/graphql-response+json', 'text/event-stream'];
const acceptedTypes = ({ headers }: FastifyRequest): string[] =>
  accepted(headers.accept, formatFor(headers.accept) ? fileTypes() : offered);

const notAcceptable = (): GraphQLError =>
  new GraphQLError(
    'Accept application/graphql-response+json, application/json, text/csv, application/x-ndjson or text/event-stream',
    { extensions: { code: 'BAD_REQUEST', http: { status: 406 } } },
  );

const wantsAll = ({ query }: FastifyRequest): boolean => (query as { all?: unknown }).all === 'true';

const allIsForFiles = (): GraphQLError =>
  new GraphQLError('all=true is for files: accept text/csv or application/x-ndjson', {
    extensions: { code: 'BAD_REQUEST', http: { status: 406 } },
  });

let graphiql: Promise<string> | undefined;

/**
 * Sends the GraphiQL that Yoga ships, for browsers that open /graphql where no extension has a page of its own. Yoga's
 * option `graphiql` would load it from another server.
 */
async function sendGraphiql(reply: FastifyReply): Promise<FastifyReply> {
  graphiql ??= import('@graphql-yoga/render-graphiql').then(({ renderGraphiQL }) =>
    renderGraphiQL({ title: 'Zonegraph' }),
  );
  graphiql.catch(() => {
    graphiql = undefined;
  });
  return reply
    .type('text/html; charset=utf-8')
    .header('referrer-policy', 'no-referrer')
    .header('x-frame-options', 'DENY')
    .send(await graphiql);
}

/** GraphiQL keeps the current query in `?query=`, so that a page can be reloaded and shared. */
function isForPeople({ method, headers, url }: FastifyRequest): boolean {
  return (
    (method === 'GET' || method === 'HEAD') &&
    names(headers.accept, 'text/html') &&
    !/[?&]documentId=/.test(url)
  );
}

const isJson = (type: string | undefined): boolean =>
  /^application\/(graphql\+)?json\s*(;|$)/i.test(type ?? '');

const unsupportedMediaType = (): GraphQLError =>
  new GraphQLError('Send the request as application/json', {
    extensions: { code: 'BAD_REQUEST', http: { status: 415 } },
  });
