import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { refuse } from '#src/base/errors.ts';
import { defineCommand } from '#src/registry/operations/operation.ts';
import { newContact, person, postContact } from '../../support/contacts.ts';
import { graph } from '../../support/graph.ts';
import { basic, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const historyOf = (key: string) =>
  world.container.database.db
    .selectFrom('history')
    .selectAll()
    .where('object_key', '=', key)
    .orderBy('id')
    .execute();
const everything = () =>
  world.container.database.db.selectFrom('history').selectAll().orderBy('id').execute();
const contact = (code: string) => `/registry/v1/contacts/${code}`;

describe('the history', () => {
  it('shows who created what, when, by which operation and in which request', async () => {
    const answer = await postContact(
      world,
      { ...person, id: 'made' },
      { auth: basic('alpha-epp', 'alpha-sandbox') },
    );
    const [row, ...more] = await historyOf('ALPHA:MADE');
    expect(more).toEqual([]);
    expect(row).toMatchObject({
      actor_kind: 'registrar',
      actor_name: 'alpha-epp',
      registrar_id: expect.any(Number),
      operation: 'contact.create',
      request_id: answer.headers['x-request-id'],
      object_type: 'contact',
      object_id: expect.any(Number),
      event: 'create',
      changes: {
        name: { from: null, to: 'Jaan Tamm' },
        ident: { from: null, to: { code: '39708290069', type: 'priv', countryCode: 'EE' } },
        authInfo: { from: null, to: '(secret, changed)' },
      },
      snapshot: { code: 'ALPHA:MADE', name: 'Jaan Tamm', registrar: 'ALPHA' },
    });
    expect(Math.abs((row?.at.getTime() ?? 0) - world.clock.now().getTime())).toBeLessThan(10_000);
  });

  it('shows only the fields that changed, before and after', async () => {
    const code = await newContact(world);
    const payload = { contact: { name: 'Mari Mets', phone: person.phone } };
    const answer = await world.request({ method: 'PUT', url: contact(code), payload });
    const [, row] = await historyOf(code);
    expect(row).toMatchObject({
      operation: 'contact.update',
      event: 'update',
      request_id: answer.headers['x-request-id'],
      snapshot: { name: 'Mari Mets', phone: person.phone },
    });
    expect(row?.changes).toEqual({ name: { from: 'Jaan Tamm', to: 'Mari Mets' } });
  });

  it('keeps what was removed, and outlives it', async () => {
    const code = await newContact(world, { id: 'removed' });
    await world.request({ method: 'DELETE', url: contact(code) });
    const [, row] = await historyOf(code);
    expect(row).toMatchObject({
      operation: 'contact.delete',
      event: 'destroy',
      snapshot: null,
      changes: { name: { from: 'Jaan Tamm', to: null }, email: { from: person.email, to: null } },
    });
  });

  it('reports an acknowledged poll message', async () => {
    const { db } = world.container.database;
    const registrar = await db
      .selectFrom('registrars')
      .select('id')
      .where('code', '=', 'ALPHA')
      .executeTakeFirstOrThrow();
    const { id } = await db
      .insertInto('notifications')
      .values({
        registrar_id: registrar.id,
        kind: 'test',
        text: 'x',
        attached_obj_type: null,
        attached_obj_id: null,
        read_at: null,
        created_at: world.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await world.request({
      method: 'PUT',
      url: `/registry/v1/registrar/notifications/${id}`,
      payload: { read: true },
    });
    expect(await historyOf(String(id))).toMatchObject([
      {
        operation: 'notification.acknowledge',
        object_type: 'notification',
        changes: { readAt: { from: null, to: expect.any(String) } },
      },
    ]);
  });

  it('is the same from the graph', async () => {
    const document = `mutation ($input: ContactCreateInput!) { contactCreate(input: $input) { contact { code } } }`;
    const input = {
      ...person,
      code: 'graphed',
      ident: { code: '39708290069', type: 'PRIV', countryCode: 'EE' },
    };
    const { headers } = await graph(world, document, { variables: { input } });
    expect(await historyOf('ALPHA:GRAPHED')).toMatchObject([
      { operation: 'contact.create', actor_name: 'alpha', request_id: headers['x-request-id'] },
    ]);
  });

  it('leaves out what changed nothing, was refused, only read or only replayed', async () => {
    const headers = { 'idempotency-key': 'history' };
    const code = String((await postContact(world, person, { headers })).body.data.contact.code);
    const before = (await everything()).length;
    await postContact(world, person, { headers });
    await world.request({ method: 'PUT', url: contact(code), payload: { contact: { name: person.name } } });
    await world.request({ method: 'PUT', url: contact(code), payload: { contact: { name: '' } } });
    await world.request({ url: contact(code) });
    await postContact(world, { ...person, email: 'x' });
    expect(await everything()).toHaveLength(before);
  });

  it('never holds a secret', async () => {
    const code = await newContact(world, { id: 'secretive' });
    const { auth_info: secret } = (await world.request({ url: contact(code) })).body.data.contact;
    await world.request({ method: 'DELETE', url: contact(code) });
    const text = JSON.stringify(await everything());
    expect(String(secret)).toMatch(/^[0-9a-f]{22}$/);
    expect(text).not.toContain(secret);
    expect(text).not.toContain('alpha-sandbox');
  });
});

describe('a document in the history', () => {
  const keep = defineCommand({
    name: 'test.keep-document',
    summary: 'Records whatever it is given.',
    permits: ['system'],
    scope: 'WRITE',
    input: z.object({ before: z.record(z.string(), z.string()), after: z.record(z.string(), z.string()) }),
    errors: [],
    run: async ({ record }, { before, after }) => {
      record({ type: 'setting', id: 1, key: 'document', before, after });
      return {};
    },
  });

  it('shows of a secret only that it changed', async () => {
    const secrets = { transferCode: 'a', authInfo: 'b', password: 'c', passwordHash: 'd', secret: 'e' };
    const before = { ...secrets, color: 'red', size: 'small' };
    const after = { ...secrets, transferCode: 'f', password: 'g', color: 'blue', size: 'small' };
    const actor = { kind: 'system', job: 'night shift' } as const;
    await world.container.runner.run(keep, { before, after }, { actor, request: { id: 'test', via: 'job' } });
    const changed = { from: '(secret)', to: '(secret, changed)' };
    expect(await historyOf('document')).toMatchObject([
      {
        actor_kind: 'system',
        actor_name: 'night shift',
        changes: { transferCode: changed, password: changed, color: { from: 'red', to: 'blue' } },
        snapshot: { color: 'blue', size: 'small' },
      },
    ]);
    const [row] = await historyOf('document');
    expect(Object.keys(row?.changes ?? {}).sort()).toEqual(['color', 'password', 'transferCode']);
    expect(Object.keys(row?.snapshot ?? {}).sort()).toEqual(['color', 'size']);
  });
});

describe('a recorded change', () => {
  const recordThenRefuse = defineCommand({
    name: 'test.record-then-refuse',
    summary: 'Records something and then refuses.',
    permits: ['system'],
    scope: 'WRITE',
    input: z.object({}),
    errors: ['COMMAND_USE'],
    run: async ({ record, notify }) => {
      record({ type: 'setting', id: 1, key: 'refused', after: { value: 'x' } });
      notify({ registrarId: 1, kind: 'test', text: 'refused' });
      return refuse('COMMAND_USE');
    },
  });

  it('goes with the rest when the operation is refused', async () => {
    const actor = { kind: 'system', job: 'test' } as const;
    for (const idempotencyKey of [undefined, 'refused-history'])
      await world.container.runner.run(
        recordThenRefuse,
        {},
        { actor, request: { id: 'test', via: 'job' }, idempotencyKey },
      );
    expect(await historyOf('refused')).toEqual([]);
    const messages = world.container.database.db
      .selectFrom('notifications')
      .selectAll()
      .where('text', '=', 'refused');
    expect(await messages.execute()).toEqual([]);
  });
});
