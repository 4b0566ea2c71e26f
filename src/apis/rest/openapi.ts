import type { ErrorCode } from '../../base/error-catalogue.ts';
import { type Failure, failure, notNow } from '../../base/errors.ts';
import { offReason } from '../../base/integrations.ts';
import { camelCase } from '../../base/text.ts';
import { largestBodyWithDocument } from '../../registry/rules/legal-document.ts';
import { scopesOfOperation } from '../../registry/rules/scopes.ts';
import { mayBeStale } from '../stale-header.ts';
import { notAcceptable } from './accept.ts';
import { bodyNotJson, bodyTooLarge } from './body.ts';
import { type RequestSchema, requestSchema } from './codec.ts';
import { type Example, examples } from './examples.ts';
import { pathParameters } from './path-parameters.ts';
import { isWrite, type RestApi, type RestRoute, type RouteDocs } from './route.ts';
import { capabilities } from './router.ts';
import { withSharedSchemas } from './shared-schemas.ts';
import { webhooksDocument } from './webhooks-document.ts';

/** One REST API as the document describes it. */
export interface DescribedApi {
  readonly tag: string;
  readonly description: string;
  readonly prefix: string;
  readonly security: 'registrar' | 'portal' | 'billing';
  readonly routes: readonly RestRoute[];
  /**
   * True in a trial: an example that can succeed only once has the header for a dry run. Elsewhere no example has it.
   */
  readonly dryRuns?: boolean;
  /** The schema of a route's whole answer, around `docs.data`. */
  readonly answer: (docs: RouteDocs, route: RestRoute) => object;
  /** The schema of every refusal, and an example. */
  readonly refusal: object;
  readonly refuse: RestApi['refusal'];
  /** The errors for an invalid query or body, which are reported before an operation runs. */
  readonly misread: { readonly query: readonly ErrorCode[]; readonly body: readonly ErrorCode[] };
}

/** OpenAPI 3.1 from the same route tables that serve requests; each operation names its GraphQL twin. */
export function openapiDocument(apis: readonly DescribedApi[]): object {
  const document = withComponents({
    openapi: '3.1.0',
    info: {
      title: 'Zonegraph',
      version: '1',
      description:
        'A national domain registry: registrar, reservation and billing APIs. Each operation has a twin in the graph.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: [
      ...apis.map(({ tag, description }) => ({ name: tag, description })),
      ...Object.entries(effects).map(([name, description]) => ({ name, description })),
    ],
    paths: pathsOf(apis),
    webhooks: webhooksDocument(apis[0]?.tag ?? ''),
    components: {
      securitySchemes: {
        registrar: { type: 'http', scheme: 'basic', description: 'Username and password of an API user.' },
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token (`zg_...`) of such a user, with the scope that the operation names.',
        },
        portal: {
          type: 'http',
          scheme: 'bearer',
          description: 'A token of the portal, from its own addresses.',
        },
        billing: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An HS256 token with the claim initiator.',
        },
      },
      headers: {
        'X-Request-Id': { description: 'Names this request in our log.', schema: { type: 'string' } },
        [capabilities.name]: {
          description: 'For facades: extensions of the documented API that this server accepts.',
          schema: { type: 'string', const: capabilities.value },
        },
        [staleName]: {
          description:
            'From a facade: objects that could not be refreshed from the upstream registry and are shown as last read. From a registry whose primary database does not answer: how many seconds old the answer may be.',
          schema: { type: 'string', examples: ['domain tamm.ee; read=2026-11-16T07:00:00.000Z', '12'] },
        },
        [outcomeName]: {
          description:
            'The outcome of a dry run. Send it as `If-Outcome` within 24 hours to do exactly what the dry run showed, or nothing.',
          schema: { type: 'string' },
        },
        'Retry-After': {
          description: 'The number of seconds after which the same request may be sent again.',
          schema: { type: 'integer' },
        },
      },
      schemas: Object.fromEntries(apis.map((api) => [refusalName(api), api.refusal])),
    },
  });
  return withSharedSchemas(document);
}

const staleName = 'Zonegraph-Stale';
const outcomeName = 'Outcome';
const components = '#/components/schemas/';
const refusalName = ({ tag }: DescribedApi): string => `${tag.split(' ')[0]}Refusal`;

interface Document {
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

/** Moves all `$defs` of schemas to the components, so that each is in the document once. */
function withComponents<D extends Document>(document: D): D {
  const schemas: Record<string, unknown> = {};
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    const { $defs = {}, ...rest } = value as { $defs?: object };
    for (const [name, schema] of Object.entries($defs)) schemas[name] ??= visit(schema);
    return Object.fromEntries(
      Object.entries(rest).map(([key, part]) =>
        key === '$ref' ? [key, String(part).replace('#/$defs/', components)] : [key, visit(part)],
      ),
    );
  };
  const visited = visit(document) as D;
  return {
    ...visited,
    components: { ...visited.components, schemas: { ...visited.components.schemas, ...schemas } },
  };
}

