import { readFileSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { detailsHeader } from '#src/apis/rest/registrar/details.ts';
import { getOrCreate } from '#src/base/get-or-create.ts';
import { complaints } from './at-end.ts';

interface Described {
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema: object }[];
  readonly requestBody?: { required: boolean; content: Readonly<Record<string, { schema: object }>> };
  readonly responses: Readonly<
    Record<string, { content?: Readonly<Record<string, { schema: object; examples?: object }>> }>
  >;
}

/** What we publish of the REST doors. */
export const openApi = JSON.parse(
  readFileSync(new URL('../../schema/openapi.json', import.meta.url), 'utf8'),
) as { paths: Record<string, Record<string, Described>>; components: { schemas: Record<string, object> } };

/** The published schema, as something that can judge an answer. */
export const judge = (schema: object): z.ZodType => z.fromJSONSchema({ ...asZodReads(schema), $defs });

const asZodReads = (schema: object): object =>
  JSON.parse(
    JSON.stringify(schema)
      .replaceAll('#/components/schemas/', '#/$defs/')
      // Zod reads patterns without the flag that knows letters and digits of all languages.
      .replaceAll('\\\\p{L}\\\\p{N}', '\\\\w\\\\u0080-\\\\uffff'),
  );
const $defs = asZodReads(openApi.components.schemas) as Record<string, never>;

const judges = new Map<object, z.ZodType>();
/** By the text of the schema: most refusals of an API are described alike. */
const judgesOfText = new Map<string, z.ZodType>();
let wrong: string[] = [];

/** What was asked or answered otherwise than it is published, since this was last asked. */
function wrongAnswers(): string[] {
  const found = wrong;
  wrong = [];
  return found;
}
complaints.push(wrongAnswers);

/**
 * Holds every answer of a test's app against what is published of it, whatever the test itself looks at; and what was
 * asked, when it was answered with success: a request that is served must be one that the document allows.
 */
export function compareWithDescription(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { method, routeOptions } = request;
    const path = (routeOptions.url ?? '').replace(/:(\w+)/g, '{$1}');
    const operation = openApi.paths[path]?.[method.toLowerCase()];
    if (!operation) return payload;
    const route = `${method} ${path} ${reply.statusCode}`;
    if (reply.statusCode < 300)
      wrong.push(...wrongInRequest(operation, request).map((at) => `${route}: ${at}`));
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    const text = isJson ? textOf(payload, reply.getHeader('content-encoding')) : undefined;
    if (text === undefined) return payload;
    const described = operation.responses[reply.statusCode]?.content?.['application/json'];
    const answer = JSON.parse(text);
    // Facades are told more, and nobody else is.
    if (request.headers[detailsHeader]) delete answer.details;
    const fault = described ? faultOf(described.schema, answer) : 'is not described';
    if (fault) wrong.push(`${route}: ${fault}: ${text.slice(0, 300)}`);
    return payload;
  });
}

/** Undefined of what is sent while it is made. */
function textOf(payload: unknown, encoding: unknown): string | undefined {
  if (typeof payload === 'string') return payload;
  if (!Buffer.isBuffer(payload)) return undefined;
  return (encoding === 'br' ? brotliDecompressSync(payload) : gunzipSync(payload)).toString();
}

function wrongInRequest({ requestBody, parameters = [] }: Described, request: FastifyRequest): string[] {
  const { body } = request;
  // What exports cannot read they leave out, whatever it is.
  const leavesOut = /\/(directo|e_invoice)$/.test(request.routeOptions.url ?? '');
  const schema = leavesOut ? undefined : requestBody?.content['application/json']?.schema;
  // What is no object has nothing in it, where an object is described.
  const isNothing = isObjectSchema(schema) && (typeof body !== 'object' || Array.isArray(body));
  const inBody =
    body === undefined
      ? requestBody?.required && 'a body is required'
      : schema && faultOf(schema, isNothing ? {} : body);
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const query = Object.entries(request.query as Readonly<Record<string, unknown>>);
  return [
    ...(inBody ? [`asked with ${JSON.stringify(body)?.slice(0, 300)}: ${inBody}`] : []),
    ...inQuery
      .filter(({ name, required }) => required && !query.some(([given]) => given === name))
      .map(({ name }) => `asked without ${name}`),
    ...query.flatMap(([name, value]) => {
      const parameter = inQuery.find((one) => one.name === name);
      // Without a value it is as good as left out, and so is the page of a list that `simple` leaves out; what is given
      // twice is no matter of the document.
      const isLeftOut = 'simple' in (request.query as object) && ['page', 'per_page', 'q[s]'].includes(name);
      const fault =
        parameter &&
        !isLeftOut &&
        typeof value === 'string' &&
        value !== '' &&
        faultOf(parameter.schema, asDescribed(parameter.schema, value));
      return fault ? [`asked with ${name}=${String(value)}: ${fault}`] : [];
    }),
  ];
}

const isObjectSchema = (schema: { type?: unknown } | undefined): boolean => schema?.type === 'object';

/** Text is all that a query can hold, and a list of one looks like none. */
const asDescribed = (schema: { type?: unknown }, value: string): unknown => {
  if (schema.type === 'array') return [value];
  if (schema.type !== 'integer' || !/^\d+$/.test(value)) return value;
  // Integers of a document have no largest one; those of the judge have.
  return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
};

function faultOf(schema: object, value: unknown): string | undefined {
  const { error } = getOrCreate(judges, schema, () =>
    getOrCreate(judgesOfText, JSON.stringify(schema), () => judge(schema)),
  ).safeParse(value);
  return error && z.prettifyError(error);
}
