import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { anonymous } from '#src/base/actor.ts';
import { fingerprint } from '#src/base/secrets.ts';
import { decidePendingChange } from '#src/registry/operations/domains/decide-pending-change.ts';
import { lapsePendingChange } from '#src/registry/operations/domains/model/lapse-pending-change.ts';
import { defineCommand } from '#src/registry/operations/operation.ts';
import { domainsAskedBy } from '#src/registry/store/registry/pending-changes.ts';
import { newDomain, operationsOn, setDomainStatuses, storedDomain } from '../../../support/domains.ts';
import { graph } from '../../../support/graph.ts';
import { mailsAbout, tokenFor } from '../../../support/mail.ts';
import { expectProhibited, restApi } from '../../../support/rest.ts';
import { people, seed } from '../../../support/seed.ts';
import { alpha, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let mari: string;
beforeAll(async () => {
  world = await testWorld();
  mari = await seed(world).contact({ ident: people.mari, name: 'Mari Maasikas', email: 'mari@example.com' });
});

const call = restApi(() => world);
const pendingAnswer = (name: string) => ({
  status: 200,
  body: { code: 1001, message: 'Command completed successfully; action pending', data: { domain: { name } } },
});
async function asked(fields: object = {}): Promise<string> {
  const name = await newDomain(world, { transferCode: 'before' });
  const answer = await call(`PUT /domains/${name}`, { domain: { registrant: { code: mari }, ...fields } });
  expect(answer).toMatchObject(pendingAnswer(name));
  return name;
}
async function askedToDelete(): Promise<string> {
  const name = await newDomain(world);
  const answer = await call(`DELETE /domains/${name}`, { domain: { delete: { verified: false } } });
  expect(answer).toMatchObject(pendingAnswer(name));
  return name;
}
const decide = (token: string, decision: 'approve' | 'reject') =>
  world.container.runner.run(
    decidePendingChange,
    { token, decision },
    { actor: anonymous, request: { id: 'test', via: 'web' } },
  );
const newestPoll = async () => (await call('GET /registrar/notifications')).body.data;
const hour = 60 * 60 * 1000;

const lapse = defineCommand({
  name: 'test.lapse',
  summary: 'Lapses one.',
  permits: ['system'],
  scope: 'WRITE',
  input: z.object({ name: z.string() }),
  errors: [],
  run: (context, { name }) => lapsePendingChange(context, name),
});
const lapseNow = (name: string) =>
  world.container.runner.run(
    lapse,
    { name },
    { actor: { kind: 'system', job: 'test' }, request: { id: 'test', via: 'job' } },
  );

describe('a change to another person', () => {
  it('waits: nothing changes but a status, and both people get a mail', async () => {
    const name = await asked({ transfer_code: 'wanted' });
    expect(await storedDomain(world, name)).toMatchObject({
      statuses: ['inactive', 'pendingUpdate'],
      transfer_code: 'before',
      registrant_name: 'Jaan Tamm',
    });
    const [toOld, toNew] = await mailsAbout(world, name);
    expect(toOld).toMatchObject({
      to: 'jaan@example.com',
      subject: `Palun kinnitage: kas domeen ${name} saab uue registreerija? / Please confirm: a new registrant for ${name}?`,
    });
    expect(toOld?.text).toContain(
      `${world.container.address.publicUrl}/confirm/${await tokenFor(world, name)}`,
    );
    expect(toNew?.to).toBe('mari@example.com');
    expect(toNew?.text).not.toContain('/confirm/');
  });

  it('keeps neither its token nor the codes of the request in the database', async () => {
    const name = await asked({ transfer_code: 'a-secret-wish' });
    const token = await tokenFor(world, name);
    expect(token).toMatch(/^[0-9a-f]{84}$/);
    const { id } = await storedDomain(world, name);
    const row = await world.container.database.db
      .selectFrom('pending_changes')
      .selectAll()
      .where('domain_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(row.token_hash).toBe(fingerprint(token));
    expect(JSON.stringify(row)).not.toContain('a-secret-wish');
  });

  it('holds up every other change, renewal and question', async () => {
    const name = await asked();
    expectProhibited(await call(`PUT /domains/${name}`, { domain: { transfer_code: 'x' } }));
    for (const verified of [false, true])
      expectProhibited(await call(`DELETE /domains/${name}`, { domain: { delete: { verified } } }));
    expectProhibited(await call(`PUT /domains/${name}/statuses/clientHold`));
  });

  it('can still be approved after a deletion that the registrar vouched for was refused', async () => {
    const name = await asked();
    const token = await tokenFor(world, name);
    await call(`DELETE /domains/${name}`, { domain: { delete: { verified: true } } });
    expect(await decide(token, 'approve')).toMatchObject({ ok: true });
    const { statuses } = await storedDomain(world, name);
    expect(statuses).not.toContain('pendingUpdate');
    expect(statuses).not.toContain('pendingDelete');
  });

  describe('that the registrar calls off', () => {
    it('leaves the domain as it was, and both people get a mail', async () => {
      const name = await asked();
      const token = await tokenFor(world, name);
      const before = await newestPoll();
      expect(await call(`DELETE /domains/${name}/pending_update`)).toMatchObject({
        status: 200,
        body: { code: 1000, data: { domain: { name } } },
      });
      expect(await storedDomain(world, name)).toMatchObject({
        statuses: ['inactive'],
        transfer_code: 'before',
        registrant_name: 'Jaan Tamm',
      });
      const mails = await mailsAbout(world, name);
      expect(mails.slice(2).map(({ to, subject }) => [to, subject])).toEqual(
        ['jaan@example.com', 'mari@example.com'].map((to) => [
          to,
          `${name}: tagasi võetud / ${name}: cancelled`,
        ]),
      );
      expect(await newestPoll()).toEqual(before);
      expect(await decide(token, 'approve')).toMatchObject({ ok: false });
      expect((await call(`PUT /domains/${name}`, { domain: { transfer_code: 'x' } })).body.code).toBe(1000);
    });

    it('is refused when none waits, or a deletion does, and for a domain of another', async () => {
      const refused = {
        status: 404,
        body: { code: 2303, message: 'No change of the registrant is waiting for an answer' },
      };
      expect(await call(`DELETE /domains/${await newDomain(world)}/pending_update`)).toMatchObject(refused);
      const name = await askedToDelete();
      expect(await call(`DELETE /domains/${name}/pending_update`)).toMatchObject(refused);
      expect((await storedDomain(world, name)).statuses).toContain('pendingDeleteConfirmation');
      const waiting = await asked();
      await call(`DELETE /domains/${waiting}/pending_update`, undefined, { auth: beta });
      expect((await storedDomain(world, waiting)).statuses).toContain('pendingUpdate');
    });

    it('is another change when the registrar has asked for something else meanwhile', async () => {
      const name = await asked();
      const url = `/registry/v1/domains/${name}/pending_update`;
      const cancel = (headers: Readonly<Record<string, string>>) =>
        world.request({ method: 'DELETE', url, headers });
      const { outcome } = (await cancel({ 'dry-run': 'true' })).headers;
      await cancel({});
      await call(`PUT /domains/${name}`, { domain: { registrant: { code: mari }, transfer_code: 'other' } });
      expect(await cancel({ 'if-outcome': String(outcome) })).toMatchObject({
        status: 412,
        body: { code: 2308, data: { changed: ['pending'] } },
      });
    });

    it('is called off through the graph in the same way', async () => {
      const name = await asked();
      const { data } = await graph(
        world,
        `mutation ($name: DomainName!) {
          domainPendingChangeCancel(input: { name: $name }) {
            domain { statuses { name } }
            userErrors { code }
          }
        }`,
        { variables: { name }, auth: alpha },
      );
      expect(data.domainPendingChangeCancel).toEqual({
        domain: { statuses: [{ name: 'inactive' }] },
        userErrors: [],
      });
    });

    it('is decided once when the registrant answers at the same time', async () => {
      const name = await asked();
      const token = await tokenFor(world, name);
      const [cancelled, approved] = await Promise.all([
        call(`DELETE /domains/${name}/pending_update`),
        decide(token, 'approve'),
      ]);
      expect([cancelled.status === 200, approved.ok].filter(Boolean)).toHaveLength(1);
      expect((await storedDomain(world, name)).registrant_name).toBe(
        approved.ok ? 'Mari Maasikas' : 'Jaan Tamm',
      );
    });
  });

  it('is made, with all that came with it, when the registrant approves', async () => {
    const name = await asked({ nameservers: [{ hostname: 'ns1.x.ee' }, { hostname: 'ns2.x.ee' }] });
    expect((await storedDomain(world, name)).statuses).toContain('inactive');
    expect(await decide(await tokenFor(world, name), 'approve')).toMatchObject({
      ok: true,
      value: { name, kind: 'update', decision: 'approve' },
    });
    const stored = await storedDomain(world, name);
    expect(stored).toMatchObject({ registrant_code: mari, statuses: ['ok'] });
    expect(stored.transfer_code).toMatch(/^[0-9a-f]{32}$/);
    expect(await newestPoll()).toEqual({
      id: expect.any(Number),
      text: `Registrant confirmed domain update: ${name}`,
      attached_obj_type: 'Epp::Domain',
      attached_obj_id: stored.id,
    });
    expect(await operationsOn(world, name)).toEqual([
      'domain.register',
      'domain.update',
      'domain.decide-pending-change',
    ]);
  });

  it('is forgotten when the registrant rejects it', async () => {
    const name = await asked();
    expect(await decide(await tokenFor(world, name), 'reject')).toMatchObject({ ok: true });
    expect(await storedDomain(world, name)).toMatchObject({
      registrant_name: 'Jaan Tamm',
      statuses: ['inactive'],
      transfer_code: 'before',
    });
    expect((await newestPoll()).text).toBe(`Registrant rejected domain update: ${name}`);
  });

  it('can be asked for again after that, under another token', async () => {
    const name = await asked();
    const first = await tokenFor(world, name);
    await decide(first, 'reject');
    await call(`PUT /domains/${name}`, { domain: { registrant: { code: mari } } });
    expect(await tokenFor(world, name)).not.toBe(first);
    expect(await decide(first, 'approve')).toMatchObject({ ok: false });
  });

  it('is not made when something forbids it meanwhile; the question stays open', async () => {
    const name = await asked();
    await setDomainStatuses(world, name, ['pendingUpdate', 'serverUpdateProhibited']);
    const token = await tokenFor(world, name);
    expect(await decide(token, 'approve')).toMatchObject({ ok: false, failures: [{ resultCode: 2304 }] });
    await setDomainStatuses(world, name, ['pendingUpdate']);
    expect(await decide(token, 'approve')).toMatchObject({ ok: true });
  });

  it('is decided once, also by two answers at the same time', async () => {
    const name = await asked();
    const token = await tokenFor(world, name);
    const answers = await Promise.all([
      decide(token, 'approve'),
      decide(token, 'reject'),
      decide(token, 'approve'),
    ]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const answer of answers)
      if (!answer.ok) expect(answer.failures[0]).toMatchObject({ resultCode: 2303 });
  });

  it('goes away with its status, however that is removed', async () => {
    const name = await asked();
    const token = await tokenFor(world, name);
    await decide(token, 'reject');
    expect(await decide(token, 'reject')).toMatchObject({
      ok: false,
      failures: [{ code: 'OBJECT_DOES_NOT_EXIST' }],
    });
    expect(await decide('0'.repeat(84), 'approve')).toMatchObject({ ok: false });
    expect(await decide('', 'approve')).toMatchObject({ ok: false });
  });
});

describe('a deletion that the registrant must approve', () => {
  it('waits under a status, with a mail', async () => {
    const name = await askedToDelete();
    expect(await storedDomain(world, name)).toMatchObject({
      statuses: ['inactive', 'pendingDeleteConfirmation'],
      delete_date: null,
    });
    const mails = await mailsAbout(world, name);
    expect(mails).toMatchObject([
      {
        to: 'jaan@example.com',
        subject: `Palun kinnitage: kas kustutada domeen ${name}? / Please confirm: delete ${name}?`,
      },
    ]);
    expectProhibited(await call(`DELETE /domains/${name}`, { domain: { delete: { verified: false } } }));
  });

  it('marks the domain when it is approved', async () => {
    const name = await askedToDelete();
    await decide(await tokenFor(world, name), 'approve');
    const { calendar } = world.container;
    expect(await storedDomain(world, name)).toMatchObject({
      statuses: ['inactive', 'pendingDelete', 'serverHold'],
      outzone_at: expect.any(Date),
      delete_date: calendar.plusDays(calendar.dateOf(world.clock.now()), 31),
    });
    expect((await newestPoll()).text).toBe(`Registrant confirmed domain deletion: ${name}`);
  });

  it('leaves the domain as it was when it is rejected', async () => {
    const name = await askedToDelete();
    await decide(await tokenFor(world, name), 'reject');
    expect(await storedDomain(world, name)).toMatchObject({
      statuses: ['inactive'],
      outzone_at: null,
      delete_date: null,
    });
    expect((await newestPoll()).text).toBe(`Registrant rejected domain deletion: ${name}`);
  });
});

describe('without an answer in 48 hours', () => {
  it('the link is dead, and what was asked lapses', async () => {
    const [update, deletion] = [await asked(), await askedToDelete()];
    const tokens = [await tokenFor(world, update), await tokenFor(world, deletion)];
    expect(await lapseNow(update)).toMatchObject({ ok: true, value: false });
    world.clock.moveTo(new Date(world.clock.now().getTime() + 48 * hour));
    for (const token of tokens)
      expect(await decide(token, 'approve')).toMatchObject({ ok: false, failures: [{ resultCode: 2303 }] });

    const due = await domainsAskedBy(
      world.container.database.db,
      new Date(world.clock.now().getTime() - 48 * hour),
    );
    expect(due).toEqual(expect.arrayContaining([update, deletion]));
    expect(await lapseNow(update)).toMatchObject({ ok: true, value: true });
    expect(await newestPoll()).toMatchObject({
      text: `Registrant did not confirm domain update: ${update}`,
      attached_obj_type: 'Domain',
    });
    expect(await lapseNow(deletion)).toMatchObject({ ok: true, value: true });
    expect((await newestPoll()).text).toBe(`Registrant did not confirm domain deletion: ${deletion}`);
    expect(await lapseNow(deletion)).toMatchObject({ ok: true, value: false });
    for (const name of [update, deletion])
      expect((await storedDomain(world, name)).statuses).toEqual(['inactive']);
    const outcome = async (name: string) => (await mailsAbout(world, name)).at(-1)?.text;
    expect(await outcome(update)).toContain(
      `Nobody answered in time: the registrant of ${update} has not changed.`,
    );
    expect(await outcome(deletion)).toContain(`Nobody answered in time: ${deletion} is not deleted.`);
  });
});
