import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { scopeOf } from '../../base/actor.ts';
import { remainingWaitMs } from '../../base/admission.ts';
import type { Calendar } from '../../base/calendar.ts';
import { type Clock, stopwatch } from '../../base/clock.ts';
import { answerBodyTooLarge } from '../../base/connections.ts';
import { helpUrl } from '../../base/error-catalogue.ts';
import {
  type Failure,
  failure,
  Refusal,
  refuseWith,
  reportedByRest,
  retryAfterOf,
} from '../../base/errors.ts';
import type { FairSemaphore } from '../../base/fair-semaphore.ts';
import { limit } from '../../base/limits.ts';
import { addScope } from '../../base/scope.ts';
import { isStorableText } from '../../base/text.ts';
import type { Stale } from '../../registry/operations/runner/outcome.ts';
import type { Runner } from '../../registry/operations/runner/runner.ts';
import { type LegalDocument, largestBodyWithDocument } from '../../registry/rules/legal-document.ts';
import { authorizationFailure } from '../../registry/rules/scopes.ts';
import { scannedRowsOfPoint } from '../access/budget.ts';
import { networkOf } from '../access/login-throttle.ts';
import { addressOf, senderOf } from '../access/sender.ts';
import { inSeconds, staleHeader } from '../stale-header.ts';
import { accepts, notAcceptable } from './accept.ts';
import { methodsOf, methodsTaken } from './api-paths.ts';
import { acceptJsonBodies, legalDocumentOf, liftLegalDocument } from './body.ts';
import { read as readShape, type Shape } from './codec.ts';
import { failuresOf } from './faults.ts';
import { acquireBodySlot, bodyPlaces, onceClosed } from './large-bodies.ts';
import { type OpenSnapshot, openSnapshot, type SnapshotParts } from './open-snapshot.ts';
import { chargeRequest, chargeWrite, priceOf, refundPoint } from './paying.ts';
import { sendPublished, sendTagged } from './published.ts';
import { isWrite, type Links, type RestApi, type RestCall, type RestRoute } from './route.ts';

export interface ApiParts extends SnapshotParts {
  readonly config: Links['config'];
  readonly address: { readonly publicUrl: string };
  readonly runner: Runner;
  readonly clock: Clock;
  readonly calendar: Calendar;
}

/**
 * Order of refusals (docs/rules/registrar.md#order-of-checks): routing (404, 405), Accept (406), authentication and
 * role (401), then the body and whatever the operation checks.
 */
export function mountApi(app: FastifyInstance, api: RestApi, parts: ApiParts): void {
  parts.metrics.api(api.name);
  const bodies = bodyPlaces();
  addScope(app, { name: api.name, prefix: api.prefixes[0] }, async (scope) => {
    acceptJsonBodies(scope);
    scope.addHook('onRequest', async (_, reply) => {
      reply.header(capabilities.name, capabilities.value);
    });
    scope.setErrorHandler(async (error, request, reply) => {
      answerBodyTooLarge(error, request, reply);
      const failures = failuresOf(error, request, api.name, parts.metrics);
      if (api.refusal(failures).status === 404) await refundPoint(request, reply, parts);
      return sendRefusal(reply, api, failures, parts.address);
    });
    for (const route of api.routes) addRoute(scope, api, route, parts, bodies);
    for (const path of new Set(api.routes.map((route) => route.path))) {
      const method = methodsTaken(path, api);
      const refuse = async (_: FastifyRequest, reply: FastifyReply) =>
        sendWrongMethod(reply, api, path, parts.address);
      // Refused before the body is read, because the body may be invalid as well.
      if (method.length > 0) scope.route({ method, url: path, onRequest: refuse, handler: refuse });
    }
  });
}

