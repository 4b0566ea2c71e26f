import { expect } from 'vitest';
import { plainMessage } from '#src/base/errors.ts';
import { getOrCreate } from '#src/base/get-or-create.ts';
import { atEndOfFile } from '../../support/at-end.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { type Seed, seed } from '../../support/seed.ts';
import { type Answer, alpha, beta, type TestWorld } from '../../support/world.ts';
import {
  callGraphql,
  callRest,
  type GraphOutcome,
  type MutationTwin,
  type RestTwin,
  stable,
  untagged,
} from './twins.ts';

const root = '/registry/v1';

/** One thing that happens, told once for each door. Everything it touches is made twice, told apart by `tag`. */
export interface Scenario<C> {
  readonly title: string;
  readonly arrange: (seed: Seed, tag: string, world: TestWorld) => Promise<C>;
  readonly rest: (context: C) => RestTwin;
  readonly graphql: (context: C) => MutationTwin;
  /** The result code that both doors must answer with. */
  readonly code: number;
  readonly auth?: string;
  /** Where the graph says more than REST's documented text. */
  readonly graphSays?: RegExp;
  /** What is looked at afterwards, through REST, by whom: must be the same but for the tag. */
  readonly effect?: (context: C) => readonly { readonly url: string; readonly auth?: string }[];
  /** Why it means nothing, or something else, in front of another registry; left out, it is the same there. */
  readonly notInFacade?: string;
}

export async function sameThroughBothApis<C>(world: TestWorld, scenario: Scenario<C>): Promise<void> {
  const auth = scenario.auth ?? alpha;
  const overRest = await scenario.arrange(seed(world), 'rr', world);
  const answer = await callRest(world, root, scenario.rest(overRest), { auth });
  const overGraphql = await scenario.arrange(seed(world), 'gg', world);
  const outcome = await callGraphql(world, scenario.graphql(overGraphql), { auth });
  // What a registrar can cause is data, never an error of the document.
  if (!outcome.value) throw new Error(outcome.text);

  expect({ code: answer.body.code, message: answer.body.message, text: answer.text }).toMatchObject({
    code: scenario.code,
  });
  expect({ code: resultCodeOf(outcome), text: outcome.text }).toMatchObject({ code: scenario.code });
  const reported = outcome.refusal?.message;
  if (scenario.graphSays) expect(reported).toMatch(scenario.graphSays);
  else if (reported) expect(untagged(reported)).toBe(untagged(plainMessage(answer.body)));

  const after = (context: C) => effectOf(world, world, scenario, context, auth);
  const expected = await after(overRest);
  expect(await after(overGraphql)).toEqual(expected);
  if (scenario.notInFacade === undefined) await sameInFacade(world, scenario, answer, expected);
}

/** Once more, through the graph of a facade in front of the world, which then shows the same. */
async function sameInFacade<C>(
  world: TestWorld,
  scenario: Scenario<C>,
  answer: Answer,
  expected: readonly unknown[],
): Promise<void> {
  const auth = scenario.auth ?? alpha;
  const facade = await facadeBefore(world, auth);
  const context = await scenario.arrange(seed(world), 'qq', world);
  const outcome = await callGraphql(facade, scenario.graphql(context), { auth: alpha });
  if (!outcome.value) throw new Error(outcome.text);
  expect({ code: resultCodeOf(outcome), text: outcome.text }).toMatchObject({ code: scenario.code });
  const reported = outcome.refusal?.message;
  if (reported) expect(untagged(reported)).toBe(untagged(plainMessage(answer.body)));
  expect(await effectOf(facade, world, scenario, context, auth)).toEqual(expected);
}

const facades = new Map<string, Promise<TestFacade>>();
const urls = new WeakMap<TestWorld, Promise<string>>();

/** One for each registrar that calls; whoever calls it is `alpha` there. */
function facadeBefore(world: TestWorld, auth: string): Promise<TestFacade> {
  return getOrCreate(facades, auth, async () => {
    atEndOfFile(() => facades.delete(auth));
    const username = auth === beta ? 'beta' : 'alpha';
    const facade = await testFacade(await getOrCreate(urls, world, () => world.listen()), {
      UPSTREAM_USERNAME: username,
      UPSTREAM_PASSWORD: `${username}-sandbox`,
      UPSTREAM_FRESH_FOR: 'PT0S',
    });
    await facade.upstream.mirror.pass();
    return facade;
  });
}

function resultCodeOf({ value, refusal }: GraphOutcome): number | undefined {
  if (refusal) return refusal.resultCode;
  return (value?.pending as unknown) === true ? 1001 : 1000;
}

/** What others see, they see at the registry. */
async function effectOf<C>(
  here: Pick<TestWorld, 'request'>,
  registry: TestWorld,
  { effect }: Scenario<C>,
  context: C,
  auth: string,
): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (const { url, auth: by } of effect?.(context) ?? []) {
    const isOther = by !== undefined && by !== auth;
    const asked = { url: root + url, auth: here === registry || isOther ? (by ?? auth) : alpha };
    const { status, body } = await (isOther ? registry : here).request(asked);
    seen.push(JSON.parse(untagged(JSON.stringify({ status, data: stable(body.data) }))));
  }
  return seen;
}