function pathsOf(apis: readonly DescribedApi[]): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const api of apis)
    for (const route of api.routes) {
      if (route.docs?.onlyRefuses) continue;
      const path = `${api.prefix}${route.path}`.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, api) };
    }
  return paths;
}

function operationOf(route: RestRoute, api: DescribedApi): object {
  const { operation, request = {}, extension } = route;
  const operationId = idOf(route, api);
  const example = examples[operationId] ?? {};
  return {
    operationId,
    tags: [api.tag, ...effectsOf(route)],
    summary: operation.summary,
    description: described(route),
    ...(extension && { 'x-extension': true }),
    ...(operation.graphql && { 'x-graphql': operation.graphql }),
    security: route.open ? [] : securityOf(route, api),
    parameters: parametersOf(route, api.dryRuns ? example : { ...example, dryRun: undefined }),
    ...(request.body && { requestBody: requestBody(requestSchema(request.body), example) }),
    responses: responsesOf(route, api),
  };
}

const effects = {
  safe: 'Only reads.',
  billable: "Charges the registrar's account.",
  destructive: 'Removes or replaces something.',
};

function effectsOf({ method, operation }: RestRoute): (keyof typeof effects)[] {
  if (!isWrite(operation)) return ['safe'];
  if (operation.effect) return [operation.effect];
  return method === 'DELETE' ? ['destructive'] : [];
}

/** The operation id, which generated clients use as a function name: `domainsRegister` for `domain.register`. */
function idOf(route: RestRoute, { routes }: DescribedApi): string {
  const { method, path, operation, docs = {} } = route;
  const [subject = '', ...verb] = operation.name.split('.');
  const id = docs.id ?? camelCase([subject.replace(/s?$/, 's'), ...verb].join(' '));
  const isTwin = (other: RestRoute): boolean => other.method === 'PUT' && other.path === path;
  return method === 'PATCH' && routes.some(isTwin) ? `${id}ByPatch` : id;
}

/**
 * A registrar's user sends a password, or an access token with the scope; with the scope SIGN_IN no access token will
 * do.
 */
function securityOf({ operation }: RestRoute, { security }: DescribedApi): object[] {
  const scopes = scopesOfOperation(operation);
  const withToken = security === 'registrar' && !scopes.includes('SIGN_IN') ? [{ accessToken: scopes }] : [];
  return [{ [security]: [] }, ...withToken];
}

function described({ operation, extension, docs }: RestRoute): string {
  const inGraph = operation.graphql ?? docs?.inGraph;
  const sentences = [
    inGraph && `In the graph: \`${inGraph}\`.`,
    extension && 'An extension: not part of the documented API, served for existing clients.',
  ];
  return sentences.filter(Boolean).join('\n\n');
}

function parametersOf({ path, operation, request = {}, docs = {} }: RestRoute, example: Example): object[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    ...pathParameters[name ?? ''],
    ...exampleOf(example.path, name),
    schema: { type: 'string' },
  }));
  const inQuery = request.query ? queryParameters(requestSchema(request.query), example) : [];
  const inHeader = Object.entries(docs.headers ?? {}).map(([name, header]) => ({
    name,
    in: 'header',
    ...header,
  }));
  return [...inPath, ...inQuery, ...inHeader, ...(isWrite(operation) ? writeHeaders(example) : [])];
}

/** The body may be left out if all of its fields may. */
const requestBody = (schema: RequestSchema, { body }: Example): object => ({
  required: schema.properties === undefined || schema.required !== undefined,
  content: { 'application/json': { schema, ...(body !== undefined && { example: body }) } },
});

const exampleOf = (given: Example['query'] = {}, name = ''): { example?: string } =>
  given[name] === undefined ? {} : { example: given[name] };

const queryParameters = ({ properties = {}, required = [] }: RequestSchema, { query }: Example): object[] =>
  Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    description,
    schema,
    ...exampleOf(query, name),
    ...(required.includes(name) && { required: true }),
  }));

const writeHeaders = ({ dryRun }: Example): object[] => [
  {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Repeating the request with the same key within 24 hours returns the first answer and does nothing twice.',
    schema: { type: 'string', maxLength: 255 },
  },
  {
    name: 'Dry-Run',
    in: 'header',
    description: '`true`: answers as if it were done, but changes nothing.',
    schema: { type: 'string', enum: ['true'] },
    ...(dryRun && { example: 'true' }),
  },
  {
    name: 'If-Outcome',
    in: 'header',
    description:
      'The `Outcome` of a dry run, at most 24 hours old: the request is done only if it would still do exactly what the dry run showed, otherwise 412.',
    schema: { type: 'string', maxLength: 64 },
  },
];

