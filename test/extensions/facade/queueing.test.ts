import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Between, between, holdBack } from '../../support/between.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { people, seed } from '../../support/seed.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let line: Between;
let facade: TestFacade;
const names = Array.from({ length: 14 }, (_, index) => `turn-${index}.ee`);
beforeAll(async () => {
  world = await testWorld();
  const registrant = await seed(world).contact({ id: 'holder' });
  for (const name of names) await seed(world).domain(name, { registrant });
  await seed(world).contact({ id: 'other', ident: people.mari });
  line = await between(world);
  facade = await testFacade(line.url, { UPSTREAM_FRESH_FOR: 'PT0S' });
  await facade.upstream.mirror.pass();
});
beforeEach(() => {
  line.fault = undefined;
});

const domain = /GET .*\/domains\/turn-/;
const person = /GET .*\/contacts\/ALPHA%3ANEW-/;

describe('a registry that is slow to answer somebody who asks much', () => {
  const many: Readonly<Record<string, { question: RegExp; asks: () => Promise<unknown> }>> = {
    'a pass that looks for what it has not met': {
      question: domain,
      asks: async () => {
        await facade.container.database.db
          .updateTable('mirror_objects')
          .set({ read_at: new Date(0) })
          .where('key', 'like', 'turn-%')
          .execute();
        const { db } = facade.container.database;
        await db.updateTable('mirror').set({ stage: 'missing', began_at: new Date() }).execute();
        await facade.upstream.mirror.pass();
      },
    },
    'a pass that meets many people it has never heard of': {
      question: person,
      asks: async () => {
        for (const [index, name] of names.entries()) {
          const code = await seed(world).contact({ id: `new-${index}`, ident: people.mari });
          await world.request({
            method: 'POST',
            url: `/registry/v1/domains/${name}/contacts`,
            payload: { contacts: [{ code, type: 'tech' }] },
          });
        }
        await facade.container.database.db
          .updateTable('mirror')
          .set({ stage: 'domains', position: 0 })
          .execute();
        await facade.upstream.mirror.pass();
      },
    },
    'a caller with a page of names': {
      question: domain,
      asks: () =>
        facade.ask(`{ ${names.map((name, n) => `d${n}: domain(name: "${name}") { name }`).join(' ')} }`),
    },
  };

  it.each(Object.entries(many))('%s: others are answered meanwhile', async (_, { question, asks }) => {
    const held = holdBack((asked) => question.test(asked));
    line.fault = held.fault;
    const asking = asks();
    await expect.poll(held.waiting).toBe(2);
    const [looked, changed] = await Promise.all([
      facade.request({ method: 'POST', url: '/graphql', payload: { query: '{ account { balance } }' } }),
      facade.ask(`mutation { contactUpdate(input: { code: "ALPHA:OTHER", phone: "+372.5000002" })
        { userErrors { code } } }`),
    ]);
    expect(looked.body.extensions?.stale).toBeUndefined();
    expect(changed).toEqual({ contactUpdate: { userErrors: [] } });
    expect(held.waiting()).toBe(2);
    held.release();
    await asking;
  });

  it('and who never had a turn was certainly not sent', async () => {
    const hurried = await testFacade(line.url, { UPSTREAM_CONCURRENCY: '1', UPSTREAM_TIMEOUT: '1.5' });
    await hurried.upstream.mirror.pass();
    const held = holdBack((asked) => asked.startsWith('DELETE'));
    line.fault = held.fault;
    const deleted = (code: string) =>
      hurried.request({ method: 'DELETE', url: `/registry/v1/contacts/ALPHA:${code}` });
    // One after the other each is waited for as long as the others wait for their turn: most of them never have one.
    const codes = Array.from({ length: 7 }, (_, index) => `NOBODY-${index}`);
    const statuses = await Promise.all(codes.map(async (code) => (await deleted(code)).status));
    held.release();
    const reported = (status: number) => codes.filter((_, index) => statuses[index] === status);
    // Nobody knows what became of those that were under way.
    expect(reported(504).length).toBeGreaterThan(0);
    expect(reported(503).length).toBeGreaterThan(3);
    expect([...reported(503), ...reported(504)].sort()).toEqual(codes);
    const sent = line.seen.filter((one) => one.startsWith('DELETE')).map((one) => one.split('%3A').at(-1));
    expect(sent.filter((code) => !reported(504).includes(String(code)))).toEqual([]);
    expect(sent.length).toBeGreaterThan(0);
  });
});
