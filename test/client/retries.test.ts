import { beforeAll, describe, expect, it } from 'vitest';
import { createClient, idempotencyKey } from '#client/client.ts';
import {
  ExpiringDomainsDocument,
  RegisterDomainDocument,
  RegistrarTourDocument,
} from '#client/documents.generated.ts';
import { stopwatch } from '#src/base/clock.ts';
import { type LosingLine, losingLine } from '../support/losing-line.ts';
import { seed, twoNameservers } from '../support/seed.ts';
import { clockAt } from '../support/time.ts';
import { alpha, type TestWorld, testWorld } from '../support/world.ts';

let world: TestWorld;
let line: LosingLine;
let registrant: string;

beforeAll(async () => {
  world = await testWorld();
  line = await losingLine(await world.listen());
  registrant = await seed(world).contact();
});

const balance = async (): Promise<unknown> =>
  (await world.request({ method: 'GET', url: '/registry/v1/accounts/balance' })).body.data.balance;

const register = (name: string, key?: string) =>
  createClient({ url: `${line.url}/graphql`, authorization: alpha }).request(RegisterDomainDocument, {
    input: {
      name,
      registrant,
      period: 'P1Y',
      nameservers: twoNameservers.map((hostname) => ({ hostname })),
    },
    ...(key !== undefined && { idempotencyKey: key }),
  });

const lose = (answers: number): void => {
  line.losing = answers;
  line.delivered = 0;
};

describe('a lost answer', () => {
  it('to a write with an idempotency key is asked for again, and the write is done and paid once', async () => {
    const before = Number(await balance());
    lose(2);
    const { domainRegister } = await register('once.ee', idempotencyKey());
    expect(domainRegister).toMatchObject({ domain: { name: 'once.ee' }, userErrors: [] });
    expect(line.delivered).toBe(3);
    expect(before - Number(await balance())).toBe(10);
  });

  it('to a write without one is asked for again with the key that the client gave it', async () => {
    const before = Number(await balance());
    lose(2);
    const { domainRegister } = await register('given.ee');
    expect(domainRegister).toMatchObject({ domain: { name: 'given.ee' }, userErrors: [] });
    expect(line.delivered).toBe(3);
    expect(before - Number(await balance())).toBe(10);
  });

  it('to writes whose document says nothing of keys as well, each with a key of its own', async () => {
    const before = Number(await balance());
    lose(1);
    const twice = `mutation ($one: DomainRegisterInput!, $other: DomainRegisterInput!) {
      one: domainRegister(input: $one) { userErrors { code } ...Shown }
      other: domainRegister(input: $other) { userErrors { code } ...Shown }
    }
    fragment Shown on DomainRegisterPayload { domain { name } }`;
    const input = (name: string) => ({ name, registrant, period: 'P1Y' });
    const written = await createClient({ url: `${line.url}/graphql`, authorization: alpha }).request(twice, {
      one: input('esimene.ee'),
      other: input('teine.ee'),
    });
    expect(written).toEqual({
      one: { domain: { name: 'esimene.ee' }, userErrors: [] },
      other: { domain: { name: 'teine.ee' }, userErrors: [] },
    });
    expect(line.delivered).toBe(2);
    expect(before - Number(await balance())).toBe(20);
  });

  it('to a write that shows a secret once is an error: a repetition would not show it', async () => {
    lose(1);
    const client = createClient({ url: `${line.url}/graphql` });
    const signIn = `mutation { signIn(input: { username: "alpha", password: "alpha-sandbox" }) { token } }`;
    await expect(client.request(signIn)).rejects.toMatchObject({ kind: 'UNREACHABLE' });
    expect(line.delivered).toBe(1);
  });

  it('to a write that can have no key is an error: only the caller can know what to do', async () => {
    lose(1);
    const unknown = `mutation { ...Write } fragment Write on Mutation {
      contactDelete(input: { code: "ALPHA:NOBODY" }) { userErrors { code } } }`;
    const client = createClient({ url: `${line.url}/graphql`, authorization: alpha });
    await expect(client.request(unknown)).rejects.toMatchObject({ kind: 'UNREACHABLE' });
    expect(line.delivered).toBe(1);
  });

  it('to a query is asked for again, but not for ever', async () => {
    const client = createClient({ url: `${line.url}/graphql`, authorization: alpha, retries: 2 });
    lose(2);
    expect((await client.request(RegistrarTourDocument)).viewer.name).toBe('alpha');
    lose(3);
    await expect(client.request(RegistrarTourDocument)).rejects.toMatchObject({ kind: 'UNREACHABLE' });
    expect(line.delivered).toBe(3);
  });
});