export function sendRefusal(
  reply: FastifyReply,
  api: RestApi,
  failures: readonly [Failure, ...Failure[]],
  { publicUrl }: ApiParts['address'],
): FastifyReply {
  const { status, body } = api.refusal(reportedByRest(failures));
  const wait = retryAfterOf(failures[0]);
  if (wait !== undefined) reply.header('retry-after', wait);
  reply.header('link', `<${helpUrl(publicUrl, failures[0].code)}>; rel="help"`);
  if (status === 401) reply.header('www-authenticate', challengeOf(api, reply.request));
  return reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** A browser that is offered Basic asks its user for a password, before a page that asks by itself sees the answer. */
function challengeOf({ name }: RestApi, { headers }: FastifyRequest): string {
  const mode = headers['sec-fetch-mode'] ?? (headers.origin === undefined ? 'navigate' : 'cors');
  const bearer = 'Bearer realm="zonegraph"';
  return name === 'registrar' && mode === 'navigate' ? `Basic realm="zonegraph", ${bearer}` : bearer;
}

/** The answer at a path of the API for a method that it does not have. */
export const sendWrongMethod = (
  reply: FastifyReply,
  api: RestApi,
  path: string,
  address: ApiParts['address'],
): FastifyReply =>
  sendRefusal(
    reply.header('allow', methodsOf(path, api).join(', ')),
    api,
    [failure('UNIMPLEMENTED')],
    address,
  );

/** Sent with every answer, for servers in front of this one: the supported extensions of the documented API. */
export const capabilities = {
  name: 'Zonegraph-Capabilities',
  value: 'idempotency-key, dry-run, if-outcome, details',
} as const;

const longestUnchecked = limit(
  'milliseconds for which a caller who sends a body is not authenticated again',
  500,
  'A revoked token finishes no write.',
);

function addRoute(
  scope: FastifyInstance,
  api: RestApi,
  route: RestRoute,
  parts: ApiParts,
  bodies: FairSemaphore,
): void {
  scope.route({
    method: route.method,
    url: route.path,
    ...(route.legalDocument && { bodyLimit: largestBodyWithDocument }),
    onRequest: async (request, reply) => {
      if (!accepts(request, route)) refuseWith(notAcceptable());
      if (!route.open) request.actor = await api.authenticate(senderOf(request));
      request.authenticatedFor = stopwatch();
      const address = route.published ? addressOf(request) : undefined;
      await chargeRequest(request, reply, parts, { address, isWrite: isWrite(route.operation) });
      const lack = authorizationFailure(request.actor, route.operation);
      if (lack) await route.beforeRole?.(callOf(request, reply, route, parts, { rows: 0 }));
      const refusal = lack ?? parts.runner.absenceOf(route.operation);
      if (refusal) refuseWith(refusal);
      if (route.legalDocument) await acquireBodySlot(bodies, request, reply, scopeOf(request.actor));
    },
    handler: async (request, reply) => {
      // A body may come so slowly that the caller has lost its rights meanwhile.
      if (!route.open && request.body !== undefined && (request.authenticatedFor?.() ?? 0) > longestUnchecked)
        request.actor = await api.authenticate(senderOf(request));
      const facts: CallFacts = { rows: 0 };
      const call = await readRequest(callOf(request, reply, route, parts, facts), route, api, facts);
      const answer = await route.handle(call).catch((error: unknown) => rethrow(error, route));
      if ('stream' in answer) return reply.type('application/json; charset=utf-8').send(answer.stream);
      if ('bytes' in answer)
        return reply.headers(answer.headers).type(answer.contentType).send(Buffer.from(answer.bytes));
      if (route.published) return sendPublished(request, reply, answer.body);
      // The number of rows is known only now, so their cost counts against the next calls.
      const extraCost = (answer.extraCost ?? 0) + Math.floor(facts.rows / scannedRowsOfPoint);
      if (extraCost > 0) parts.budget.add(request.actor, extraCost);
      const status = answer.status ?? 200;
      if (route.method === 'GET' && status === 200) return sendTagged(request, reply, answer.body);
      return reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(answer.body));
    },
  });
}

/** Facts about a call that are known only while it is answered. */
interface CallFacts {
  rows: number;
  legalDocument?: LegalDocument | undefined;
}

async function readRequest(
  call: RestCall,
  { request = {}, legalDocument }: RestRoute,
  api: RestApi,
  facts: CallFacts,
): Promise<RestCall> {
  const readPart = async (shape: Shape | undefined, given: unknown): Promise<unknown> => {
    if (!shape) return given;
    const reading = readShape(shape, given, api.wordings, call.actor);
    if (reading.ok) return reading.value;
    await request.lookUp?.(call, reading.failures[0]);
    throw new Refusal(reading.failures);
  };
  const document = legalDocument && liftLegalDocument(call.body);
  const read = {
    ...call,
    query: await readPart(request.query, call.query),
    body: await readPart(request.body, call.body),
  };
  if (document) facts.legalDocument = legalDocumentOf(document, api.wordings, call.actor);
  return read;
}

