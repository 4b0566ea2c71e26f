import { beforeAll, describe, expect, it } from 'vitest';
import { newDomain, setDomainStatuses, storedDomain } from '../../support/domains.ts';
import { answerOnPage, tokenFor } from '../../support/mail.ts';
import { restApi } from '../../support/rest.ts';
import { people, seed } from '../../support/seed.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let mari: string;
beforeAll(async () => {
  world = await testWorld();
  mari = await seed(world).contact({ ident: people.mari, name: "Mari O'Maasikas" });
});

const call = restApi(() => world);
const look = (token: string, headers = {}) => world.app.inject({ url: `/confirm/${token}`, headers });
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
  it('shows what would change, who asks and until when, and changes nothing', async () => {
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
      expect(page.body).toMatch(/<dd>\d{4}-\d\d-\d\d \d\d:\d\d \(Europe\/Tallinn\)<\/dd>/);
    }
    expect((await storedDomain(world, name)).statuses).toContain('pendingUpdate');
  });

  it('asks about a deletion in other words', async () => {
    const { name, token } = await deletionAsked();
    const { body } = await look(token);
    expect(body).toContain(`Delete ${name}?`);
    expect(body).not.toContain('New registrant');
  });

  it('is not kept, not framed, and hides where the visitor came from', async () => {
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

describe('in which language it is', () => {
  const estonian = { 'accept-language': 'et-EE,et;q=0.9,en;q=0.8' };

  it.each([
    ['the first that the browser names and we have', estonian, 'et'],
    ['also behind others', { 'accept-language': 'ru,et;q=0.5' }, 'et'],
    ['English where it names neither', { 'accept-language': 'ru,fi;q=0.5' }, 'en'],
    ['English where it names none', {}, 'en'],
  ])('%s', async (_, headers, language) => {
    const { token } = await deletionAsked();
    const { body } = await look(token, headers);
    expect(body).toContain(`<html lang="${language}">`);
    expect(body).toContain(language === 'et' ? 'Kinnitan kustutamise' : 'Approve the deletion');
  });

  it('can be chosen, whatever the browser wants, and each leads to the other', async () => {
    const { name, token } = await changeAsked({
      nameservers: [{ hostname: 'a.x.ee' }, { hostname: 'b.x.ee' }],
    });
    const inEnglish = await look(`${token}?lang=en`, estonian);
    expect(inEnglish.body).toContain(`A new registrant for ${name}?`);
    expect(inEnglish.body).toContain('href="?lang=et" hreflang="et" lang="et">Eesti keeles</a>');
    const inEstonian = await look(`${token}?lang=et`);
    expect(inEstonian.body).toContain(`Kas domeen ${name} saab uue registreerija?`);
    expect(inEstonian.body).toContain('<dd>nimeserverid</dd>');
    expect(inEstonian.body).toContain('href="?lang=en" hreflang="en" lang="en">In English</a>');
    expect((await look(`${token}?lang=xx`, estonian)).body).toContain('<html lang="et">');
  });

  it('is that of the question when it is answered, and what the registry says in English is marked as such', async () => {
    const asked = await changeAsked();
    const done = await answerOnPage(world, `${asked.token}?lang=et`, 'reject');
    expect(done.body).toContain(`Olete endiselt domeeni ${asked.name} registreerija. Midagi ei muutunud.`);
    expect(done.body).not.toContain('hreflang');
    const { name, token } = await changeAsked();
    await setDomainStatuses(world, name, ['pendingUpdate', 'serverUpdateProhibited']);
    const page = await answerOnPage(world, `${token}?lang=et`, 'approve');
    expect(page.body).toContain('Seda ei saa enam teha');
    expect(page.body).toContain('<p lang="en"><strong>Object status prohibits operation</strong></p>');
    expect((await answerOnPage(world, `${token}?lang=et`, 'maybe')).body).toContain('See ei olnud vastus');
    expect((await look('abc?lang=et')).body).toContain('See link ei tööta enam');
  });

  it('is asked for on the page of a wrong address too', async () => {
    const headers = { ...estonian, accept: 'text/html' };
    const { body, statusCode } = await world.app.inject({ url: '/kuhugi', headers });
    expect(statusCode).toBe(404);
    expect(body).toContain('<html lang="et">');
    expect(body).toContain('Siin ei ole midagi');
  });
});
