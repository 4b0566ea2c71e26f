import type { GraphQLSchema } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { schemaOf } from '#src/apis/graphql/caller-schemas.ts';
import { schemaFor } from '#src/apis/graphql/server.ts';
import type { CallerKind } from '#src/base/actor.ts';
import { wayOf } from '#src/extensions/facade/ways.ts';
import { operations } from '#src/registry/operations/operation.ts';
import { type Between, between } from '../../support/between.ts';
import { token } from '../../support/billing.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { everyPlaceOfText, type WithText } from '../../support/places-of-text.ts';
import { alpha, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

/** A few hundred requests, on a machine that may do other things. */
const timeout = 300_000;
const patient = { RATE_LIMIT_POINTS: '1000000' };
let world: TestWorld;
let facade: TestFacade;
let line: Between;
let callers: readonly (readonly [kind: CallerKind, auth: string | null])[];
beforeAll(async () => {
  world = await testWorld(patient);
  line = await between(world);
  line.isZonegraph = true;
  facade = await testFacade(line.url, patient);
  await facade.upstream.mirror.pass();
  callers = [
    ['registrar', alpha],
    ['operator', operator],
    ['portal', portal],
    ['billing', await token('registry')],
    ['anonymous', null],
  ];
});

const knows = (schema: GraphQLSchema, field: string): boolean =>
  [schema.getQueryType(), schema.getMutationType()].some((type) => type?.getFields()[field]);

/** Asked by the first of the callers who may; those to whom the field is unknown are not tried. */
async function answerTo(
  { request, container }: Pick<TestWorld, 'request' | 'container'>,
  { payload, place }: WithText,
): Promise<{ readonly text: string; readonly isFault: boolean }> {
  const [field = ''] = place.split(' ');
  const schema = schemaFor(container.config);
  for (const [kind, auth] of callers) {
    if (!knows(schemaOf(schema, kind), field)) continue;
    const { status, text } = await request({ method: 'POST', url: '/graphql', payload, auth });
    if (!/"(FORBIDDEN|UNAUTHENTICATED|GRAPHQL_VALIDATION_FAILED)"/.test(text))
      return { text: text.slice(0, 300), isFault: status >= 500 || text.includes('INTERNAL') };
  }
  return { text: 'nobody may', isFault: true };
}

/** They would take the world away, or its time. */
const leftOut = /^(sandboxReset|clockAdvance|jobsRun) /;

/** Our database keeps the half as another sign, and complains of U+0000 alone: the half is tried here in one place of each field. */
const firstOfEachField = (places: readonly WithText[]): readonly WithText[] => [
  ...new Map(places.toReversed().map((one) => [one.place.split(' ')[0], one])).values(),
];

/** No database keeps it and no address can carry it; a document cannot hold the half, but a variable can. */
describe.each([
  ['half of a surrogate pair', 'a\ud800b', firstOfEachField, 100],
  ['U+0000', 'a\u0000b', (places: readonly WithText[]) => places, 200],
])('%s in any one place where the graph takes text', (_, text, chosen, least) => {
  it('is no fault of ours', { timeout }, async () => {
    const places = chosen(everyPlaceOfText(schemaFor(world.container.config), text)).filter(
      ({ place }) => !leftOut.test(place),
    );
    const faults: string[] = [];
    for (const one of places) {
      const answer = await answerTo(world, one);
      if (answer.isFault) faults.push(`${one.place}: ${answer.text}`);
    }
    expect(faults).toEqual([]);
    expect(places.length).toBeGreaterThan(least);
  });

  it('is refused before anything is sent to a registry behind us', { timeout }, async () => {
    const sent = [...operations.values()].filter(
      (operation) => operation.kind !== 'query' && wayOf(operation) === 'registry',
    );
    const changes = new Set(sent.map(({ graphql }) => graphql));
    const met = new Set<string>();
    const wrong: string[] = [];
    line.seen.length = 0;
    for (const one of everyPlaceOfText(schemaFor(facade.container.config), text)) {
      // In a facade, operators are managed by people who have signed in there.
      if (/^operator(?:s|Create|Update|Disable) /.test(one.place)) continue;
      const field = `Mutation.${one.place.split(' ')[0]}`;
      const answer = await answerTo(facade, one);
      // What is no id is the id of nothing.
      const refusals =
        /PARAMETER_VALUE_SYNTAX|BAD_USER_INPUT|INVALID_AUTHORIZATION|OBJECT_DOES_NOT_EXIST|OUTCOME_INVALID/;
      const isRefused = refusals.test(answer.text);
      if (answer.isFault || (changes.has(field) && !isRefused)) wrong.push(`${one.place}: ${answer.text}`);
      met.add(field);
    }
    expect(wrong).toEqual([]);
    expect([...changes].filter((field) => !met.has(field ?? ''))).toEqual([]);
    expect(line.seen.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });
});
