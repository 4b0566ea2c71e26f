import { expect, it, onTestFinished } from 'vitest';
import { createClient } from '#client/client.ts';
import { NotificationsDocument } from '#client/documents.generated.ts';
import { cutLine } from '../support/cut-line.ts';
import { subscribe } from '../support/live.ts';
import { mutateOf } from '../support/operator.ts';
import { seed } from '../support/seed.ts';
import { alpha, testWorld } from '../support/world.ts';

/** A reset empties the database of every test in the file: this one is alone. */

interface Named {
  readonly domains: { readonly nodes: readonly { readonly name: string }[] };
}

it('a live list begins anew when the sandbox does, where numbers begin again as well', async () => {
  const world = await testWorld();
  const mutate = mutateOf(() => world);
  const register = async (name: string) =>
    seed(world).domain(name, { registrant: await seed(world).contact() });
  const line = await cutLine(await world.listen());
  const client = createClient({ url: `${line.url}/graphql`, authorization: alpha });
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const seen: string[][] = [];
  const done = (async () => {
    for await (const nodes of client.liveList<Named>(
      '{ domains(orderBy: { field: NAME }, first: 10) { nodes { name } } }',
      {},
      { signal: stop.signal },
    ))
      seen.push(nodes.map(({ name }) => name));
  })();
  const shows = (...names: string[]) => expect.poll(() => seen.at(-1)).toEqual(names);
  await shows();
  await register('uus-a.ee');
  await register('uus-b.ee');
  await shows('uus-a.ee', 'uus-b.ee');
  await mutate('sandboxReset', { world: 'BARE' }, 'world');
  await shows();
  await register('uus-c.ee');
  await shows('uus-c.ee');
  // And when the line was down meanwhile, so that nobody heard of it.
  await register('uus-d.ee');
  await register('uus-e.ee');
  await shows('uus-c.ee', 'uus-d.ee', 'uus-e.ee');
  line.isDown = true;
  line.cut();
  await mutate('sandboxReset', { world: 'BARE' }, 'world');
  line.isDown = false;
  await shows();
  await register('uus-f.ee');
  await shows('uus-f.ee');
  // And when as much has happened since as before.
  line.isDown = true;
  line.cut();
  await mutate('sandboxReset', { world: 'BARE' }, 'world');
  for (const name of ['uus-g.ee', 'uus-h.ee', 'uus-i.ee']) await register(name);
  line.isDown = false;
  await shows('uus-g.ee', 'uus-h.ee', 'uus-i.ee');
  stop.abort();
  await done;
});

it('an open stream ends with the reset, because numbers begin again', async () => {
  const world = await testWorld();
  const document = 'subscription { notificationReceived { text } }';
  const live = await subscribe(await world.listen(), document, { auth: alpha });
  await mutateOf(() => world)('sandboxReset', { world: 'BARE' }, 'world');
  await live.ended();
});

it('a subscriber that resumes after an old change gets the news of the domain, or learns that it was reset', async () => {
  const world = await testWorld();
  const mutate = mutateOf(() => world);
  const url = await world.listen();
  const register = async (name: string) =>
    seed(world).domain(name, { registrant: await seed(world).contact() });
  const follow = (name: string, after: string) =>
    subscribe(
      url,
      'subscription ($name: DomainName!, $after: ID) { domainChanged(name: $name, after: $after) { id kind } }',
      { auth: alpha, variables: { name, after } },
    );
  await register('uus-j.ee');
  const { id } = (await (await follow('uus-j.ee', '0')).next()).data.domainChanged as unknown as {
    id: string;
  };
  await mutate('sandboxReset', { world: 'BARE' }, 'world');
  expect((await (await follow('uus-j.ee', id)).next()).errors).toMatchObject([
    { extensions: { code: 'BAD_USER_INPUT', argument: ['after'] } },
  ]);
  await register('uus-j.ee');
  const { domainChanged } = (await (await follow('uus-j.ee', id)).next()).data;
  expect(domainChanged).toMatchObject({ kind: 'CREATED' });
  expect(domainChanged).not.toMatchObject({ id });
});

it('a subscriber that has heard nothing goes on where it began, and begins anew after a reset', async () => {
  const world = await testWorld();
  const mutate = mutateOf(() => world);
  const client = createClient({ url: `${await world.listen()}/graphql`, authorization: alpha });
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const register = async () => seed(world).domain('uus-k.ee', { registrant: await seed(world).contact() });
  const news = (turn: 'add' | 'remove') =>
    mutate('domainStatusesSet', { name: 'uus-k.ee', [turn]: ['serverHold'] }, 'domain { name }');
  await register();
  // Numbers of messages begin again: more of them before the reset than after it.
  for (const turn of ['add', 'remove', 'add'] as const) await news(turn);
  const [connections, heard]: [boolean[], string[]] = [[], []];
  const done = (async () => {
    for await (const { notificationReceived } of client.subscribe(
      NotificationsDocument,
      {},
      { signal: stop.signal, onConnection: (isOpen) => connections.push(isOpen) },
    ))
      heard.push(notificationReceived.text);
  })();
  await expect.poll(() => connections).toEqual([true]);
  await mutate('sandboxReset', { world: 'BARE' }, 'world');
  await register();
  await expect.poll(() => connections.at(-1) && connections.length > 2).toBe(true);
  await news('add');
  await expect.poll(() => heard).toEqual(['serverHold set on domain uus-k.ee']);
  stop.abort();
  await done;
});
