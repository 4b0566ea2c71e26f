import { beforeAll, describe, it } from 'vitest';
import { token } from '../../support/billing.ts';
import { portalOf } from '../../support/portal.ts';
import { alpha, operator, type TestWorld, testWorld } from '../../support/world.ts';
import { reservationApi } from './reservation-api.ts';
import { askingForFree, askingForPaid, reserving, reservingPaid, suggesting } from './reservation-twins.ts';
import { sameThroughServiceApi } from './service-api.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({
    BUSINESS_REGISTRY_TOKENS: 'portal-sandbox, second',
    BUSINESS_REGISTRY_ALLOWED_IPS: '127.0.0.1, 10.1.0.0/16, 2001:db8::/32',
  });
});

const nothingThere = { names: [], id: '00000000-0', number: 1, organization: 'Acme' };
const refused = { status: 401, body: { error: 'Unauthorized' } };

/** Everything the portal can ask, each with what it answers to those who may. */
describe.each([
  ['suggestions', suggesting, { status: 200 }],
  ['a free reservation', reserving, { status: 400, code: 2005 }],
  ['the state of a free reservation', askingForFree, { status: 404, code: 2303 }],
  ['a paid reservation', reservingPaid, { status: 400, code: 2005 }],
  ['the state of a paid reservation', askingForPaid, { status: 404, code: 2303 }],
] as const)('asking for %s', (_, { rest, graphql }, answer) => {
  const asked = {
    arrange: async () => nothingThere,
    rest: () => rest(nothingThere),
    graphql: () => graphql(nothingThere),
  };

  it.each([
    ['nobody', null, 'UNAUTHENTICATED'],
    ['a wrong token', 'Bearer nonsense', 'UNAUTHENTICATED'],
    ['a token without its scheme', 'portal-sandbox', 'UNAUTHENTICATED'],
    ['a token of another scheme', 'Basic portal-sandbox', 'UNAUTHENTICATED'],
    ['several words', 'Bearer x portal-sandbox', 'UNAUTHENTICATED'],
    ['an empty token', 'Bearer ', 'UNAUTHENTICATED'],
    ['a registrar', alpha, 'GRAPHQL_VALIDATION_FAILED'],
    ['an operator', operator, 'GRAPHQL_VALIDATION_FAILED'],
    ['a billing client', token('business_registry'), 'GRAPHQL_VALIDATION_FAILED'],
  ] as const)('is refused to %s', (_, auth, code) =>
    sameThroughServiceApi(world, reservationApi, { ...asked, ...refused, auth, code }),
  );

  it.each(['10.2.0.1', '2001:db9::7'])('is refused to the right token from %s', (from) =>
    sameThroughServiceApi(world, reservationApi, { ...asked, ...refused, from, code: 'UNAUTHENTICATED' }),
  );

  it.each([
    ['127.0.0.1', 'Bearer second'],
    ['10.1.2.3', 'bearer portal-sandbox'],
    ['2001:db8::7', 'BEARER second'],
    ['::ffff:127.0.0.1', 'Bearer portal-sandbox'],
  ])('is granted from %s with %j', (from, auth) =>
    sameThroughServiceApi(world, reservationApi, { ...asked, ...answer, from, auth }),
  );
});

describe('every token of the portal', () => {
  it('sees every reservation', () =>
    sameThroughServiceApi(world, reservationApi, {
      arrange: async (tag) => portalOf(world).reserved(`shared-${tag}.ee`),
      ...askingForFree,
      auth: 'Bearer second',
      status: 200,
      own: ({ password, expiresAt }) => [password, expiresAt],
    }));
});
