import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { canonicalJson } from '#src/base/canonical.ts';
import { fingerprint, keyedFingerprint } from '#src/base/secrets.ts';
import { defineCommand } from '#src/registry/operations/operation.ts';
import { person, postContact } from '../../support/contacts.ts';
import { type SecondContainer, secondContainer } from '../../support/containers.ts';
import { secondConnection } from '../../support/database.ts';
import { newDomain, setDomainStatuses, storedDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { seed } from '../../support/seed.ts';
import { alpha, basic, beta, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const create = (key: string, fields: object = {}, auth = alpha) =>
  postContact(world, { ...person, ...fields }, { auth, headers: { 'idempotency-key': key } });
const contactCount = async () =>
  Number((await world.request({ url: '/registry/v1/contacts?limit=0' })).body.data.count);
const reused = {
  status: 409,
  body: { code: 2002, message: 'Idempotency key was already used with another input', data: {} },
};
const mutation = /* GraphQL */ `
  mutation ($input: ContactCreateInput!, $key: String) {
    contactCreate(input: $input, idempotencyKey: $key) {
      contact { code }
      userErrors { code resultCode message }
    }
  }
`;
const createInGraph = (key: string, fields: object = {}) =>
  graph(world, mutation, {
    variables: {
      input: { ...person, ident: { code: '39708290069', type: 'PRIV', countryCode: 'EE' }, ...fields },
      key,
    },
  });

describe('the same key with the same input', () => {
  it('does the work once, gives the first answer again and says so', async () => {
    const before = await contactCount();
    const first = await create('once');
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    const again = await create('once');
    expect(again).toMatchObject({ status: 200, text: first.text });
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await contactCount()).toBe(before + 1);
  });

  it('is the same whatever the order of its fields, the prefix of its path and the user of the registrar', async () => {
    const first = await create('order');
    const { ident, phone, email, name } = person;
    const turned = await world.request({
      method: 'POST',
      url: '/repp/v1/contacts',
      payload: { contact: { ident, phone, email, name } },
      headers: { 'idempotency-key': 'order' },
      auth: basic('alpha-epp', 'alpha-sandbox'),
    });
    expect(turned).toMatchObject({ text: first.text, headers: { 'idempotent-replayed': 'true' } });
  });

  it('replays a refusal too, even when it would no longer be one', async () => {
    const refused = await create('refused', { email: 'x' });
    expect(refused).toMatchObject({ status: 400, body: { code: 2005 } });
    expect(await create('refused', { email: 'x' })).toMatchObject({
      status: 400,
      text: refused.text,
      headers: { 'idempotent-replayed': 'true' },
    });
    await create('taken-first', { id: 'will-be-free' });
    const taken = await create('taken-then', { id: 'will-be-free' });
    expect(taken.body.code).toBe(2302);
    await world.request({ method: 'DELETE', url: '/registry/v1/contacts/ALPHA:WILL-BE-FREE' });
    expect((await create('taken-then', { id: 'will-be-free' })).text).toBe(taken.text);
  });

  it('does nothing twice when it is sent ten times at once', async () => {
    const before = await contactCount();
    const answers = await Promise.all(Array.from({ length: 10 }, () => create('parallel')));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(9);
    expect(await contactCount()).toBe(before + 1);
  });

  it('does nothing twice when it is sent to several processes at once', async () => {
    const database = await secondConnection();
    const { app } = await secondContainer(database ? { database } : {});
    const toOther = () =>
      app.inject({
        method: 'POST',
        url: '/registry/v1/contacts',
        payload: { contact: person },
        headers: { authorization: alpha, 'idempotency-key': 'processes' },
      });
    const before = await contactCount();
    const texts = await Promise.all(
      Array.from({ length: 10 }, async (_, turn) =>
        turn % 2 ? (await toOther()).body : (await create('processes')).text,
      ),
    );
    expect(new Set(texts).size).toBe(1);
    expect(await contactCount()).toBe(before + 1);
  });
});

describe('a repeated request in the graph', () => {
  /** Each is done, then something else changes the same object, then it comes again. */
  const twice = async (document: string, between: () => Promise<unknown>) => {
    const ask = () => graph(world, document);
    const first = await ask();
    expect(first.errors).toBeUndefined();
    expect(JSON.stringify(first.data)).toContain('"userErrors":[]');
    await between();
    const again = await ask();
    expect(again.headers['idempotent-replayed']).toBe('true');
    return { first: first.data, again: again.data };
  };
  const shown = 'domain { name expiresAt statuses { name } outzoneAt updatedAt }';

  it('shows a domain as the first answer did', async () => {
    const name = await newDomain(world);
    const expireIn = async (days: number): Promise<string> => {
      const expires_at = world.container.calendar.plus(world.clock.now(), { days });
      await seed(world).alter(name, { expires_at });
      return world.container.calendar.dateOf(expires_at);
    };
    const renew = (day: string, key: string) =>
      `mutation { domainRenew(input: { name: "${name}", period: "P1Y", expiresOn: "${day}" }, idempotencyKey: "${key}") {
        ${shown} price userErrors { message } } }`;
    const renewed = await twice(renew(await expireIn(30), 'renewed'), async () => {
      const later = await graph(world, renew(await expireIn(20), 'renewed-again'));
      expect(later.data.domainRenew.userErrors).toEqual([]);
    });
    expect(renewed.again).toEqual(renewed.first);
    const updated = await twice(
      `mutation { domainUpdate(input: { name: "${name}", transferCode: "another-code" }, idempotencyKey: "updated") {
        ${shown} userErrors { message } } }`,
      () => setDomainStatuses(world, name, ['serverHold']),
    );
    expect(updated.again.domainUpdate.domain.expiresAt).toBe(updated.first.domainUpdate.domain.expiresAt);
    expect(updated.again).toEqual(updated.first);
  });

  it('shows a contact as the first answer did', async () => {
    const update = (email: string) =>
      `mutation { contactUpdate(input: { code: "${code}", email: "${email}" }, idempotencyKey: "${email}") {
        contact { code name email phone updatedAt } userErrors { message } } }`;
    const code = String((await create('shown-again')).body.data.contact.code);
    const { first, again } = await twice(update('first@example.com'), () =>
      graph(world, update('later@example.com')),
    );
    expect(again).toEqual(first);
  });
});

describe('the same key', () => {
  it('with another input is refused, and does not disturb the first answer', async () => {
    const first = await create('mine');
    expect(await create('mine', { name: 'Mari Mets' })).toMatchObject(reused);
    expect((await create('mine')).text).toBe(first.text);
  });

  it('for another operation is another input', async () => {
    await create('operations');
    const answer = await world.request({
      method: 'DELETE',
      url: '/registry/v1/contacts/ALPHA:X',
      headers: { 'idempotency-key': 'operations' },
    });
    expect(answer).toMatchObject(reused);
  });

  it('for another operation with the same input is no repetition of the first', async () => {
    const name = await newDomain(world);
    const hold = (method: 'PUT' | 'DELETE') =>
      world.request({
        method,
        url: `/registry/v1/domains/${name}/statuses/clientHold`,
        headers: { 'idempotency-key': 'holds' },
      });
    expect((await hold('PUT')).status).toBe(200);
    expect(await hold('DELETE')).toMatchObject(reused);
    const { data } = await graph(
      world,
      `mutation { domainClientHoldRemove(input: { name: "${name}" }, idempotencyKey: "holds") { userErrors { code } } }`,
    );
    expect(data.domainClientHoldRemove.userErrors).toEqual([{ code: 'IDEMPOTENCY_KEY_REUSED' }]);
    expect((await storedDomain(world, name)).statuses).toContain('clientHold');
  });

  it('of another registrar is another key', async () => {
    const [ours, theirs] = [await create('shared'), await create('shared', {}, beta)];
    expect(theirs).toMatchObject({ status: 200 });
    expect(theirs.body.data.contact.code).toMatch(/^BETA:/);
    expect(ours.body.data.contact.code).toMatch(/^ALPHA:/);
  });

  it('is free again after a day', async () => {
    const first = await create('daily');
    const day = 24 * 60 * 60 * 1000;
    world.clock.moveTo(new Date(world.clock.now().getTime() + day - 60_000));
    expect((await create('daily')).text).toBe(first.text);
    world.clock.moveTo(new Date(world.clock.now().getTime() + 60_000));
    const next = await create('daily', { name: 'Mari Mets' });
    expect(next.status).toBe(200);
    expect(next.headers['idempotent-replayed']).toBeUndefined();
    expect((await create('daily', { name: 'Mari Mets' })).text).toBe(next.text);
  });

  it('counts only for operations that change something', async () => {
    const get = () =>
      world.request({ url: '/registry/v1/accounts/balance', headers: { 'idempotency-key': 'read' } });
    await get();
    expect((await get()).headers['idempotent-replayed']).toBeUndefined();
    expect((await create('read')).status).toBe(200);
  });

  it('is not used up by a body that says too little', async () => {
    expect((await create('late', { name: '' })).body.code).toBe(2003);
    expect((await create('late')).status).toBe(200);
  });
});

describe('the key of nobody in particular', () => {
  const decide = defineCommand({
    name: 'test.decide',
    summary: 'Counts how often it ran.',
    permits: ['anonymous'],
    scope: 'WRITE',
    input: z.object({ token: z.string() }),
    errors: [],
    run: async (_, { token }) => ({ token, run: ++runs }),
  });
  let runs = 0;
  const run = (token: string) =>
    world.container.runner.run(
      decide,
      { token },
      { actor: { kind: 'anonymous' }, request: { id: 'test', via: 'web' }, idempotencyKey: 'nobody' },
    );

  it('is shared only by callers who request the same', async () => {
    expect(await run('mine')).toMatchObject({ value: { token: 'mine', run: 1 }, replayed: false });
    expect(await run('mine')).toMatchObject({ value: { token: 'mine', run: 1 }, replayed: true });
    expect(await run('yours')).toMatchObject({ value: { token: 'yours', run: 2 }, replayed: false });
  });
});

describe('an input with a date in it', () => {
  const remind = defineCommand({
    name: 'test.remind',
    summary: 'Notes a day.',
    permits: ['registrar'],
    scope: 'WRITE',
    input: z.object({ at: z.date(), more: z.array(z.object({ at: z.date() })) }),
    errors: [],
    run: async (_, { at }) => ({ at: at.toISOString() }),
  });
  const actor = {
    kind: 'registrar',
    userId: 1,
    username: 'alpha',
    roles: ['super'],
    registrarId: 1,
    registrarCode: 'ALPHA',
  } as const;
  const run = (key: string, at: string, deep: string) =>
    world.container.runner.run(
      remind,
      { at: new Date(at), more: [{ at: new Date(deep) }] },
      { actor, request: { id: 'test', via: 'rest' }, idempotencyKey: key },
    );

  it('is another input when only the date is another', async () => {
    expect(await run('dates', '2026-01-01', '2026-02-01')).toMatchObject({ ok: true, replayed: false });
    expect(await run('dates', '2026-01-01', '2026-02-01')).toMatchObject({ ok: true, replayed: true });
    for (const [at, deep] of [
      ['2026-01-02', '2026-02-01'],
      ['2026-01-01', '2026-02-02'],
    ] as const)
      expect(await run('dates', at, deep)).toMatchObject({
        ok: false,
        failures: [{ code: 'IDEMPOTENCY_KEY_REUSED' }],
      });
  });
});

describe('a key', () => {
  it.each(['', ' ', 'a b', 'é', 'x'.repeat(256)])('of %j is none', async (key) => {
    const malformed = {
      code: 2005,
      message: 'Invalid idempotency key: Must be 1 to 255 visible ASCII characters',
    };
    if (key !== 'é') expect(await create(key)).toMatchObject({ status: 400, body: malformed });
    expect((await createInGraph(key)).data.contactCreate).toMatchObject({
      contact: null,
      userErrors: [{ resultCode: 2005, message: malformed.message }],
    });
  });

  it('may be 255 characters long, of any that can be seen', async () => {
    const key = `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~`.padEnd(255, 'x');
    const first = await create(key);
    expect((await create(key)).text).toBe(first.text);
  });
});

describe('both APIs', () => {
  it('know the same keys', async () => {
    const overRest = await create('doors');
    const inGraph = await createInGraph('doors');
    expect(inGraph.data.contactCreate).toEqual({
      contact: { code: overRest.body.data.contact.code },
      userErrors: [],
    });
    expect(inGraph.headers['idempotent-replayed']).toBe('true');
    expect((await createInGraph('doors', { name: 'Mari Mets' })).data.contactCreate).toEqual({
      contact: null,
      userErrors: [{ code: 'IDEMPOTENCY_KEY_REUSED', resultCode: 2002, message: reused.body.message }],
    });
  });

  it('replay each other’s refusals', async () => {
    const inGraph = await createInGraph('doors-refused', { email: 'x' });
    const overRest = await create('doors-refused', { email: 'x' });
    expect(overRest.headers['idempotent-replayed']).toBe('true');
    expect(overRest.body.message).toBe(inGraph.data.contactCreate.userErrors[0].message);
  });
});

describe('a restart', () => {
  const ask = async ({ app }: SecondContainer) => {
    const { body, headers } = await app.inject({
      method: 'POST',
      url: '/registry/v1/contacts',
      payload: { contact: person },
      headers: { authorization: alpha, 'idempotency-key': 'restart' },
    });
    return { body, replayed: headers['idempotent-replayed'] };
  };

  it('of the process forgets no key', async () => {
    const database = await secondConnection();
    const first = await ask(await secondContainer());
    expect(await ask(await secondContainer(database ? { database } : {}))).toEqual({
      ...first,
      replayed: 'true',
    });
  });
});

describe('the stored hash of an input', () => {
  it('shows its value to nobody who reads the database, not even by trying', async () => {
    const password = 'a password to guess';
    const input = `{ username: "votmega", password: "${password}", roles: [EPP] }`;
    const document = `mutation { apiUserCreate(input: ${input}, idempotencyKey: "keyed") { userErrors { code } } }`;
    expect((await graph(world, document)).data.apiUserCreate.userErrors).toEqual([]);
    expect((await graph(world, document)).headers['idempotent-replayed']).toBe('true');
    const { db } = world.container.database;
    const [kept] = await db.selectFrom('idempotency_keys').selectAll().where('key', '=', 'keyed').execute();
    const guess = canonicalJson({ username: 'votmega', password, roles: ['epp'], active: true });
    expect(kept?.input_hash).toBe(keyedFingerprint('billing-sandbox', 'idempotency keys')(guess));
    expect(kept?.input_hash).not.toBe(fingerprint(guess));
    // Who has another secret finds nothing, and every process of one registry finds the same.
    expect(kept?.input_hash).not.toBe(keyedFingerprint('another secret', 'idempotency keys')(guess));
  });
});
