import { beforeAll, describe, expect, expectTypeOf, it, onTestFinished } from 'vitest';
import { type Client, createClient, GraphqlRequestError, type SubscribeOptions } from '#client/client.ts';
import { DomainChangesDocument, NotificationsDocument } from '#client/documents.generated.ts';
import { freshBudgets } from '../support/budgets.ts';
import { type CutLine, cutLine } from '../support/cut-line.ts';
import { newDomain } from '../support/domains.ts';
import { mutateOf } from '../support/operator.ts';
import { clockAt } from '../support/time.ts';
import { alpha, basic, type TestWorld, testWorld } from '../support/world.ts';

let world: TestWorld;
let line: CutLine;
let client: Client;
let name: string;
const mutate = mutateOf(() => world);

beforeAll(async () => {
  world = await testWorld();
  line = await cutLine(await world.listen());
  client = createClient({ url: `${line.url}/graphql`, authorization: alpha });
  name = await newDomain(world);
});

let isHeld = false;
/** A message for the sponsor of the domain; gives its text. */
async function news(): Promise<string> {
  isHeld = !isHeld;
  await mutate('domainStatusesSet', { name, [isHeld ? 'add' : 'remove']: ['serverHold'] }, 'domain { name }');
  return isHeld ? `serverHold set on domain ${name}` : `serverHold is cancelled on domain ${name}`;
}

const openStreams = () => expect.poll(() => world.container.streams.total);

interface Latest {
  readonly notifications: { readonly nodes: readonly { readonly id: string }[] };
}

/** Listens until it is told to stop, and keeps what it heard. */
function listen(options: SubscribeOptions & { after?: string | undefined } = {}, from: Client = client) {
  const stop = new AbortController();
  const heard: string[] = [];
  const connections: boolean[] = [];
  const done = (async () => {
    for await (const { notificationReceived } of from.subscribe(
      NotificationsDocument,
      { after: options.after ?? null },
      { signal: stop.signal, onConnection: (isOpen) => connections.push(isOpen), ...options },
    ))
      heard.push(notificationReceived.text);
  })();
  return {
    heard,
    connections,
    done,
    /** From here on nothing is missed. */
    open: () => expect.poll(() => connections.at(-1)).toBe(true),
    hears: (expected: readonly string[]) => expect.poll(() => heard).toEqual(expected),
    end: async () => {
      stop.abort();
      await done;
    },
  };
}