function rethrow(error: unknown, { request: { names } = {} }: RestRoute): never {
  if (!names || !(error instanceof Refusal)) throw error;
  const spelt = (reason: Failure): Failure => {
    const [field, ...deeper] = reason.path ?? [];
    return field === undefined ? reason : { ...reason, path: [names[field] ?? field, ...deeper] };
  };
  const [first, ...rest] = error.failures;
  throw new Refusal([spelt(first), ...rest.map(spelt)]);
}

function callOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { unreadable, open, operation }: RestRoute,
  parts: ApiParts,
  facts: CallFacts,
): RestCall {
  const { runner, clock, calendar, config, address } = parts;
  // The runner validates these headers. They are ignored on reads, which need neither retries nor confirmation.
  const ofWrite = (header: string): string | undefined =>
    isWrite(operation) ? request.headers[header]?.toString() : undefined;
  const idempotencyKey = ofWrite('idempotency-key');
  const dryRun = isDryRun(ofWrite('dry-run'));
  const ifOutcome = ofWrite('if-outcome');
  const path = request.params as Record<string, string>;
  if (!Object.values(path).every(isStorableText)) refuseWith(unreadable ?? failure('OBJECT_DOES_NOT_EXIST'));
  const query = request.query as Record<string, unknown>;
  if (
    !Object.entries(query)
      .flat(2)
      .every((text) => isStorableText(String(text)))
  )
    refuseWith(unreadable ?? failure('PARAMETER_VALUE_SYNTAX'));
  const caller = {
    id: request.id,
    via: 'rest' as const,
    waitMs: remainingWaitMs(request.raw),
    onClose: onceClosed(reply),
    ...(open && { network: networkOf(addressOf(request)) }),
  };
  const stale: Stale[] = [];
  const reading =
    (snapshot?: OpenSnapshot['snapshot']): RestCall['runAndShow'] =>
    async (operation, input, show) => {
      if (operation.kind !== 'query')
        await chargeWrite(request, reply, parts, priceOf(operation, input, dryRun));
      const outcome = await runner.runAndShow(
        operation,
        input,
        {
          actor: request.actor,
          request: caller,
          idempotencyKey,
          dryRun,
          ifOutcome,
          snapshot,
          legalDocument: facts.legalDocument,
        },
        show,
      );
      if (outcome.replayed) reply.header('idempotent-replayed', 'true');
      if (outcome.ok && outcome.outcome) reply.header(outcomeHeader, outcome.outcome);
      if (outcome.staleMs !== undefined && !reply.sent) reply.header(staleHeader, inSeconds(outcome.staleMs));
      if (!outcome.ok) throw new Refusal(outcome.failures);
      facts.rows += outcome.lookedThrough ?? 0;
      if (outcome.stale) stale.push(...outcome.stale);
      if (stale.length > 0 && !reply.sent) reply.header(staleHeader, stale.map(inHeader).join(', '));
      return outcome.value;
    };
  const runs = (runAndShow: RestCall['runAndShow']): Pick<RestCall, 'run' | 'runAndShow'> => ({
    runAndShow,
    run: (operation, input) => runAndShow(operation, input, async (_, value) => value),
  });
  const call: RestCall = {
    path,
    query,
    headers: request.headers,
    body: request.body,
    actor: request.actor,
    calendar,
    now: clock.now(),
    links: { config, publicUrl: address.publicUrl },
    ...runs(reading()),
    openSnapshot: async () => {
      const whole = await openSnapshot(parts, { actor: request.actor, sender: senderOf(request) });
      if (whole.staleMs !== undefined) reply.header(staleHeader, inSeconds(whole.staleMs));
      return { ...whole, call: { ...call, ...runs(reading(whole.snapshot)) } };
    },
  };
  return call;
}

/** The header with the outcome of a dry run, which callers send back as `If-Outcome`. */
export const outcomeHeader = 'outcome';

/** Characters that no header can contain are percent-encoded. */
const inHeader = ({ what, readAt }: Stale): string =>
  what.replaceAll(/[^\w .:/@-]/gu, encodeURIComponent) + (readAt ? `; read=${readAt.toISOString()}` : '');

/** Any unclear value is refused: a request meant as a dry run must not be executed. */
function isDryRun(wish: string | undefined): boolean {
  if (wish === undefined) return false;
  if (wish !== 'true' && wish !== 'false')
    refuseWith(failure('PARAMETER_VALUE_SYNTAX', "Invalid header 'Dry-Run': Must be true or false"));
  return wish === 'true';
}