function responsesOf(route: RestRoute, api: DescribedApi): Record<string, object> {
  const { docs = {} } = route;
  return {
    [docs.status ?? 200]: successOf(route, api),
    ...(route.method === 'GET' && {
      304: { description: 'Unchanged since the version in `If-None-Match`.' },
    }),
    ...refusalsOf(route, api),
    ...Object.fromEntries(
      Object.entries(docs.others ?? {}).map(([status, { description, schema, example }]) => [
        status,
        {
          description,
          content: { 'application/json': { schema, examples: { [description]: { value: example } } } },
        },
      ]),
    ),
  };
}

function successOf(route: RestRoute, api: DescribedApi): object {
  const { docs = {}, produces } = route;
  return {
    description: 'Done.',
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      [capabilities.name]: { $ref: `#/components/headers/${capabilities.name}` },
      ...(isWrite(route.operation) && {
        [outcomeName]: { $ref: `#/components/headers/${outcomeName}` },
      }),
      ...(mayBeStale.has(route.operation.name) && {
        [staleName]: { $ref: `#/components/headers/${staleName}` },
      }),
    },
    content: produces
      ? Object.fromEntries(produces.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))
      : { 'application/json': { schema: api.answer(docs, route) } },
  };
}

/** Every status with its meanings and the real messages of the API. */
function refusalsOf(route: RestRoute, api: DescribedApi): Record<string, object> {
  const byStatus = new Map<number, Record<string, object>>();
  for (const reason of failuresOf(route, api)) {
    const { status, body } = api.refuse([reason]);
    const name = `${reason.resultCode} ${reason.message}`;
    byStatus.set(status, { ...byStatus.get(status), [name]: { value: body } });
  }
  return Object.fromEntries(
    [...byStatus].map(([status, examples]) => [
      status,
      {
        description: Object.keys(examples).join('; '),
        ...(status === 503 && { headers: { 'Retry-After': { $ref: '#/components/headers/Retry-After' } } }),
        content: { 'application/json': { schema: { $ref: `${components}${refusalName(api)}` }, examples } },
      },
    ]),
  );
}

/** The refusals of the operation, and those of the router before it. */
function failuresOf(route: RestRoute, { misread }: DescribedApi): Failure[] {
  const { operation, open, request = {}, docs = {} } = route;
  const { refusals: own = [] } = docs;
  const usual: ErrorCode[] = [
    ...operation.errors.filter((code) => !own.some((reason) => reason.code === code)),
    ...(request.query ? misread.query : []),
    ...(request.body ? misread.body : []),
    ...(isWrite(operation)
      ? (['IDEMPOTENCY_KEY_REUSED', 'OUTCOME_CHANGED', 'OUTCOME_INVALID'] as const)
      : []),
    ...(isWrite(operation) && waits(operation) ? (['APPROVAL_NEEDED'] as const) : []),
    ...(open ? [] : (['INVALID_AUTHORIZATION_INFORMATION', 'AUTHORIZATION'] as const)),
    'RATE_LIMITED',
    'COMMAND_FAILED',
  ];
  return [
    ...own,
    ...usual.map((code) => failure(code)),
    ...(operation.needs ? [failure('SWITCHED_OFF', offReason(operation.needs))] : []),
    notNow(unavailable),
    ...unreadableFor(route),
  ];
}

/**
 * Tells whether a write may wait for a person: only registrars' access tokens have the guard `approvalNeeded`.
 */
const waits = ({ permits, scope }: RestRoute['operation']): boolean =>
  scope !== 'SIGN_IN' && permits.some((permit) => permit.startsWith('registrar'));

/** The message names the reason. */
const unavailable = 'Command failed: the registry is not available at the moment; try again';

/** The router refuses text that cannot be parsed or stored, in the path, the query, a header or the body. */
function unreadableFor({ method, path, unreadable, legalDocument }: RestRoute): Failure[] {
  return [
    ...(path.includes(':') ? [failure('OBJECT_DOES_NOT_EXIST')] : []),
    unreadable ?? failure('PARAMETER_VALUE_SYNTAX'),
    ...(method === 'GET'
      ? []
      : [
          failure('PARAMETER_VALUE_SYNTAX'),
          failure('COMMAND_SYNTAX'),
          bodyTooLarge(legalDocument ? largestBodyWithDocument : undefined),
          bodyNotJson(),
        ]),
    notAcceptable(),
  ];
}