describe('subscribe', () => {
  it('yields events as they happen, until its caller stops', async () => {
    const heard: string[] = [];
    const two = async () => [await news(), await news()];
    let expected: Promise<string[]> | undefined;
    for await (const item of client.subscribe(
      NotificationsDocument,
      {},
      {
        onConnection: (isOpen) => {
          if (isOpen) expected ??= two();
        },
      },
    )) {
      expectTypeOf(item.notificationReceived.text).toEqualTypeOf<string>();
      heard.push(item.notificationReceived.text);
      if (heard.length === 2) break;
    }
    expect(heard).toEqual(await expected);
    await openStreams().toBe(0);
  });

  it('misses nothing and repeats nothing when the line is cut again and again', async () => {
    const { connections, open, hears, end } = listen();
    await open();
    const expected = [await news()];
    await hears(expected);
    for (let turn = 0; turn < 5; turn += 1) {
      line.isDown = true;
      line.cut();
      await openStreams().toBe(0);
      expected.push(await news(), await news());
      line.isDown = false;
      await hears(expected);
    }
    await end();
    expect(connections).toEqual([...Array.from({ length: 5 }, () => [true, false]).flat(), true, false]);
    await openStreams().toBe(0);
  });

  it('misses nothing that happens before it has heard anything', async () => {
    const own = await cutLine(line.url);
    const { open, hears, end } = listen(
      {},
      createClient({ url: `${own.url}/graphql`, authorization: alpha }),
    );
    await open();
    own.isDown = true;
    own.cut();
    await openStreams().toBe(0);
    const expected = [await news(), await news()];
    own.isDown = false;
    await hears(expected);
    await end();
  });

  it('takes a line that has fallen silent for lost', async () => {
    const { notifications } = await client.request<Latest>('{ notifications(first: 1) { nodes { id } } }');
    const { open, hears, end } = listen({ silenceSeconds: 1, after: notifications.nodes[0]?.id });
    await open();
    const expected = [await news()];
    await hears(expected);
    const before = line.opened;
    line.silence();
    expected.push(await news());
    await hears(expected);
    expect(line.opened).toBeGreaterThan(before);
    await end();
  });

  it('goes on at a server that has ended its streams, as one does that is replaced', async () => {
    const { open, hears, end } = listen();
    await open();
    const expected = [await news()];
    await hears(expected);
    // A changed user ends its streams, so that they are judged anew.
    await mutate('apiUserUpdate', { username: 'alpha', active: true }, 'apiUser { username }');
    expected.push(await news());
    await hears(expected);
    await end();
  });

  it('asks once for other credentials when those it has are refused, and then says so', async () => {
    const asked: boolean[] = [];
    const renewing = createClient({
      url: `${line.url}/graphql`,
      authorization: (refused) => {
        asked.push(refused);
        return refused ? alpha : basic('alpha', 'expired');
      },
    });
    const { open, hears, end } = listen({}, renewing);
    await open();
    const expected = [await news()];
    await hears(expected);
    expect(asked).toEqual([false, true]);
    await end();
    const stranger = createClient({ url: `${line.url}/graphql`, authorization: basic('alpha', 'wrong') });
    const refusal = await listen({}, stranger).done.catch((reason: unknown) => reason);
    expect(refusal).toBeInstanceOf(GraphqlRequestError);
    expect(refusal).toMatchObject({ status: 401, code: 'UNAUTHENTICATED' });
  });

  it('follows one domain, and throws what no second try would mend', async () => {
    const stop = new AbortController();
    const changes = client.subscribe(
      DomainChangesDocument,
      { name },
      { signal: stop.signal, onConnection: (isOpen) => isOpen && void news() },
    );
    expect((await changes.next()).value).toMatchObject({
      domainChanged: { operation: 'domain.set-statuses' },
    });
    stop.abort();
    expect(await changes.next()).toEqual({ value: undefined, done: true });
    const wrong = client.subscribe(
      'subscription ($after: ID) { notificationReceived(after: $after) { text } }',
      {},
      { onConnection: (isOpen) => isOpen && void news() },
    );
    await expect(wrong.next()).rejects.toThrow('does not ask for the id');
    await expect(client.subscribe('subscription { nothing }').next()).rejects.toThrow('Cannot query field');
    await openStreams().toBe(0);
  });
});

describe('a spent budget', () => {
  it('is waited for, and everything that happened meanwhile follows', async () => {
    const clock = clockAt('2026-05-10T10:00:00Z');
    const small = await testWorld({ RATE_LIMIT_POINTS: '10', RATE_LIMIT_WINDOW: '2' }, { clock });
    const url = `${await small.listen()}/graphql`;
    const mine = await newDomain(small);
    await freshBudgets(small);
    const change = mutateOf(() => small);
    const statuses: number[] = [];
    const watched = createClient({
      url,
      authorization: alpha,
      fetch: async (...request) => {
        const response = await fetch(...request);
        statuses.push(response.status);
        return response;
      },
    });
    const { open, hears, end } = listen({}, watched);
    await open();
    const expected: string[] = [];
    for (let turn = 0; turn < 7; turn += 1) {
      await change('domainStatusesSet', { name: mine, add: ['serverHold'] }, 'domain { name }');
      await change('domainStatusesSet', { name: mine, remove: ['serverHold'] }, 'domain { name }');
      expected.push(`serverHold set on domain ${mine}`, `serverHold is cancelled on domain ${mine}`);
    }
    await expect.poll(() => statuses).toContain(429);
    // As many windows as it takes to tell all of it.
    const next = setInterval(() => clock.moveTo(new Date(clock.now().getTime() + 2_000)), 200);
    onTestFinished(() => clearInterval(next));
    await hears(expected);
    await end();
  });
});
