import { beforeAll, describe, expect, it } from 'vitest';
import { newDomain, setDomainStatuses, storedDomain } from '../support/domains.ts';
import { answerOnPage, tokenFor } from '../support/mail.ts';
import { restApi } from '../support/rest.ts';
import { people, seed } from '../support/seed.ts';
import { type TestWorld, testWorld } from '../support/world.ts';

let world: TestWorld;
let mari: string;
beforeAll(async () => {
  world = await testWorld();
  mari = await seed(world).contact({ ident: people.mari, name: "Mari O'Maasikas" });
});

const call = restApi(() => world);
const look = (token: string) => world.app.inject({ url: `/confirm/${token}` });
async function changeAsked(fields: object = {}): Promise<{ name: string; token: string }> {
  const name = await newDomain(world);
  await call(`PUT /domains/${name}`, { domain: { registrant: { code: mari }, ...fields } });
  return { name, token: await tokenFor(world, name) };
}
async function deletionAsked(): Promise<{ name: string; token: string }> {
  const name = await newDomain(world);
  await call(`DELETE /domains/${name}`, { domain: { delete: { verified: false } } });
  return { name, token: await tokenFor(world, name) };
}

describe('the page behind the link in a registrant’s mail', () => {
  it('tells what would change, who asks and until when, and changes nothing', async () => {
    const { name, token } = await changeAsked({
      nameservers: [{ hostname: 'a.x.ee' }, { hostname: 'b.x.ee' }],
    });
    for (let visit = 1; visit <= 2; visit += 1) {
      const page = await look(token);
      expect(page.statusCode).toBe(200);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.body).toContain(`A new registrant for ${name}?`);
      expect(page.body).toContain('<dd>Jaan Tamm</dd>');
      expect(page.body).toContain('<dd>Mari O&#39;Maasikas</dd>');
      expect(page.body).toContain('<dd>nameservers</dd>');
      expect(page.body).toContain('Alpha Domains');
      expect(page.body).toMatch(/\d\d\.\d\d\.\d{4} at \d\d:\d\d \(Europe\/Tallinn\)/);
    }
    expect((await storedDomain(world, name)).statuses).toContain('pendingUpdate');
  });

  it('asks about a deletion in other words', async () => {
    const { name, token } = await deletionAsked();
    const { body } = await look(token);
    expect(body).toContain(`Delete ${name}?`);
    expect(body).not.toContain('New registrant');
  });

  it('is not kept, not framed, and tells nobody where the visitor came from', async () => {
    const { headers } = await look((await changeAsked()).token);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).toContain("script-src 'none'");
  });

  it('makes the change when it is approved', async () => {
    const { name, token } = await changeAsked();
    const page = await answerOnPage(world, token, 'approve');
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('Approved');
    expect(await storedDomain(world, name)).toMatchObject({ registrant_code: mari });
  });

  it('leaves everything when it is rejected', async () => {
    const { name, token } = await deletionAsked();
    const page = await answerOnPage(world, token, 'reject');
    expect(page.body).toContain(`${name} is not deleted. Nothing has changed.`);
    expect((await storedDomain(world, name)).statuses).toEqual(['inactive']);
  });

  it('is friendly about a link that is used, unknown or too old', async () => {
    const { token } = await changeAsked();
    await answerOnPage(world, token, 'reject');
    for (const page of [await answerOnPage(world, token, 'approve'), await look(token), await look('abc')]) {
      expect(page.statusCode).toBe(404);
      expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(page.body).toContain('This link does not work any more');
    }
  });

  it('says so when the change can no longer be made', async () => {
    const { name, token } = await changeAsked();
    await setDomainStatuses(world, name, ['pendingUpdate', 'serverUpdateProhibited']);
    const page = await answerOnPage(world, token, 'approve');
    expect(page.statusCode).toBe(409);
    expect(page.body).toContain('Object status prohibits operation');
  });

  it('takes no other answer than its two buttons', async () => {
    const { name, token } = await changeAsked();
    expect((await answerOnPage(world, token, 'maybe')).statusCode).toBe(400);
    const json = await world.app.inject({
      method: 'POST',
      url: `/confirm/${token}`,
      payload: { decision: 'approve' },
    });
    expect(json.statusCode).toBe(400);
    expect((await storedDomain(world, name)).statuses).toContain('pendingUpdate');
  });
});
