import { beforeAll, describe, expect, it } from 'vitest';
import { type Action, documentOf } from '#src/extensions/console/pages/action.ts';
import { actions } from '#src/extensions/console/pages/actions.ts';
import { consoleOf } from '../../../support/console.ts';
import { newContact } from '../../../support/contacts.ts';
import { newDomain } from '../../../support/domains.ts';
import { askOf } from '../../../support/operator.ts';
import { type Loose, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);
const { get, post, signIn } = consoleOf(() => world);

beforeAll(async () => {
  world = await testWorld();
  await newDomain(world, {
    name: 'esimene.ee',
    registrant: await newContact(world, { name: 'Mari Maasikas' }),
  });
});

describe('an action of the console', () => {
  const statuses = async () =>
    (await ask('{ domain(name: "esimene.ee") { statuses { name } } }')).data.domain.statuses;

  it('is done for forms of our own pages alone', async () => {
    const session = await signIn();
    const form = { name: 'esimene.ee', add: 'serverHold' };
    const elsewhere: Record<string, string>[] = [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://localhost.evil.example' },
      { origin: 'http://localhost:81' },
      { 'sec-fetch-site': 'none', origin: 'http://localhost' },
    ];
    for (const headers of elsewhere)
      for (const path of ['/do/domainStatusesSet', '/sign-out', '/sign-in']) {
        const refused = await post(path, { ...form, token: 'operator-sandbox' }, { ...session, ...headers });
        expect(refused.statusCode).toBe(403);
        expect(refused.headers['set-cookie']).toBeUndefined();
      }
    expect(await statuses()).not.toContainEqual({ name: 'serverHold' });
    const { statusCode, headers } = await post('/do/domainStatusesSet', {
      ...form,
      back: '/operator/domains/esimene.ee',
    });
    expect({ statusCode, location: headers.location }).toEqual({
      statusCode: 303,
      location: '/operator/domains/esimene.ee?done=domainStatusesSet',
    });
    expect(await statuses()).toContainEqual({ name: 'serverHold' });
  });

  it('is not done by following a link, nor by another kind of body', async () => {
    const linked = await get('/do/nameBlock?name=lingitud.ee');
    expect(linked.statusCode).toBe(404);
    const { cookie = '' } = await signIn();
    for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x']) {
      const refused = await world.app.inject({
        method: 'POST',
        url: '/operator/do/nameBlock',
        headers: { 'content-type': type, 'sec-fetch-site': 'same-origin', cookie },
        payload: 'name=lingitud.ee',
      });
      expect(refused.statusCode).toBe(415);
    }
    const { data } = await ask(
      '{ blockedNames(first: 1, where: { name: { eq: "lingitud.ee" } }) { totalCount } }',
    );
    expect(data.blockedNames).toEqual({ totalCount: 0 });
  });

  const outcomeIn = (body: string) => /name="outcome" value="([^"]+)"/.exec(body)?.[1] ?? '';
  /** As the confirmation page sends it. */
  const confirmed = async (path: string, form: Record<string, string>) =>
    post(path, { ...form, confirmed: 'yes', outcome: outcomeIn((await post(path, form)).body) });

  it('is done once, however often a form is sent', async () => {
    const asked = { registrar: 'ALPHA', amount: '7.00', description: 'once' };
    const outcome = outcomeIn((await post('/do/accountAdjust', asked)).body);
    const form = { ...asked, confirmed: 'yes', key: 'sent-twice', outcome };
    for (const _ of [1, 2]) expect((await post('/do/accountAdjust', form)).statusCode).toBe(303);
    // The same form with another sum in it is no form of ours.
    expect((await post('/do/accountAdjust', { ...form, amount: '9.00' })).statusCode).toBe(422);
    const { data } = await ask('{ ledger(first: 5, registrar: "ALPHA") { nodes { description } } }');
    expect(data.ledger.nodes).toEqual(expect.arrayContaining([{ description: 'once' }]));
    expect(JSON.stringify(data).match(/once/g)).toHaveLength(1);
  });

  it('shows a secret to who made it, and in no list, log or file', async () => {
    const made = await post('/do/nameReserve', { name: 'salajane.ee' });
    expect(made.statusCode).toBe(200);
    const password = /<dt>password<\/dt><dd><code>([^<]+)/.exec(made.body)?.[1] ?? '';
    expect(password.length).toBeGreaterThan(6);
    for (const path of ['/names', '/log', '/names.csv'])
      expect((await get(path)).body.includes(password), path).toBe(false);
  });

  it('is tried first and shown where it cannot be taken back', async () => {
    const tried = await post('/do/domainForceDelete', { name: 'esimene.ee', kind: 'FAST_TRACK' });
    expect(tried.statusCode).toBe(200);
    expect(tried.body).toContain('Nothing has been done yet');
    const force = async () =>
      (await ask('{ domain(name: "esimene.ee") { forceDeleteDate } }')).data.domain.forceDeleteDate;
    expect(await force()).toBeNull();
    // A page that shows no outcome confirms nothing.
    const form = { name: 'esimene.ee', kind: 'FAST_TRACK' };
    expect((await post('/do/domainForceDelete', { ...form, confirmed: 'yes' })).body).toContain(
      'Nothing has been done yet',
    );
    expect(await force()).toBeNull();
    await confirmed('/do/domainForceDelete', form);
    expect(await force()).not.toBeNull();
    await post('/do/domainForceDeleteCancel', { name: 'esimene.ee' });
    expect(await force()).toBeNull();
  });

  it('is done exactly as it was shown, or shown again with what has changed', async () => {
    const name = await newDomain(world);
    const form = { name, kind: 'SOFT' };
    const force = async () =>
      (await ask(`{ domain(name: "${name}") { statuses { name } } }`)).data.domain.statuses;
    const first = await post('/do/domainForceDelete', form);
    expect(first.body).toContain('<dd>when the paid year is over</dd>');
    expect(first.body).toContain('You can cancel it until the domain is deleted');
    expect(first.body).toContain('<dt>Who is notified</dt><dd>registrar Alpha Domains by poll message</dd>');
    const { forceDeleteDate } = (
      await ask(
        `mutation { domainForceDelete(dryRun: true, input: { name: "${name}", kind: FAST_TRACK }) { domain { forceDeleteDate } } }`,
      )
    ).data.domainForceDelete.domain;
    const fast = await post('/do/domainForceDelete', { name, kind: 'FAST_TRACK' });
    expect(fast.body).toContain(`<dt>Is deleted on</dt><dd><strong>${String(forceDeleteDate)}</strong></dd>`);
    const { calendar, clock } = world.container;
    const inZone = calendar.plusDays(calendar.dateOf(clock.now()), 16);
    expect(fast.body).toContain(`<dt>Leaves the DNS on</dt><dd><strong>${inZone}</strong></dd>`);
    await post('/do/domainStatusesSet', { name, add: 'serverHold' });

    const changed = await post('/do/domainForceDelete', {
      ...form,
      confirmed: 'yes',
      key: 'as-shown',
      outcome: outcomeIn(first.body),
    });
    expect(changed.statusCode).toBe(409);
    expect(changed.body).toContain('Something has changed since this was shown to you.');
    expect(changed.body).toContain('<li>The statuses have changed.</li>');
    expect(await force()).not.toContainEqual({ name: 'serverForceDelete' });

    const again = { ...form, confirmed: 'yes', key: 'as-shown', outcome: outcomeIn(changed.body) };
    expect((await post('/do/domainForceDelete', again)).statusCode).toBe(303);
    expect(await force()).toContainEqual({ name: 'serverForceDelete' });
    // Sent again, it is answered as before; what is no outcome does nothing.
    expect((await post('/do/domainForceDelete', again)).statusCode).toBe(303);
    const made = await post('/do/registrarSuspend', {
      code: 'BETA',
      reason: 'x',
      confirmed: 'yes',
      outcome: 'made-up',
    });
    expect(made.body).toContain('This is no outcome: nothing was done');
    const { data } = await ask('{ registrars(first: 5) { nodes { suspendedAt } } }');
    expect(data.registrars.nodes).toEqual([{ suspendedAt: null }, { suspendedAt: null }]);
  });

  it('is refused where it could not be done as shown any more, in the words of that refusal', async () => {
    const name = await newDomain(world);
    const form = { name, kind: 'SOFT' };
    const outcome = outcomeIn((await post('/do/domainForceDelete', form)).body);
    await confirmed('/do/domainForceDelete', form);
    const refused = await post('/do/domainForceDelete', { ...form, confirmed: 'yes', outcome });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('Object status prohibits operation');
  });

  it('shows beforehand what it costs, and what cannot be undone', async () => {
    const corrected = await post('/do/accountAdjust', {
      registrar: 'BETA',
      amount: '-12.50',
      description: 'x',
    });
    expect(corrected.body).toContain('<dt>Balance afterwards, in euros</dt><dd><strong>987.50</strong></dd>');
    expect(corrected.body).toContain('stays in the ledger for good');
    const tried = await post('/do/zoneClose', { origin: 'med.ee' });
    expect(tried.body).toContain('No new name can be registered or reserved in the zone.');
  });

  it('has a confirmation that works for every action that cannot be taken back', async () => {
    for (const [field, action] of Object.entries<Action>(actions).filter(([, { grave }]) => grave)) {
      const input = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
      // The document is valid: what is wrong is the missing input alone.
      const { errors = [] } = await ask(documentOf(action));
      expect(errors.map(({ message }) => message)).toEqual([
        `Variable "$input" of required type "${input}!" was not provided.`,
      ]);
    }
  });

  it('is no success where nothing was chosen', async () => {
    const name = await newDomain(world);
    const refused = await post('/do/domainStatusesSet', { name, note: 'Forgotten' });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('<li>Choose a status to set or to remove.</li>');
    expect(refused.body).toContain('value="Forgotten"');
    expect((await post('/do/domainStatusesSet', { name, add: 'serverHold' })).statusCode).toBe(303);
    expect((await post('/do/domainStatusesSet', { name, remove: 'serverHold' })).statusCode).toBe(303);
    const user = await post('/do/apiUserUpdate', { username: 'alpha' });
    expect(user.body).toContain('<li>Choose something to change.</li>');
  });

  it('is shown before it is done: on how many domains one contact replaces another', async () => {
    const [from, into] = [await newContact(world), await newContact(world)];
    await newDomain(world, { registrant: from });
    await newDomain(world, { registrant: from, techs: [from] });
    const tried = await post('/do/contactMerge', { code: from, into });
    expect(tried.body).toContain('Nothing has been done yet');
    expect(tried.body).toContain('<dt>Domains whose contact changes</dt><dd><strong>2</strong></dd>');
    const done = await confirmed('/do/contactMerge', { code: from, into });
    expect(done.headers.location).toBe('/operator?done=contactMerge');
  });

  it('is refused in the registry’s words, and what was written stays, but for secrets', async () => {
    const form = { registrar: 'ALPHA', username: 'kept-name', password: 'x1', roles: 'EPP' };
    const refused = await post('/do/apiUserCreate', form);
    expect(refused.statusCode).toBe(422);
    expect(refused.body).toContain('Password is too short');
    expect(refused.body).toContain('value="kept-name"');
    expect(refused.body).not.toContain('value="x1"');
  });

  it('takes away what was emptied, and leaves what it did not show', async () => {
    const known = async () => {
      const { data } = await ask('{ registrars(first: 5) { nodes { code name email website phone } } }');
      return (data.registrars.nodes as unknown as Loose[]).find(({ code }) => String(code) === 'BETA');
    };
    await post('/do/registrarUpdate', {
      code: 'BETA',
      name: 'Beta OÜ',
      email: 'a@beta.example',
      phone: '+372.5551234',
    });
    expect(await known()).toMatchObject({ name: 'Beta OÜ', email: 'a@beta.example', phone: '+372.5551234' });
    await post('/do/registrarUpdate', { code: 'BETA', name: '', phone: '' });
    expect(await known()).toMatchObject({ name: 'Beta OÜ', email: 'a@beta.example', phone: null });
  });

  it('knows no other actions', async () => {
    for (const action of ['sandboxReset', 'constructor', '__proto__', 'domainRegister'])
      expect((await post(`/do/${action}`, {})).statusCode).toBe(404);
  });
});
