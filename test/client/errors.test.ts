import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { createClient, type FailureKind, GraphqlRequestError } from '#client/client.ts';
import { RegistrarTourDocument, RenewDomainDocument } from '#client/documents.generated.ts';
import { graphCodes } from '#src/apis/graphql/help.ts';
import { alpha, basic, type TestWorld, testWorld } from '../support/world.ts';

/** Why there is no data: one type for all of it, told apart by its kind. */

let world: TestWorld;
let url: string;

beforeAll(async () => {
  world = await testWorld();
  url = `${await world.listen()}/graphql`;
});

const failure = async (work: Promise<unknown>): Promise<GraphqlRequestError> => {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof GraphqlRequestError)) throw error;
  return error;
};
const answering = (status: number, body: unknown, headers = {}) =>
  createClient({
    url,
    retries: 0,
    fetch: async () =>
      new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }),
  });
const refusing = (code: string, extensions = {}, status = 200) =>
  answering(status, { errors: [{ message: code, extensions: { code, ...extensions } }] });

describe('a failed request', () => {
  it.each<[keyof typeof graphCodes, FailureKind, boolean]>([
    ['UNAUTHENTICATED', 'UNAUTHENTICATED', false],
    ['FORBIDDEN', 'FORBIDDEN', false],
    ['BAD_USER_INPUT', 'INVALID', false],
    ['TOO_MANY_GROUPS', 'TOO_MUCH', false],
    ['QUERY_TOO_EXPENSIVE', 'TOO_MUCH', false],
    ['NOT_IN_HISTORY', 'INVALID', false],
    ['SLOW_READER', 'UNAVAILABLE', true],
    ['QUERY_TIMEOUT', 'TOO_MUCH', false],
    ['THROTTLED', 'THROTTLED', true],
    ['QUERY_TOO_COMPLEX', 'TOO_MUCH', false],
    ['GRAPHQL_PARSE_FAILED', 'INVALID', false],
    ['GRAPHQL_VALIDATION_FAILED', 'INVALID', false],
    ['OPERATION_RESOLUTION_FAILURE', 'INVALID', false],
    ['BAD_REQUEST', 'INVALID', false],
    ['METHOD_NOT_ALLOWED', 'INVALID', false],
    ['TRUSTED_DOCUMENTS_ONLY', 'INVALID', false],
    ['PERSISTED_QUERY_NOT_FOUND', 'INVALID', false],
    ['PERSISTED_QUERY_NOT_SUPPORTED', 'INVALID', false],
    ['SERVICE_UNAVAILABLE', 'UNAVAILABLE', true],
    ['INTERNAL_SERVER_ERROR', 'FAULT', false],
  ])('with the code %s is of the kind %s', async (code, kind, isPassing) => {
    const error = await failure(refusing(code).request('{ viewer { name } }'));
    expect(error).toMatchObject({ kind, code, isPassing, message: code });
    kindsOfCodes.push(code);
  });
  const kindsOfCodes: string[] = [];

  it('has a kind for every code that the server has', () => {
    expect(kindsOfCodes.sort()).toEqual(Object.keys(graphCodes).sort());
  });

  it.each<[number, FailureKind]>([
    [200, 'NOT_GRAPHQL'],
    [401, 'UNAUTHENTICATED'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_GRAPHQL'],
    [429, 'THROTTLED'],
    [500, 'FAULT'],
    [502, 'UNAVAILABLE'],
    [503, 'UNAVAILABLE'],
    [504, 'UNAVAILABLE'],
  ])('that a gateway answers with %s has the kind %s', async (status, kind) => {
    const error = await failure(answering(status, '<html>').request('{ viewer { name } }'));
    expect(error).toMatchObject({ kind, status, code: undefined, errors: [] });
  });

  it('shows what its kind knows beside, in types as well', async () => {
    const error = await failure(
      refusing('THROTTLED', { pageSizeThatFits: 7 }, 429).request('{ viewer { name } }'),
    );
    // @ts-expect-error: only a spent budget knows which page could be paid.
    void error.pageSizeThatFits;
    switch (error.kind) {
      case 'THROTTLED':
        expectTypeOf(error.pageSizeThatFits).toEqualTypeOf<number | undefined>();
        expect(error.pageSizeThatFits).toBe(7);
        break;
      case 'FORBIDDEN':
        expectTypeOf(error.scope).toEqualTypeOf<string | undefined>();
        break;
      case 'INVALID':
        expectTypeOf(error.argument).toEqualTypeOf<readonly (string | number)[] | undefined>();
        break;
      case 'FAULT':
        expectTypeOf(error.requestId).toEqualTypeOf<string | undefined>();
        break;
      case 'INTERRUPTED':
        expectTypeOf(error.after).toEqualTypeOf<string | undefined>();
        break;
      case 'UNREACHABLE':
        expectTypeOf(error.status).toEqualTypeOf<undefined>();
        break;
      case 'UNAUTHENTICATED':
      case 'UNAVAILABLE':
      case 'TOO_MUCH':
      case 'NOT_GRAPHQL':
        expectTypeOf(error.status).toEqualTypeOf<number | undefined>();
        break;
      default:
        expectTypeOf(error).toBeNever();
    }
    expect.assertions(1);
  });

  it('comes so from the server: who is wrong, what is wrong, which scope is missing', async () => {
    const client = createClient({ url, authorization: alpha });
    const { accessTokenCreate } = await client.request<{ accessTokenCreate: { token: string } }>(
      'mutation { accessTokenCreate(input: { name: "errors", scopes: [READ] }) { token } }',
    );
    const reader = createClient({ url, token: accessTokenCreate.token });
    const input = { name: 'nobody.ee', period: 'P1Y', expiresOn: '2030-01-01' };
    expect(await failure(reader.request(RenewDomainDocument, { input }))).toMatchObject({
      kind: 'FORBIDDEN',
      scope: 'WRITE',
    });
    expect(await failure(client.request('{ domains(first: 0) { totalCount } }'))).toMatchObject({
      kind: 'INVALID',
      argument: ['first'],
    });
    const stranger = createClient({ url, authorization: basic('alpha', 'wrong') });
    expect(await failure(stranger.request(RegistrarTourDocument))).toMatchObject({
      kind: 'UNAUTHENTICATED',
      status: 401,
    });
  });

  it('that never reached a server has the reason of the runtime as its cause', async () => {
    const nowhere = createClient({ url: 'http://127.0.0.1:1/graphql', retries: 0 });
    const error = await failure(nowhere.request('{ viewer { name } }'));
    expect(error).toMatchObject({ kind: 'UNREACHABLE', status: undefined, isPassing: true });
    expect(error.cause).toBeInstanceOf(TypeError);
  });
});
