import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { RegistrarActor } from '#src/base/actor.ts';
import { fieldWays } from '#src/extensions/facade/fields.ts';
import { contact } from '#src/registry/entities/contact.ts';
import { domain } from '#src/registry/entities/domain.ts';
import { updateContact } from '#src/registry/operations/contacts/update-contact.ts';
import { registerDomain } from '#src/registry/operations/domains/register-domain.ts';
import { updateDomain } from '#src/registry/operations/domains/update-domain.ts';
import type { Command } from '#src/registry/operations/operation.ts';
import { newContact } from '../../support/contacts.ts';
import { newDomain, storedDomain } from '../../support/domains.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { beta, type Loose, type TestWorld, testWorld } from '../../support/world.ts';

/**
 * No field is kept by a facade itself yet, so for these tests a column of domains and one of contacts are declared so, and
 * the commands take them.
 */
const local = { settable: { transfer: 'cleared' }, history: { isRead: true, ifAny: false } };
const remark = domain.declared.find(({ column }) => column === 'remind_at') ?? {};
const ofContact = contact.declared.find(({ column }) => column === 'unlinked_at') ?? {};
const { domains = {}, contacts = {} } = fieldWays;
const when = z.date().nullable().optional();
const register = { ...registerDomain, input: registerDomain.input.extend({ remindAt: when }) };
const update = { ...updateDomain, input: updateDomain.input.extend({ remindAt: when }) };
const updatePerson = { ...updateContact, input: updateContact.input.extend({ unlinkedAt: when }) };

const first = new Date('2030-01-01T00:00:00Z');
const second = new Date('2031-01-01T00:00:00Z');

let world: TestWorld;
let facade: TestFacade;
let actor: RegistrarActor;

beforeAll(async () => {
  for (const field of [remark, ofContact]) Object.assign(field, local);
  fieldWays.domains = { ...domains, remind_at: 'local' };
  fieldWays.contacts = { ...contacts, unlinked_at: 'local' };
  world = await testWorld();
  facade = await testFacade(await world.listen());
  const { db } = facade.container.database;
  const user = await db.selectFrom('api_users').selectAll().executeTakeFirstOrThrow();
  const { code } = await db
    .selectFrom('registrars')
    .select('code')
    .where('id', '=', user.registrar_id)
    .executeTakeFirstOrThrow();
  actor = {
    kind: 'registrar',
    userId: user.id,
    username: user.username,
    roles: ['super'],
    registrarId: user.registrar_id,
    registrarCode: code,
  };
});

// Other files share this process.
afterAll(() => {
  for (const field of [remark, ofContact]) Object.assign(field, { settable: undefined, history: undefined });
  Object.assign(fieldWays, { domains, contacts });
});

async function run<I, O>(command: Command<I, O>, input: Loose, more: object = {}): Promise<Loose> {
  return facade.container.runner.run(command, input as I, {
    actor,
    request: { id: randomUUID(), via: 'rest' },
    ...more,
  });
}

const here = (name: string) => storedDomain({ ...world, container: facade.container }, name);
const there = (name: string) => storedDomain(world, name);
const changesOf = async (key: string): Promise<Loose[]> =>
  (
    await facade.container.database.db
      .selectFrom('history')
      .select('changes')
      .where('object_key', '=', key)
      .orderBy('id')
      .execute()
  ).map(({ changes }) => changes);

async function mirrored(fields: Parameters<typeof newDomain>[1] = {}): Promise<string> {
  const name = await newDomain(world, { transferCode: 'open-sesame', ...fields });
  await facade.upstream.mirror.pass();
  return name;
}

