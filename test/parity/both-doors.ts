import { expect } from 'vitest';
import { type Seed, seed } from '../support/seed.ts';
import { type Answer, alpha, type Loose, type TestWorld } from '../support/world.ts';

export interface RestTwin {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly payload?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface GraphqlTwin {
  readonly mutation: string;
  readonly input?: unknown;
  /** What the payload is asked for besides its userErrors. */
  readonly select?: string;
}

/** One thing that happens, told once for each door. Everything it touches is made twice, told apart by `tag`. */
export interface Scenario<C> {
  readonly title: string;
  readonly arrange: (seed: Seed, tag: string, world: TestWorld) => Promise<C>;
  readonly rest: (context: C) => RestTwin;
  readonly graphql: (context: C) => GraphqlTwin;
  /** The result code that both doors must answer with. */
  readonly code: number;
  readonly auth?: string;
  /** What is looked at afterwards, through REST, by whom: must be the same but for the tag. */
  readonly effect?: (context: C) => readonly { readonly url: string; readonly auth?: string }[];
}

export async function sameThroughBothDoors<C>(world: TestWorld, scenario: Scenario<C>): Promise<void> {
  const auth = scenario.auth ?? alpha;
  const overRest = await scenario.arrange(seed(world), 'rr', world);
  const answer = await callRest(world, scenario.rest(overRest), auth);
  const overGraphql = await scenario.arrange(seed(world), 'gg', world);
  const payload = await callGraphql(world, scenario.graphql(overGraphql), auth);

  expect({ code: answer.body.code, message: answer.body.message, text: answer.text }).toMatchObject({
    code: scenario.code,
  });
  expect({ code: resultCodeOf(payload), payload }).toMatchObject({ code: scenario.code });
  const [first] = payload.userErrors as unknown as { message: string }[];
  if (first) expect(untagged(first.message)).toBe(untagged(String(answer.body.message)));

  const after = (context: C) => effectOf(world, scenario, context, auth);
  expect(await after(overGraphql)).toEqual(await after(overRest));
}

const callRest = (
  world: TestWorld,
  { method, url, payload, headers }: RestTwin,
  auth: string,
): Promise<Answer> =>
  world.request({
    method,
    url: `/registry/v1${url}`,
    auth,
    ...(payload !== undefined && { payload: payload as object }),
    ...(headers && { headers }),
  });

async function callGraphql(
  world: TestWorld,
  { mutation, input, select = '' }: GraphqlTwin,
  auth: string,
): Promise<Loose> {
  const type = `${mutation[0]?.toUpperCase()}${mutation.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${mutation}(input: $input) { ${select} userErrors { resultCode message } } }`;
  const { body, text } = await world.request({
    method: 'POST',
    url: '/graphql',
    auth,
    payload: { query, variables: { input } },
  });
  if (body.errors) throw new Error(`${mutation}: ${text}`);
  return body.data[mutation];
}

function resultCodeOf(payload: Loose): number {
  const [first] = payload.userErrors as unknown as { resultCode: number }[];
  if (first) return first.resultCode;
  return (payload.pending as unknown) === true ? 1001 : 1000;
}

async function effectOf<C>(
  world: TestWorld,
  { effect }: Scenario<C>,
  context: C,
  auth: string,
): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (const { url, auth: by } of effect?.(context) ?? []) {
    const { status, body } = await world.request({ url: `/registry/v1${url}`, auth: by ?? auth });
    seen.push(JSON.parse(untagged(JSON.stringify({ status, data: stable(body.data) }))));
  }
  return seen;
}

/** Names and codes of the two runs differ in their tag, or are random. */
const untagged = (text: string): string =>
  text.replace(/rr|gg/gi, '..').replace(/\b(ALPHA|BETA):[0-9A-F]{8}\b/g, '$1:(random)');

const volatile = new Set(['id', 'created_at', 'updated_at', 'transfer_code', 'auth_info', 'outzone_at']);

/** Ids, codes and times of day are each run's own. */
function stable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(stable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      volatile.has(key) && item !== null ? '(its own)' : stable(item),
    ]),
  );
}
