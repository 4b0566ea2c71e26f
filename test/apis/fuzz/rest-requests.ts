import { getOrCreate } from '#src/base/get-or-create.ts';
import { openApi } from '../../support/described-answers.ts';
import { fc } from '../../support/properties.ts';
import { goodText, type Json, type Known, odd, spoiled, spoilings } from './values.ts';

export interface FuzzRequest {
  readonly caller: string;
  /** `POST /registry/v1/domains`, `Mutation.domainRegister`. */
  readonly target: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string;
}

export interface Callers {
  readonly usual: readonly string[];
  /** They get no further than the gate. */
  readonly refused: readonly string[];
}

export const anyCaller = ({ usual, refused }: Callers): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom(...usual) },
    { weight: 1, arbitrary: fc.constantFrom(...refused) },
  );

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly $ref?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Operation {
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly { name: string; in: 'path' | 'query' | 'header'; schema: Schema }[];
  readonly requestBody?: { content: Readonly<Record<string, { schema: Schema }>> };
}

/** Every route of the published document, as (method, path, operation). */
export const routes = Object.entries(openApi.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({
    method: method.toUpperCase() as FuzzRequest['method'],
    path,
    operation: operation as unknown as Operation,
  })),
);

type Route = (typeof routes)[number];

/** Requests over all routes: good by the document, then spoiled in up to three places, by whoever. */
export function restRequests(known: Known, callers: Callers): fc.Arbitrary<FuzzRequest> {
  const made = new Map<Route, fc.Arbitrary<FuzzRequest>>();
  const requestsFor = ({ method, path, operation }: Route): fc.Arbitrary<FuzzRequest> => {
    const parameters = operation.parameters ?? [];
    const media = operation.requestBody?.content['application/json'];
    const usual = Object.keys(operation.security?.[0] ?? {}).flatMap((api) =>
      callers.usual.filter((caller) => caller.startsWith(api)),
    );
    return fc
      .record({
        caller: fc.oneof(
          { weight: 8, arbitrary: fc.constantFrom(...(usual.length > 0 ? usual : callers.usual)) },
          { weight: 1, arbitrary: anyCaller(callers) },
        ),
        path: textsFor(parameters, 'path', 10, known),
        query: textsFor(parameters, 'query', 3, known),
        header: textsFor(parameters, 'header', 1, known),
        body: media ? spoiledBody(media.schema, known) : fc.constant(undefined),
        type: fc.oneof(
          { weight: 30, arbitrary: fc.constant('application/json') },
          {
            weight: 1,
            arbitrary: fc.constantFrom('text/plain', 'application/x-www-form-urlencoded', '', 'json; ='),
          },
        ),
      })
      .map(({ caller, path: inPath, query, header, body, type }) => {
        const search = new URLSearchParams(query).toString();
        const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
          encodeURIComponent(wellFormed(inPath[name] ?? 'x')),
        );
        return {
          caller,
          target: `${method} ${path}`,
          method,
          url: search === '' ? filled : `${filled}?${search}`,
          headers: { ...header, ...(body !== undefined && type !== '' && { 'content-type': type }) },
          ...(body !== undefined && { payload: body }),
        };
      });
  };
  return fc.constantFrom(...routes).chain((route) => getOrCreate(made, route, () => requestsFor(route)));
}

const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd');

function textsFor(
  parameters: NonNullable<Operation['parameters']>,
  place: 'path' | 'query' | 'header',
  outOfTen: number,
  known: Known,
): fc.Arbitrary<Record<string, string>> {
  const arbitraries = parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, schema }) => {
      const good = schema.enum ? fc.constantFrom(...schema.enum).map(String) : goodText(name, known);
      const text = fc.oneof({ weight: 4, arbitrary: good }, { weight: 1, arbitrary: odd.map(asText) });
      // What cannot be sent in a header never arrives.
      const sent =
        place === 'header' ? text.map((value) => value.replace(/[^\x20-\x7e]/g, '?').slice(0, 300)) : text;
      const given = { weight: outOfTen, arbitrary: sent };
      const left = { weight: 10 - outOfTen, arbitrary: fc.constant(undefined) };
      return fc.tuple(fc.constant(name), fc.oneof(given, left));
    });
  return fc
    .tuple(...arbitraries)
    .map((pairs) =>
      Object.fromEntries(pairs.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    );
}

const asText = (value: Json): string =>
  (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, 4000);

function spoiledBody(schema: Schema, known: Known): fc.Arbitrary<string> {
  const whole = fc
    .tuple(bodyFor(schema, '', known, 0), spoilings(3))
    .map(([good, spoils]) => JSON.stringify(spoiled(good, spoils)));
  const broken = fc
    .tuple(whole, fc.nat(), fc.constantFrom('', '}', '\u0000', ',', '"'))
    .map(([text, at, by]) => text.slice(0, at % (text.length + 1)) + by);
  return fc.oneof({ weight: 20, arbitrary: whole }, { weight: 1, arbitrary: broken });
}

function bodyFor(schema: Schema, name: string, known: Known, depth: number): fc.Arbitrary<Json> {
  const { properties, items, anyOf, oneOf, $ref } = schema;
  const any = anyOf ?? oneOf;
  if ($ref)
    return bodyFor(openApi.components.schemas[$ref.split('/').at(-1) ?? ''] as Schema, name, known, depth);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (any) return fc.oneof(...any.map((one) => bodyFor(one, name, known, depth)));
  if (properties)
    return fc.record(
      Object.fromEntries(
        Object.entries(properties).map(([key, inner]) => [key, bodyFor(inner, key, known, depth + 1)]),
      ),
      { requiredKeys: [...(schema.required ?? Object.keys(properties).slice(0, 1))] },
    );
  if (items) return fc.array(bodyFor(items, name, known, depth + 1), { maxLength: 3 });
  const types = [schema.type ?? 'string'].flat();
  return fc.oneof(...types.map((type) => scalarOf(type, schema, name, known)));
}

function scalarOf(
  type: string,
  { minimum = 0, maximum = 300 }: Schema,
  name: string,
  known: Known,
): fc.Arbitrary<Json> {
  if (type === 'boolean') return fc.boolean();
  if (type === 'null') return fc.constant(null);
  if (type === 'integer') return fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) });
  if (type === 'number') return fc.constantFrom(10, 0.01, 12.5);
  return goodText(name, known);
}
