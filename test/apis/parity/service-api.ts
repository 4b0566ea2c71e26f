import { expect, it } from 'vitest';
import type { Loose, TestWorld } from '../../support/world.ts';
import {
  type Caller,
  callGraphql,
  callRest,
  type GraphOutcome,
  type GraphqlTwin,
  type RestTwin,
  stable,
  untagged,
} from './twins.ts';

/** A REST door without an envelope: its answers are the body, its refusals are told by status and texts. */
export interface ServiceApi {
  readonly root: string;
  /** Who calls unless the scenario names another. */
  readonly auth: string | Promise<string>;
}

/** One thing that happens, told once for each door. Everything it touches is made twice, told apart by `tag`. */
export interface ServiceScenario<C, T = undefined> extends ReportedTwice<C, T> {
  readonly title: string;
}

export interface ReportedTwice<C, T = undefined> {
  readonly arrange: (tag: string, world: TestWorld) => Promise<C>;
  readonly rest: (context: C) => RestTwin;
  readonly graphql: (context: C) => GraphqlTwin;
  /** Who calls at both doors; null is nobody. */
  readonly auth?: string | Promise<string> | null;
  /** The address that is called from. */
  readonly from?: string;
  /** What REST must answer with. */
  readonly status: number;
  /** The whole body REST must answer with, where it is the same in every run or follows from the context. */
  readonly body?: object | ((context: C) => object);
  /**
   * Why the graph must refuse: a result code, then in the words of REST wherever it has words; or an error code of
   * the graph's own, then in its own words. Left out, it must be done.
   */
  readonly code?: number | 'UNAUTHENTICATED' | 'FORBIDDEN' | 'BAD_USER_INPUT' | 'GRAPHQL_VALIDATION_FAILED';
  /** The same thing read out of both answers, when it was done. */
  readonly reported?: { readonly rest: (body: Loose) => T; readonly graphql: (value: Loose) => T };
  /** What each run made up for itself (ids, codes, numbers): must stand in the same places. */
  readonly own?: (context: C, reported: T) => readonly (string | number)[];
  /** What is looked at afterwards: must be the same in both runs. */
  readonly effect?: (context: C, reported: T) => readonly Look[];
}

/** A question asked afterwards, by the scenario's caller unless another is named. */
export type Look = (RestLook | GraphLook) & {
  readonly auth?: string | Promise<string> | null;
  /** What must be seen at least, with `..` for the tag and `(own 1)` for the first of the run's own. */
  readonly shows?: unknown;
};
interface RestLook {
  readonly url: string;
}
interface GraphLook {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

/** `const scenario = scenariosAt(door)(() => world)`: each is a test. */
export const scenariosAt =
  (api: ServiceApi) =>
  (world: () => TestWorld) =>
  <C, T = undefined>(one: ServiceScenario<C, T>): void =>
    it(one.title, () => sameThroughServiceApi(world(), api, one));

export async function sameThroughServiceApi<C, T>(
  world: TestWorld,
  api: ServiceApi,
  scenario: ReportedTwice<C, T>,
): Promise<void> {
  const caller = {
    auth: await (scenario.auth === undefined ? api.auth : scenario.auth),
    from: scenario.from,
  };
  const run = { world, api, scenario, caller };

  const overRest = await scenario.arrange('rr', world);
  const answer = await callRest(world, api.root, scenario.rest(overRest), caller);
  expect({ status: answer.status, text: answer.text }).toMatchObject({ status: scenario.status });
  const { body, reported } = scenario;
  if (body !== undefined) expect(answer.body).toEqual(typeof body === 'function' ? body(overRest) : body);
  const isDone = scenario.code === undefined;
  const restAnswer = (isDone ? reported?.rest(answer.body) : undefined) as T;
  const seenAfterRest = await seenAfter(run, overRest, restAnswer);

  const overGraphql = await scenario.arrange('gg', world);
  const outcome = await callGraphql(world, scenario.graphql(overGraphql), caller);
  expectOutcome(outcome, scenario.code);
  const graphqlAnswer = (isDone ? reported?.graphql(outcome.value as Loose) : undefined) as T;
  if (typeof scenario.code === 'number' && outcome.refusal?.message)
    expectSameWords(
      comparable(answer.body, scenario.own?.(overRest, restAnswer)) as Loose,
      comparable(outcome.refusal, scenario.own?.(overGraphql, graphqlAnswer)) as GraphOutcome['refusal'],
    );
  expect(await seenAfter(run, overGraphql, graphqlAnswer)).toEqual(seenAfterRest);
}

function expectOutcome({ value, refusal, text }: GraphOutcome, code: number | string | undefined): void {
  const answered = typeof code === 'string' ? refusal?.code : refusal?.resultCode;
  expect({ code: answered, text }).toMatchObject({ code });
  if (code === undefined) expect(value, text).not.toBeNull();
}

/**
 * Where REST tells what is wrong field by field, the graph tells all of it, and in an envelope all of it is one text;
 * else the first thing is told by both.
 */
function expectSameWords(body: Loose, refusal: GraphOutcome['refusal']): void {
  const texts = textsIn(body);
  const byField = Object.values((body.error ?? {}) as object).every(Array.isArray);
  if (typeof body.error === 'object' && byField)
    expect([...(refusal?.messages ?? [])].sort()).toEqual(texts.sort());
  else expect(texts).toContain(body.code ? refusal?.messages?.join(', ') : refusal?.message);
}

/** Every text in a refusal: it is the error, stands under a field, or beside other things. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

interface Run<C, T> {
  readonly world: TestWorld;
  readonly api: ServiceApi;
  readonly scenario: ReportedTwice<C, T>;
  readonly caller: Caller;
}

async function seenAfter<C, T>(run: Run<C, T>, context: C, reported: T): Promise<unknown[]> {
  const { scenario } = run;
  const compare = (value: unknown) => comparable(value, scenario.own?.(context, reported));
  const seen: unknown[] = [compare(reported)];
  for (const look of scenario.effect?.(context, reported) ?? []) {
    const shown = compare(await lookAt(run, look));
    if (look.shows !== undefined) expect(shown).toMatchObject(look.shows as object);
    seen.push(shown);
  }
  return seen;
}

async function lookAt<C, T>({ world, api, caller }: Run<C, T>, look: Look): Promise<unknown> {
  const auth = await (look.auth === undefined ? caller.auth : look.auth);
  if ('query' in look) {
    const { value, refusal } = await callGraphql(world, look, { ...caller, auth });
    return refusal ?? stable(value);
  }
  const { status, body } = await callRest(
    world,
    api.root,
    { method: 'GET', url: look.url },
    { ...caller, auth },
  );
  return { status, body: stable(body) };
}

/** The value without what is each run's own; a signature over such values is its own too. */
function comparable(value: unknown, own: readonly (string | number)[] = []): unknown {
  if (Array.isArray(value)) return value.map((item) => comparable(item, own));
  if (typeof value === 'string')
    return own
      .reduce<string>(
        (text, item, place) => text.replaceAll(String(item), `(own ${place + 1})`),
        untagged(value),
      )
      .replace(/hmac=[0-9a-f]+/, 'hmac=(signed)');
  if (typeof value === 'number' && own.includes(value)) return `(own ${own.indexOf(value) + 1})`;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, comparable(item, own)]));
}
