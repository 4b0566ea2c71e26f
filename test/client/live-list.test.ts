import { beforeAll, describe, expect, expectTypeOf, it, onTestFinished } from 'vitest';
import { type Client, createClient } from '#client/client.ts';
import { ExpiringDomainsDocument, type ExpiringDomainsQuery } from '#client/documents.generated.ts';
import { type CutLine, cutLine } from '../support/cut-line.ts';
import { newDomain } from '../support/domains.ts';
import { mutateOf } from '../support/operator.ts';
import { alpha, type TestWorld, testWorld } from '../support/world.ts';

/** A list that keeps itself up to date. */

let world: TestWorld;
let line: CutLine;
let client: Client;
const mutate = mutateOf(() => world);

beforeAll(async () => {
  world = await testWorld();
  line = await cutLine(await world.listen());
  client = createClient({ url: `${line.url}/graphql`, authorization: alpha });
});

interface Named {
  readonly domains: { readonly nodes: readonly { readonly name: string; readonly statuses: unknown[] }[] };
}

const byName = `
  query Live($begin: String!, $first: Int = 2, $after: String) {
    domains(where: { name: { startsWith: $begin } }, orderBy: { field: NAME }, first: $first, after: $after) {
      nodes { ...Row }
      pageInfo { hasNextPage endCursor }
    }
  }
  fragment Row on Domain { name statuses { name } }`;

function follow(begin: string, from: Client = client) {
  const stop = new AbortController();
  const seen: string[][] = [];
  const connections: boolean[] = [];
  const done = (async () => {
    for await (const nodes of from.liveList<Named>(
      byName,
      { begin },
      { signal: stop.signal, onConnection: (isOpen) => connections.push(isOpen) },
    ))
      seen.push(nodes.map(({ name }) => name));
  })();
  onTestFinished(() => stop.abort());
  return {
    seen,
    connections,
    shows: (...names: string[]) => expect.poll(() => seen.at(-1)).toEqual(names),
    end: async () => {
      stop.abort();
      await done;
    },
  };
}

describe('liveList', () => {
  it('reads all pages, puts every change in its place and takes away what leaves', async () => {
    for (const name of ['aed-b.ee', 'aed-d.ee', 'aed-f.ee']) await newDomain(world, { name });
    const list = follow('aed-');
    await list.shows('aed-b.ee', 'aed-d.ee', 'aed-f.ee');
    expect(list.seen[0]).toEqual(['aed-b.ee', 'aed-d.ee']);
    await newDomain(world, { name: 'aed-c.ee' });
    await list.shows('aed-b.ee', 'aed-c.ee', 'aed-d.ee', 'aed-f.ee');
    await newDomain(world, { name: 'aed-g.ee', transferCode: 'open-sesame' });
    await list.shows('aed-b.ee', 'aed-c.ee', 'aed-d.ee', 'aed-f.ee', 'aed-g.ee');
    await list.end();
  });

  it('goes on after a lost connection, with what happened meanwhile', async () => {
    await newDomain(world, { name: 'oja-b.ee' });
    const list = follow('oja-');
    await list.shows('oja-b.ee');
    line.cut();
    await newDomain(world, { name: 'oja-a.ee' });
    await list.shows('oja-a.ee', 'oja-b.ee');
    line.cut();
    await newDomain(world, { name: 'oja-c.ee' });
    await list.shows('oja-a.ee', 'oja-b.ee', 'oja-c.ee');
    await list.end();
  });

  it('shows the list as it was until all of it is read again', async () => {
    for (const name of ['kuu-a.ee', 'kuu-b.ee', 'kuu-c.ee']) await newDomain(world, { name });
    const list = follow('kuu-');
    await list.shows('kuu-a.ee', 'kuu-b.ee', 'kuu-c.ee');
    // No change was told yet that the next stream could go on after.
    line.cut();
    await expect.poll(() => list.seen.length).toBeGreaterThan(2);
    expect(list.seen.slice(1)).toEqual([
      ['kuu-a.ee', 'kuu-b.ee', 'kuu-c.ee'],
      ['kuu-a.ee', 'kuu-b.ee', 'kuu-c.ee'],
    ]);
    await list.end();
  });

  it('is patient with a server that is away while it reads', async () => {
    await newDomain(world, { name: 'sild-a.ee' });
    let isAway = true;
    let refused = 0;
    const list = follow(
      'sild-',
      createClient({
        url: `${line.url}/graphql`,
        authorization: alpha,
        retries: 0,
        fetch: async (...request) => {
          if (!isAway || String(request[1]?.body).includes('subscription')) return fetch(...request);
          refused += 1;
          isAway = refused < 3;
          return new Response('away', { status: 503 });
        },
      }),
    );
    await list.shows('sild-a.ee');
    expect(refused).toBe(3);
    await list.end();
  });

  it('shows each node as it is now', async () => {
    await newDomain(world, { name: 'jarv.ee' });
    const stop = new AbortController();
    onTestFinished(() => stop.abort());
    const statuses: unknown[] = [];
    for await (const [node] of client.liveList<Named>(byName, { begin: 'jarv' }, { signal: stop.signal })) {
      statuses.push(node?.statuses.map((status) => (status as { name: string }).name));
      if (statuses.length === 1)
        await mutate('domainStatusesSet', { name: 'jarv.ee', add: ['serverHold'] }, 'domain { name }');
      else stop.abort();
    }
    expect(statuses.at(-1)).toContain('serverHold');
  });

  it('has the types of the document, and sorts by what orderBy says', async () => {
    const list = client.liveList(ExpiringDomainsDocument, { within: 'P400D' });
    type Shown = NonNullable<ExpiringDomainsQuery['domains']>['nodes'][number];
    expectTypeOf(list).toEqualTypeOf<AsyncGenerator<readonly Shown[], void, undefined>>();
    const { value } = await list.next();
    expect(value?.length).toBeGreaterThan(3);
    const later = await newDomain(world, { name: 'viimane.ee' });
    const { value: next } = await list.next();
    expect(next?.at(-1)?.name).toBe(later);
    await list.return(undefined);
    await expect.poll(() => world.container.streams.total).toBe(0);
  });

  it('closes its stream at once when it is given up while nothing happens', async () => {
    const list = client.liveList<Named>(byName, { begin: 'vaikus-' });
    await list.next();
    await expect.poll(() => world.container.streams.total).toBe(1);
    const waiting = list.next();
    await list.return(undefined);
    expect(await waiting).toEqual({ value: undefined, done: true });
    await expect.poll(() => world.container.streams.total).toBe(0);
  });

  it('throws what no retry fixes, and says what a document lacks', async () => {
    const refused = async (document: string) => {
      for await (const _ of client.liveList(document, {}));
    };
    await expect(refused('{ viewer { name } }')).rejects.toThrow('one list');
    await expect(refused('{ domains(first: 1, asOf: "-P1D") { nodes { name } } }')).rejects.toThrow('past');
    await expect(
      refused('{ domains(first: 1, where: { updatedAt: { gt: "PT0S" } }) { nodes { name } } }'),
    ).rejects.toMatchObject({ code: 'NOT_IN_HISTORY' });
    const nameless = client.liveList('{ domains(first: 1) { nodes { expiresAt } } }', {});
    await nameless.next();
    await newDomain(world);
    await expect(nameless.next()).rejects.toThrow('need name');
  });
});
