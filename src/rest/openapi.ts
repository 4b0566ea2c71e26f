import { errorCatalogue, type Failure, failure, httpStatusOf } from '../core/errors.ts';
import type { RestRoute } from './door.ts';
import { pathParameters } from './path-parameters.ts';

/** One REST API as the document describes it. */
export interface DescribedDoor {
  readonly tag: string;
  readonly description: string;
  readonly prefix: string;
  readonly security: 'registrar' | 'portal' | 'billing';
  readonly routes: readonly RestRoute[];
  /** The schema around what a route answers with. */
  readonly answer: (data: object | undefined) => object;
  readonly refusal: object;
  /** Where this API's status for a failure is not the catalogue's. */
  readonly statusOf?: (failure: Failure) => number;
}

/** OpenAPI 3.1 from the same route tables that serve requests; each operation names its GraphQL twin. */
export function openapiDocument(doors: readonly DescribedDoor[]): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Zonegraph',
      version: '1',
      description:
        'A national domain registry: registrar, reservation and billing APIs. Each operation has a twin in the graph.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: doors.map(({ tag, description }) => ({ name: tag, description })),
    paths: pathsOf(doors),
    components: {
      securitySchemes: {
        registrar: { type: 'http', scheme: 'basic', description: 'Username and password of an API user.' },
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
      },
    },
  };
}

function pathsOf(doors: readonly DescribedDoor[]): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const door of doors)
    for (const route of door.routes) {
      const path = `${door.prefix}${route.path}`.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route, door) };
    }
  return paths;
}

function operationOf(route: RestRoute, door: DescribedDoor): object {
  const { operation, docs = {}, extension, method } = route;
  return {
    operationId: `${operation.name}:${method} ${route.path}`.replace(/[^\w.]+/g, '_'),
    tags: [door.tag],
    summary: operation.summary,
    ...described(route),
    ...(extension && { 'x-extension': true }),
    ...(operation.graphql && { 'x-graphql': operation.graphql }),
    security: route.open ? [] : [{ [door.security]: [] }],
    parameters: parametersOf(route),
    ...(docs.body && {
      requestBody: { required: true, content: { 'application/json': { schema: docs.body } } },
    }),
    responses: responsesOf(route, door),
  };
}

function described({ operation, extension }: RestRoute): { description?: string } {
  const sentences = [
    operation.graphql && `In the graph: \`${operation.graphql}\`.`,
    extension && 'An extension: not part of the documented API, served for existing clients.',
  ].filter((sentence) => typeof sentence === 'string');
  return sentences.length > 0 ? { description: sentences.join('\n\n') } : {};
}

function parametersOf({ path, method, docs = {} }: RestRoute): object[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    ...pathParameters[name ?? ''],
    schema: { type: 'string' },
  }));
  const inQuery = Object.entries(docs.query ?? {}).map(([name, query]) => ({ name, in: 'query', ...query }));
  const inHeader = Object.entries(docs.headers ?? {}).map(([name, header]) => ({
    name,
    in: 'header',
    ...header,
  }));
  return [...inPath, ...inQuery, ...inHeader, ...(method === 'GET' ? [] : writeHeaders)];
}

const writeHeaders = [
  {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Repeating the request with the same key within 24 hours gives the first answer and does nothing twice.',
    schema: { type: 'string', maxLength: 255 },
  },
  {
    name: 'Dry-Run',
    in: 'header',
    description: '`true`: answer as if it were done and keep nothing.',
    schema: { type: 'string', enum: ['true'] },
  },
];

function responsesOf({ operation, docs = {}, open }: RestRoute, door: DescribedDoor): Record<string, object> {
  const statuses = new Map<number, string[]>();
  const statusOf = door.statusOf ?? httpStatusOf;
  for (const code of operation.errors) {
    const { resultCode, message } = errorCatalogue[code];
    const status = statusOf(failure(code));
    statuses.set(status, [...(statuses.get(status) ?? []), `${resultCode} ${message}`]);
  }
  if (!open) statuses.set(401, ['2202 Invalid authorization information', '2201 Authorization error']);
  statuses.set(429, ['2502 Session limit exceeded']);
  const success = {
    description: 'Done.',
    headers: { 'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' } },
    content: { 'application/json': { schema: door.answer(docs.data) } },
  };
  const refusals = [...statuses].sort(([one], [other]) => one - other);
  return {
    [docs.status ?? 200]: success,
    ...Object.fromEntries(
      refusals.map(([status, messages]) => [
        status,
        { description: messages.join('; '), content: { 'application/json': { schema: door.refusal } } },
      ]),
    ),
  };
}
