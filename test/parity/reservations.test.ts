import { beforeAll, describe } from 'vitest';
import { clockAt } from '../support/time.ts';
import { type Loose, type TestWorld, testWorld } from '../support/world.ts';
import { portalScenarios } from './reservation-door.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld({}, { clock: clockAt('2026-05-10T12:00:00Z') });
});
const scenario = portalScenarios(() => world);

interface Told {
  readonly id: string;
  readonly entries: readonly { name: string; code: string; until: string }[];
}
const told = {
  rest: ({ user_unique_id, reserved_domains }: Loose): Told => ({
    id: String(user_unique_id),
    entries: (reserved_domains as unknown as Loose[]).map(({ name, password, expire_at }) => ({
      name: String(name),
      code: String(password),
      until: String(expire_at),
    })),
  }),
  graphql: ({ reservation }: Loose): Told => ({
    id: String(reservation.userUniqueId),
    entries: (reservation.entries as unknown as Loose[]).map(({ name, password, expiresAt }) => ({
      name: String(name),
      code: String(password),
      until: String(expiresAt),
    })),
  }),
};

describe('a free reservation', () => {
  scenario({
    title: 'is made',
    arrange: async (tag) => ({ names: [`a-${tag}.ee`, `õ-${tag}.com.ee`] }),
    rest: ({ names }) => ({ method: 'POST', url: '/reserve_domains', payload: { domain_names: names } }),
    graphql: ({ names }) => ({
      mutation: 'reservationCreate',
      input: { names },
      select: 'reservation { userUniqueId entries { name password expiresAt } }',
    }),
    status: 201,
    told,
    own: (_, { id, entries }) => [id, ...entries.map(({ code }) => code)],
    effect: (_, { id }) => [
      { url: `/reserve_domains/${id}`, shows: { status: 200, body: [{ password: '(own 2)' }, {}] } },
      {
        query:
          'query ($id: String!) { reservation(userUniqueId: $id) { kind entries { name status password } } }',
        variables: { id },
        shows: { kind: 'FREE' },
      },
    ],
  });
  scenario({
    title: 'needs names',
    arrange: async () => ({}),
    rest: () => ({ method: 'POST', url: '/reserve_domains', payload: { domain_names: [] } }),
    graphql: () => ({ mutation: 'reservationCreate', input: { names: [] } }),
    status: 400,
    body: { error: 'Invalid parameter: domain_names must be a non-empty array of valid domain names' },
    code: 2005,
  });
});
