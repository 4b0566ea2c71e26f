import { expect } from 'vitest';
import { type Seed, seed } from '../support/seed.ts';
import { alpha, type TestWorld } from '../support/world.ts';
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
  /** What is looked at afterwards, through REST, by whom: must be the same but for the tag. */
  readonly effect?: (context: C) => readonly { readonly url: string; readonly auth?: string }[];
}

export async function sameThroughBothDoors<C>(world: TestWorld, scenario: Scenario<C>): Promise<void> {
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
  const told = outcome.refusal?.message;
  if (told) expect(untagged(told)).toBe(untagged(String(answer.body.message)));

  const after = (context: C) => effectOf(world, scenario, context, auth);
  expect(await after(overGraphql)).toEqual(await after(overRest));
}

function resultCodeOf({ value, refusal }: GraphOutcome): number | undefined {
  if (refusal) return refusal.resultCode;
  return (value?.pending as unknown) === true ? 1001 : 1000;
}

async function effectOf<C>(
  world: TestWorld,
  { effect }: Scenario<C>,
  context: C,
  auth: string,
): Promise<unknown[]> {
  const seen: unknown[] = [];
  for (const { url, auth: by } of effect?.(context) ?? []) {
    const { status, body } = await world.request({ url: root + url, auth: by ?? auth });
    seen.push(JSON.parse(untagged(JSON.stringify({ status, data: stable(body.data) }))));
  }
  return seen;
}
