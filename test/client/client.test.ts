import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest';
import { BillingDocument } from '#client/billing-documents.generated.ts';
import { type Client, createClient, GraphqlRequestError, idempotencyKey } from '#client/client.ts';
import {
  ExpiringDomainsDocument,
  RegistrarTourDocument,
  RenewDomainDocument,
} from '#client/documents.generated.ts';
import { token } from '../support/billing.ts';
import { seed } from '../support/seed.ts';
import { alpha, basic, type TestWorld, testWorld } from '../support/world.ts';

let world: TestWorld;
let url: string;
let client: Client;
let sent: number;

const renewal = { input: { name: 'nobody-has-it.ee', period: 'P1Y', expiresOn: '2030-01-01' } };
const names = ['a.ee', 'b.ee', 'c.ee', 'd.ee', 'e.ee'];

beforeAll(async () => {
  world = await testWorld();
  url = `${await world.listen()}/graphql`;
  client = createClient({
    url,
    authorization: alpha,
    fetch: (...request) => {
      sent += 1;
      return fetch(...request);
    },
  });
  const registrant = await seed(world).contact();
  for (const name of names) await seed(world).domain(name, { registrant, period: 3, unit: 'm' });
  // Ninety days before its end a domain can be renewed (docs/rules/registrar.md#renewal).
  world.clock.moveTo(new Date(world.clock.now().getTime() + 10 * 86_400_000));
  sent = 0;
});

describe('request', () => {
  it('answers with the typed result of a document', async () => {
    const { viewer, account } = await client.request(RegistrarTourDocument);
    expectTypeOf(viewer.name).toEqualTypeOf<string>();
    expect({ name: viewer.name, kind: viewer.kind, currency: account?.currency }).toEqual({
      name: 'alpha',
      kind: 'REGISTRAR',
      currency: 'EUR',
    });
  });

  it('gives what a write was refused for as data', async () => {
    const { domainRenew } = await client.request(RenewDomainDocument, renewal);
    expect(domainRenew).toMatchObject({ domain: null, userErrors: [{ code: 'OBJECT_DOES_NOT_EXIST' }] });
  });

  it('throws what the server has against the whole request', async () => {
    const stranger = createClient({ url, authorization: basic('alpha', 'wrong') });
    const error = await stranger.request(RegistrarTourDocument).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(GraphqlRequestError);
    expect(error).toMatchObject({ status: 401, code: 'UNAUTHENTICATED', data: null });
  });

  it('throws when nothing of GraphQL comes back', async () => {
    const lost = createClient({ url: url.replace('/graphql', '/livez'), authorization: alpha });
    await expect(lost.request(RegistrarTourDocument)).rejects.toBeInstanceOf(GraphqlRequestError);
  });

  it('asks for the credentials each time when they are made', async () => {
    let made = 0;
    const billing = createClient({
      url,
      authorization: () => {
        made += 1;
        return token('auction');
      },
    });
    await billing.request(BillingDocument);
    const { viewer } = await billing.request(BillingDocument);
    expect({ viewer, made }).toEqual({ viewer: { kind: 'BILLING_CLIENT', name: 'auction' }, made: 2 });
  });

  it('comes with an access token', async () => {
    const { accessTokenCreate } = await client.request<{ accessTokenCreate: { token: string } }>(
      'mutation { accessTokenCreate(input: { name: "client", scopes: [READ] }) { token } }',
    );
    const reader = createClient({ url, token: () => accessTokenCreate.token });
    expect(await reader.request('{ viewer { name } }')).toEqual({ viewer: { name: 'alpha' } });
    await expect(reader.request(RenewDomainDocument, renewal)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const stranger = createClient({ url, token: 'zg_wrong' });
    await expect(stranger.request('{ viewer { name } }')).rejects.toMatchObject({ status: 401 });
  });

  it('can be given up', async () => {
    await expect(
      client.request(RegistrarTourDocument, {}, { signal: AbortSignal.abort(new Error('enough')) }),
    ).rejects.toThrow('enough');
  });
});

describe('nodes', () => {
  const expiring = (first: number) =>
    client.nodes(ExpiringDomainsDocument, { within: 'P1Y', first }, ({ domains }) => domains);

  it('goes through a list page by page', async () => {
    sent = 0;
    const seen: string[] = [];
    for await (const { name, renewQuote } of expiring(2)) seen.push(`${name} ${renewQuote?.price}`);
    expect(seen.sort()).toEqual(names.map((name) => `${name} 11.00`));
    expect(sent).toBe(3);
  });

  it('finds all that a renewal needs to know', async () => {
    for await (const { name, expiresAt } of expiring(1)) {
      const { domainRenew } = await client.request(RenewDomainDocument, {
        input: { name, period: 'P1Y', expiresOn: expiresAt.slice(0, 10) },
        idempotencyKey: idempotencyKey(),
        dryRun: true,
      });
      expect(domainRenew).toMatchObject({ domain: { name }, userErrors: [] });
    }
  });

  it('asks for no more pages than are looked at', async () => {
    sent = 0;
    for await (const node of expiring(2)) {
      expect(node.registrant.name).toBe('Jaan Tamm');
      break;
    }
    expect(sent).toBe(1);
  });
});
