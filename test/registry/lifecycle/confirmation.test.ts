import { beforeAll, describe, expect, it } from 'vitest';
import { askOf, mutateOf } from '../../support/operator.ts';
import { people, seed, twoNameservers } from '../../support/seed.ts';
import { advance, clockAt, domainNow, lifeOf, notificationsAbout } from '../../support/time.ts';
import { alpha, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);

beforeAll(async () => {
  world = await testWorld({}, { clock: clockAt('2026-06-01T12:00:00+03:00') });
});

const statuses = async (name: string) => (await domainNow(world, name))?.statuses;
const texts = async (name: string) => (await notificationsAbout(world, name)).map(({ text }) => text);
const operations = async (name: string) =>
  (await lifeOf(world, (await domainNow(world, name))?.id ?? 0)).map(({ operation }) => operation);

async function askForRegistrant(name: string): Promise<string> {
  const other = await seed(world).contact({
    name: 'Mari Mets',
    ident: people.mari,
    email: 'mari@example.com',
  });
  const { body } = await world.request({
    method: 'PUT',
    url: `/registry/v1/domains/${name}`,
    payload: { domain: { registrant: { code: other } } },
  });
  expect(body).toMatchObject({ code: 1001 });
  return other;
}

async function askForDeletion(name: string): Promise<void> {
  const { body } = await world.request({
    method: 'DELETE',
    url: `/registry/v1/domains/${name}`,
    payload: { domain: { delete: { verified: false } } },
  });
  expect(body).toMatchObject({ code: 1001 });
}

/** The registrant opens the newest mail about the domain and answers. */
async function decide(name: string, decision: 'APPROVE' | 'REJECT') {
  await advance(world, { by: 'PT5M' });
  await mutate('jobsRun', { jobs: ['outbox'] }, 'events { kind }');
  const { data } = await ask('{ sandboxMailbox(first: 20) { nodes { text links } } }', {}, alpha);
  const mails = data.sandboxMailbox.nodes as unknown as { text: string; links: string[] }[];
  const link = mails
    .filter(({ text }) => text.includes(name))
    .flatMap(({ links }) => links)
    .find((url) => url.includes('/confirm/'));
  const token = link?.split('/confirm/')[1] ?? '';
  return mutate('registrantDecide', { token, decision }, 'name decision', null);
}

describe('a registrant who is asked', () => {
  it('confirms a new registrant: it takes over at once, with a new transfer code', async () => {
    const name = 'handed-over.ee';
    await seed(world).domain(name, { nameservers: twoNameservers });
    const before = await domainNow(world, name);
    const other = await askForRegistrant(name);
    expect(await statuses(name)).toEqual(['pendingUpdate']);
    expect((await decide(name, 'APPROVE')).userErrors).toEqual([]);
    const after = await domainNow(world, name);
    expect(after?.statuses).toEqual(['ok']);
    expect(after?.registrant_code).toBe(other);
    expect(after?.transfer_code).not.toBe(before?.transfer_code);
    expect(await texts(name)).toEqual([`Registrant confirmed domain update: ${name}`]);
    expect(await operations(name)).toHaveLength(3);
  });

  it('rejects it: everything is as it was', async () => {
    const name = 'held-on.ee';
    const { registrant } = await seed(world).domain(name, { nameservers: twoNameservers });
    await askForRegistrant(name);
    expect((await decide(name, 'REJECT')).userErrors).toEqual([]);
    expect(await domainNow(world, name)).toMatchObject({ statuses: ['ok'], registrant_code: registrant });
    expect(await texts(name)).toEqual([`Registrant rejected domain update: ${name}`]);
  });

  it('confirms a deletion: the domain leaves the zone and is gone after its grace', async () => {
    const name = 'let-go.ee';
    await seed(world).domain(name, { nameservers: twoNameservers });
    await askForDeletion(name);
    expect(await statuses(name)).toEqual(['pendingDeleteConfirmation']);
    expect((await decide(name, 'APPROVE')).userErrors).toEqual([]);
    expect(await statuses(name)).toEqual(['pendingDelete', 'serverHold']);
    await advance(world, { by: 'P33D' });
    expect(await domainNow(world, name)).toBeUndefined();
    expect(await texts(name)).toEqual([
      `Registrant confirmed domain deletion: ${name}`,
      `Domain deleted!: ${name}`,
    ]);
  });

  it('rejects a deletion: the domain stays', async () => {
    const name = 'stays.ee';
    await seed(world).domain(name, { nameservers: twoNameservers });
    await askForDeletion(name);
    expect((await decide(name, 'REJECT')).userErrors).toEqual([]);
    expect(await domainNow(world, name)).toMatchObject({ statuses: ['ok'], delete_date: null });
    expect(await texts(name)).toEqual([`Registrant rejected domain deletion: ${name}`]);
  });

  it('comes too late after 48 hours', async () => {
    const name = 'too-late.ee';
    await seed(world).domain(name, { nameservers: twoNameservers });
    await askForRegistrant(name);
    await advance(world, { by: 'P3D' });
    expect((await decide(name, 'APPROVE')).userErrors).toHaveLength(1);
    expect(await statuses(name)).toEqual(['ok']);
    expect(await texts(name)).toEqual([`Registrant did not confirm domain update: ${name}`]);
  });
});