describe('a spent budget', () => {
  it('is waited for as long as the server says, or reported when that is too long', async () => {
    const clock = clockAt('2026-05-10T10:00:00Z');
    const small = await testWorld({ RATE_LIMIT_POINTS: '2', RATE_LIMIT_WINDOW: '1' }, { clock });
    const url = `${await small.listen()}/graphql`;
    const statuses: number[] = [];
    const watched: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      statuses.push(response.status);
      if (response.status === 429) clock.moveTo(new Date(clock.now().getTime() + 1100));
      return response;
    };
    const patient = createClient({ url, authorization: alpha, fetch: watched });
    const hasty = createClient({ url, authorization: alpha, longestWaitSeconds: 0 });
    const untilRefused = async (): Promise<unknown> => {
      for (;;) {
        const error = await hasty.request(ExpiringDomainsDocument, { first: 1 }).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        if (error) return error;
      }
    };
    const error = await untilRefused();
    expect(error).toMatchObject({ status: 429, code: 'THROTTLED', retryAfterSeconds: 1 });
    const waited = stopwatch();
    const { domains } = await patient.request(ExpiringDomainsDocument, { first: 1 });
    expect(domains?.totalCount).toBe(0);
    expect(statuses).toEqual([429, 200]);
    expect(waited()).toBeGreaterThanOrEqual(990);
  });
});

describe('what can never succeed', () => {
  it('is thrown at once: a request that costs more than the whole budget', async () => {
    const small = await testWorld({ RATE_LIMIT_POINTS: '10' });
    const url = `${await small.listen()}/graphql`;
    const answers: Response[] = [];
    const watched: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      answers.push(response);
      return response;
    };
    const client = createClient({ url, authorization: alpha, fetch: watched, longestWaitSeconds: 9999 });
    const dear = '{ domains(first: 100) { nodes { name history(first: 100) { nodes { id } } } } }';
    await expect(client.request(dear)).rejects.toMatchObject({
      kind: 'THROTTLED',
      isPassing: false,
      retryAfterSeconds: undefined,
      message: expect.stringMatching(
        /^This costs \d+ points, more than the 10 that there are at once: ask for less$/,
      ),
    });
    expect(answers.map(({ status }) => status)).toEqual([429]);
    // What fits into it is waited for.
    expect(await client.request('{ viewer { name } }')).toEqual({ viewer: { name: 'alpha' } });
  });

  it('is thrown before it is sent: a document that cannot be parsed', async () => {
    let sent = 0;
    const counting: typeof fetch = (...request) => {
      sent += 1;
      return fetch(...request);
    };
    const client = createClient({ url: `${line.url}/graphql`, authorization: alpha, fetch: counting });
    const wrong = '{ viewer { name }';
    const thrown = { name: 'GraphqlRequestError', kind: 'INVALID', isPassing: false };
    await expect(client.request(wrong)).rejects.toMatchObject(thrown);
    await expect(client.subscribe(wrong).next()).rejects.toMatchObject(thrown);
    await expect(client.rows(wrong).next()).rejects.toMatchObject(thrown);
    await expect(client.liveList(wrong).next()).rejects.toMatchObject(thrown);
    expect(sent).toBe(0);
  });
});
