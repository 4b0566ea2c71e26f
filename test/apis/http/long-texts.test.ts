import { beforeAll, describe, expect, it } from 'vitest';
import { person } from '../../support/contacts.ts';
import { newDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { expectRefusal, restApi } from '../../support/rest.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const call = restApi(() => world);

/** CPU and not the clock on the wall: other tests are at work beside this one. */
async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe('a text that is far too long', () => {
  it('is refused over both APIs before any rule looks at it, and named', async () => {
    const message = "Invalid parameter 'name': Must have at most 65536 characters";
    const name = 'x'.repeat(65_537);
    expectRefusal(await call('POST /contacts', { contact: { ...person, name } }), 400, 2005, message);
    const { data } = await graph(
      world,
      `mutation ($input: ContactCreateInput!) {
        contactCreate(input: $input) { userErrors { code resultCode message path } } }`,
      { variables: { input: { ...person, ident: graphIdent, name } } },
    );
    expect(data).toEqual({
      contactCreate: {
        userErrors: [{ code: 'PARAMETER_VALUE_SYNTAX', resultCode: 2005, message, path: ['name'] }],
      },
    });
  });

  it("is refused by its field's own rule up to there", async () => {
    const answer = await call('POST /contacts', { contact: { ...person, name: 'x'.repeat(65_536) } });
    expectRefusal(answer, 400, 2005, 'Contact name is too long, max 255 characters [name]');
  });

  it('is no matter where nobody reads it', async () => {
    const legal_document = { type: 'pdf', body: 'A'.repeat(500_000) };
    const answer = await call('POST /contacts', { contact: person, legal_document });
    expect(answer.status).toBe(200);
  });

  it.each([
    ['dots', `${'.'.repeat(60_000)}a`],
    ['marks on one letter', `a${'\u0315'.repeat(30_000)}${'\u0300'.repeat(30_000)}`],
    ['labels', 'a.'.repeat(30_000)],
    ['punycode', 'xn--'.repeat(15_000)],
  ])('does not keep anybody waiting: a hostname of %s', async (_, hostname) => {
    const name = await newDomain(world);
    const ms = await cpuMs(async () => {
      const answer = await call(`POST /domains/${name}/nameservers`, { nameservers: [{ hostname }] });
      expectRefusal(answer, 400, 2005, 'Hostname is invalid [hostname]');
    });
    expect(ms).toBeLessThan(1500);
  });

  it('does not keep anybody waiting: a Basic header', async () => {
    const ms = await cpuMs(async () => {
      for (const scheme of ['Basic', 'Bearer'])
        for (const text of [`${'='.repeat(15_000)}a`, 'A'.repeat(15_000), `${' '.repeat(15_000)}a`])
          expect(
            await world.request({ url: '/registry/v1/accounts/balance', auth: `${scheme} ${text}` }),
          ).toMatchObject({ status: 401, body: { code: 2202 } });
    });
    expect(ms).toBeLessThan(1500);
  });
});

const graphIdent = { code: '39708290069', type: 'PRIV', countryCode: 'EE' };