it('a facade keeps a local field itself, sends the rest, and survives a refresh', async () => {
  const name = await mirrored();
  const outcome = await run(update, { name, remindAt: first, transferCode: 'another' });
  expect(outcome).toMatchObject({ ok: true, value: { name, pending: false } });
  expect(await there(name)).toMatchObject({ transfer_code: 'another', remind_at: null });
  expect(await here(name)).toMatchObject({ transfer_code: 'another', remind_at: first });
  await facade.upstream.mirror.pass();
  expect(await here(name)).toMatchObject({ remind_at: first });
  expect(await changesOf(name)).toContainEqual({ remindAt: { from: null, to: first.toISOString() } });
});

it('a change of local fields alone does not ask the registry', async () => {
  const name = await mirrored();
  const { updated_at } = await there(name);
  expect(await run(update, { name, remindAt: first })).toMatchObject({ ok: true, value: { name } });
  expect(await run(update, { name, remindAt: second }, { dryRun: true })).toMatchObject({ ok: true });
  expect(await here(name)).toMatchObject({ remind_at: first });
  expect(await run(update, { name, remindAt: null })).toMatchObject({ ok: true });
  expect(await here(name)).toMatchObject({ remind_at: null });
  expect(await there(name)).toMatchObject({ updated_at });
  const unread = await newDomain(world);
  expect(await run(update, { name: unread, remindAt: first })).toMatchObject({ ok: true });
  expect(await here(unread)).toMatchObject({ remind_at: first });
  const code = 'OBJECT_DOES_NOT_EXIST';
  const unknown = await run(update, { name: 'nobody-has-it.ee', remindAt: first });
  expect(unknown).toMatchObject({ ok: false, failures: [{ code }] });
});

it('a change of local fields alone is confirmed with the outcome of its dry run', async () => {
  const name = await mirrored();
  const shown = await run(update, { name, remindAt: first }, { dryRun: true });
  expect(shown.outcome).toMatch(/^oc_/);
  const wrong = await run(update, { name, remindAt: second }, { ifOutcome: shown.outcome });
  expect(wrong).toMatchObject({ ok: false, failures: [{ code: 'OUTCOME_CHANGED' }] });
  expect(await run(update, { name, remindAt: first }, { ifOutcome: shown.outcome })).toMatchObject({
    ok: true,
  });
  expect(await here(name)).toMatchObject({ remind_at: first });
});

it('a registration keeps local fields with the new domain', async () => {
  const registrant = await newContact(world);
  const input = { name: 'noted.ee', registrant, months: 12, remindAt: first };
  const outcome = await run(register, register.input.parse({ ...input, adminContacts: [registrant] }));
  expect(outcome).toMatchObject({ ok: true });
  expect(await here('noted.ee')).toMatchObject({ remind_at: first });
  expect(await there('noted.ee')).toMatchObject({ remind_at: null });
});

it('a local field is cleared when another registrar takes the domain over', async () => {
  const name = await mirrored();
  expect(await run(update, { name, remindAt: first })).toMatchObject({ ok: true });
  const url = `/registry/v1/domains/${name}/transfer`;
  const payload = { transfer: { transfer_code: 'open-sesame' } };
  expect((await world.request({ method: 'POST', url, payload, auth: beta })).body.code).toBe(1000);
  await facade.upstream.mirror.pass();
  expect(await here(name)).toMatchObject({ registrar_name: 'Beta Names', remind_at: null });
});

it('a facade keeps a local field of a contact too', async () => {
  const code = await newContact(world);
  await facade.upstream.mirror.pass();
  const stored = () =>
    facade.container.database.db
      .selectFrom('contacts')
      .select(['phone', 'unlinked_at'])
      .where('code', '=', code)
      .executeTakeFirst();
  expect(await run(updatePerson, { code, unlinkedAt: first })).toMatchObject({ ok: true, value: { code } });
  expect(await stored()).toMatchObject({ unlinked_at: first });
  const sent = await run(updatePerson, { code, phone: '+372.6000000', unlinkedAt: second });
  expect(sent).toMatchObject({ ok: true });
  await facade.upstream.mirror.pass();
  expect(await stored()).toEqual({ phone: '+372.6000000', unlinked_at: second });
});
