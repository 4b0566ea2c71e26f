import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { contactsByCode, deleteContact, lockContacts } from '#src/registry/store/registry/contacts.ts';
import { newContact, setStatuses } from '../../../support/contacts.ts';
import { newDomain, operationsOn } from '../../../support/domains.ts';
import { gate } from '../../../support/gate.ts';
import { askOf, expectDone, expectRefused, mutateOf } from '../../../support/operator.ts';
import { alpha, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);
beforeAll(async () => {
  world = await testWorld();
});

const onServer = inject('testDatabase').kind === 'postgres';
const select = 'contact { code } domains deletedId';
const merge = (code: string, into: string, auth?: string) =>
  mutate('contactMerge', { code, into }, select, auth);
const people = async (name: string) =>
  (
    await ask(
      'query ($name: DomainName!) { domain(name: $name) { registrant { code } adminContacts { code } techContacts { code } } }',
      {
        name,
      },
    )
  ).data.domain as unknown;
const twins = async (fields: object = {}) =>
  [await newContact(world, fields), await newContact(world, fields)] as const;

const updateRegistrant = (name: string, code: string) =>
  ask(
    'mutation ($name: DomainName!, $code: String!) { domainUpdate(input: { name: $name, registrant: { code: $code } }) { userErrors { message } } }',
    { name, code },
    alpha,
  );

describe('contactMerge', () => {
  it('moves every role on everybody’s domains, once where both stand, and deletes the other', async () => {
    const [from, into] = await twins();
    const owned = await newDomain(world, { registrant: from, admins: [from, into], techs: [from] });
    const helped = await newDomain(world, { techs: [from] }, { auth: beta });
    const other = await newDomain(world, { registrant: into });
    const { data: before } = await ask(`{ contact(code: "${from}") { id } }`);
    const done = await merge(from, into);
    expectDone(done);
    expect(done.deletedId).toBe(before.contact.id);
    expect(done).toMatchObject({ contact: { code: into }, domains: 2 });
    expect(await people(owned)).toEqual({
      registrant: { code: into },
      adminContacts: [{ code: into }],
      techContacts: [{ code: into }],
    });
    expect(await people(helped)).toMatchObject({ techContacts: [{ code: into }] });
    expect(await operationsOn(world, owned)).toContain('contact.merge');
    expect(await operationsOn(world, other)).not.toContain('contact.merge');
    expectRefused(await merge(from, into), 2303);
    const { data } = await ask('{ notifications(first: 10) { nodes { kind text } } }', {}, alpha);
    expect(data.notifications.nodes).toContainEqual({
      kind: 'CONTACT_MERGED',
      text: `Contact with code ${from} has been merged into ${into}`,
    });
  });

  it('is for two contacts of one person at one registrar, and respects what keeps a contact', async () => {
    const [from, into] = await twins();
    const stranger = await newContact(world, {
      ident: { ident: '47101010033', ident_type: 'priv', ident_country_code: 'EE' },
    });
    const abroad = await newContact(world, {}, { auth: beta });
    expectRefused(await merge(from, from), 2306);
    expectRefused(await merge(from, stranger), 2306);
    expectRefused(await merge(from, abroad), 2306);
    expectRefused(await merge(from, 'ALPHA:NOBODY'), 2303);
    await setStatuses(world, from, ['serverDeleteProhibited']);
    expectRefused(await merge(from, into), 2304);
    await expect(merge(from, into, alpha)).rejects.toThrow('GRAPHQL_VALIDATION_FAILED');
  });

  it('waits until a registrant has answered about it', async () => {
    const [from, into] = await twins({
      ident: { ident: '47101010033', ident_type: 'priv', ident_country_code: 'EE' },
    });
    const name = await newDomain(world);
    const { data } = await updateRegistrant(name, from);
    expect(data.domainUpdate.userErrors).toEqual([]);
    expectRefused(await merge(from, into), 2304);
  });

  it.runIf(onServer)(
    'and a change that is about to ask a registrant about it wait for each other',
    async () => {
      const [from] = await twins({
        ident: { ident: '47101010033', ident_type: 'priv', ident_country_code: 'EE' },
      });
      const name = await newDomain(world);
      const { database } = world.container;
      const waiting = async () =>
        (
          await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(database.health.db)
        ).rows[0]?.count;
      // As a merge does, which is slow between its two steps.
      const [held, goOn] = [gate(), gate()];
      const merging = database.transaction(async (db) => {
        const [contact] = await contactsByCode(db, [from]);
        await lockContacts(db, [contact?.id ?? 0]);
        held.open();
        await goOn.opened;
        await deleteContact(db, contact?.id ?? 0);
      });
      await held.opened;
      const update = updateRegistrant(name, from);
      await expect.poll(waiting).toBe(1);
      goOn.open();
      await merging;
      expect((await update).data.domainUpdate.userErrors).toEqual([{ message: 'Registrant not found' }]);
      const { rows } = await sql`select from pending_changes where request::text like ${`%${from}%`}`.execute(
        database.db,
      );
      expect(rows).toEqual([]);
    },
  );

  it('shows what would be, and changes nothing, as a dry run', async () => {
    const [from, into] = await twins();
    const name = await newDomain(world, { registrant: from });
    const before = await people(name);
    const { data } = await ask(
      `mutation ($from: String!, $into: String!) { contactMerge(input: { code: $from, into: $into }, dryRun: true) {
        ${select} userErrors { message } } }`,
      { from, into },
    );
    const live = await ask(`{ contact(code: "${from}") { id } }`);
    const { deletedId, ...shown } = data.contactMerge;
    expect(shown).toEqual({ contact: { code: into }, domains: 1, userErrors: [] });
    expect(deletedId).not.toBe(live.data.contact.id);
    expect(await people(name)).toEqual(before);
    expect(await operationsOn(world, name)).not.toContain('contact.merge');
  });

  it.runIf(onServer)(
    'happens once, and loses nobody, while others take, swap and delete the contacts',
    async () => {
      const [from, into] = await twins();
      const names = await Promise.all(
        Array.from({ length: 5 }, () => newDomain(world, { registrant: from })),
      );
      const answers = await Promise.all([
        merge(from, into),
        merge(from, into),
        merge(into, from),
        world.request({ method: 'DELETE', url: `/registry/v1/contacts/${into}` }),
        world.request({
          method: 'POST',
          url: '/registry/v1/domains',
          payload: { domain: { name: 'haarab.ee', registrant: from, period: 1, period_unit: 'y' } },
        }),
      ]);
      const done = answers
        .slice(0, 3)
        .filter((answer) => 'userErrors' in answer && answer.userErrors.length === 0);
      expect(done.length).toBeLessThanOrEqual(1);
      const owners = new Set<string>();
      for (const name of names) {
        const { registrant } = (await people(name)) as { registrant: { code: string } };
        owners.add(registrant.code);
      }
      expect([from, into]).toEqual(expect.arrayContaining([...owners]));
      expect(owners.size).toBe(1);
    },
  );
});
