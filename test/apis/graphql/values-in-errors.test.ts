import type { GraphQLSchema } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { schemaOf } from '#src/apis/graphql/caller-schemas.ts';
import { schemaFor } from '#src/apis/graphql/server.ts';
import type { CallerKind } from '#src/base/actor.ts';
import { token } from '../../support/billing.ts';
import { everyPlace, everyPlaceOfText, type WithText } from '../../support/places-of-text.ts';
import { alpha, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let schema: GraphQLSchema;
let callers: readonly (readonly [kind: CallerKind, auth: string])[];
beforeAll(async () => {
  world = await testWorld({ RATE_LIMIT_POINTS: '10000000' });
  schema = schemaFor(world.container.config);
  callers = [
    ['registrar', alpha],
    ['operator', operator],
    ['portal', portal],
    ['billing', await token('registry')],
  ];
});

/** Of the first of the callers to whom the field is known. */
function authFor(field: string): string | undefined {
  const knows = (kind: CallerKind): boolean => {
    const own = schemaOf(schema, kind);
    return [own.getQueryType(), own.getMutationType()].some((type) => type?.getFields()[field]);
  };
  return callers.find(([kind]) => knows(kind))?.[1];
}

/** They would take the world away, or its time. */
const leftOut = /^(sandboxReset|clockAdvance|jobsRun) /;

/** The places from which what was sent came back: in errors, where it may never be, and in refusals of a change. */
async function placesRepeated(
  places: readonly WithText[],
  sent: readonly string[],
  asRequest: (payload: WithText['payload']) => object = (payload) => ({ method: 'POST', payload }),
) {
  const inErrors: string[] = [];
  const inRefusals: string[] = [];
  const isIn = (text: string): boolean => sent.some((one) => text.includes(one));
  let refused = 0;
  for (const { place, payload } of places.filter((one) => !leftOut.test(one.place))) {
    const auth = authFor(place.split(' ')[0] ?? '');
    if (auth === undefined) throw new Error(`nobody may use ${place}`);
    const query = payload.query.replace('{ code }', '{ message explanation path details }');
    const { text, body } = await world.request({
      url: '/graphql',
      auth,
      ...asRequest({ query, variables: payload.variables }),
    });
    if (body.errors !== undefined) refused += 1;
    if (isIn(JSON.stringify(body.errors ?? []))) inErrors.push(`${place}: ${text}`);
    else if (isIn(text)) inRefusals.push(place);
  }
  return { inErrors, inRefusals, refused };
}

const byGet = ({ query, variables }: WithText['payload']): object => ({
  method: 'GET',
  query: { query, variables: JSON.stringify(variables) },
});

/** What REST documents names the value there, and who makes many reservations must know which name was refused. */
const documented = [
  'contactCreate input.email',
  'contactUpdate input.email',
  'domainBulkRenew input.period',
  'domainRegister input.period',
  'domainRenew input.period',
  'paidReservationCreate input.names',
  'questionPublish input.document',
  'reservationCreate input.names',
  'sessionSwitch input.username',
  'settingSet input.name',
];

/** Each may be a secret in the wrong place, and errors are shown and logged. */
describe('what was sent in a variable', { timeout: 300_000 }, () => {
  const sent = 'Sent-9q7x';

  // The documents of filters come so often here that they are compiled.
  it('is repeated in no error, wherever it was sent', async () => {
    const { inErrors, inRefusals, refused } = await placesRepeated(everyPlace(schema, sent), [sent]);
    expect(inErrors).toEqual([]);
    expect(inRefusals.filter((place) => !documented.includes(place))).toEqual([]);
    expect(refused).toBeGreaterThan(1500);
  });

  it('is not repeated where it has the right form', async () => {
    const formed: Readonly<Record<string, string>> = {
      DateTime: '2931-07-19T00:00:00Z',
      DateTimeOrDuration: '-P8317Y',
      Date: '2931-07-19',
      Duration: '-P8317Y',
      DomainName: '90210777.ee',
    };
    const number = '90210777';
    const places = everyPlaceOfText(schema, (scalar) => formed[scalar] ?? number);
    const { inErrors, inRefusals } = await placesRepeated(places, [...Object.values(formed), number]);
    expect(inErrors).toEqual([]);
    expect(inRefusals.filter((place) => !documented.includes(place))).toEqual([]);
  });

  it('is not repeated in answers to GET', async () => {
    const filters = everyPlace(schema, sent).filter(({ place }) => place.startsWith('contacts '));
    const { inErrors, refused } = await placesRepeated(filters, [sent], byGet);
    expect(inErrors).toEqual([]);
    expect(refused).toBeGreaterThan(25);
  });
});
