import { beforeAll, describe, expect, it } from 'vitest';
import { isForKind } from '#src/base/actor.ts';
import { operations } from '#src/registry/operations/operation.ts';
import { isPermittedAfterSwitching } from '#src/registry/rules/scopes.ts';
import { certificateFor, keyPair, requestFor } from '../../support/certificate-requests.ts';
import { mailsAbout } from '../../support/mail.ts';
import { expectDone, expectRefused, mutateOf } from '../../support/operator.ts';
import { alpha, basic, operator, type TestWorld, testWorld } from '../../support/world.ts';

/** What ends the link between two users of one person, and what a session by switching cannot do. */
let world: TestWorld;
const mutate = mutateOf(() => world);
const password = 'kasutaja-salasona';

beforeAll(async () => {
  world = await testWorld();
});

interface Person {
  readonly username: string;
  readonly auth: string;
  readonly other: string;
}

let count = 0;
/** A person with a user at ALPHA, which is one of its super users, and one at BETA. */
async function newPerson(): Promise<Person> {
  count += 1;
  const identityCode = `4710101${String(count).padStart(4, '0')}`;
  const [username, other] = [`alpha-person-${count}`, `beta-person-${count}`];
  for (const [registrar, name] of [
    ['ALPHA', username],
    ['BETA', other],
  ])
    expectDone(
      await mutate(
        'apiUserCreate',
        { registrar, username: name, password, roles: ['SUPER'], identityCode },
        'apiUser { username }',
      ),
    );
  return { username, auth: basic(username, password), other };
}

const rest = async (auth: string, method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) =>
  (await world.request({ method, url: `/registry/v1${url}`, auth, ...(payload && { payload }) })).body;

const idOf = async (auth: string): Promise<number> =>
  Number((await rest(auth, 'GET', '/registrar/auth')).data?.id);

const subjectOf = async (username: string): Promise<string | null> =>
  (
    await world.container.database.db
      .selectFrom('api_users')
      .select('subject')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
  ).subject;

const switchTo = (auth: string, username: string) => mutate('sessionSwitch', { username }, 'token', auth);

const switchedTo = async ({ auth, other }: Person): Promise<string> =>
  `Bearer ${String((await switchTo(auth, other)).token)}`;

/** The messages about these users, by their registrars. */
const told = async ({ username, other }: Person): Promise<unknown[]> => {
  const rows = await world.container.database.db
    .selectFrom('notifications')
    .innerJoin('registrars', 'registrars.id', 'notifications.registrar_id')
    .select(['registrars.code', 'notifications.text'])
    .where('notifications.kind', '=', 'user_link_ended')
    .orderBy('registrars.code')
    .execute();
  const mails = [...(await mailsAbout(world, 'ALPHA')), ...(await mailsAbout(world, 'BETA'))];
  const isTold = (name: string) => mails.some(({ subject }) => subject.includes(`[${name}] is no longer`));
  return [username, other]
    .filter(isTold)
    .flatMap((name) => rows.filter(({ text }) => text.includes(` ${name} `)).map(({ code }) => code));
};

type How = 'rest' | 'graphql';
/** Sets how the person's user at ALPHA signs in, as this caller. */
type Setting = (person: Person, auth: string, how: How) => Promise<unknown>;

const setPassword: Setting = async (person, auth, how) => {
  const next = `${password}-2`;
  if (how === 'graphql')
    return expectDone(
      await mutate('apiUserUpdate', { username: person.username, password: next }, 'apiUser { id }', auth),
    );
  const url = `/api_users/${await idOf(person.auth)}`;
  const body = { api_user: { plain_text_password: next } };
  return expect(await rest(auth, 'PUT', url, body)).toMatchObject({ code: 1000 });
};

const requestCertificate: Setting = async (person, auth, how) => {
  const keys = await keyPair();
  const csr = await requestFor({ CN: person.username }, { keys });
  const crt = await certificateFor({ CN: person.username }, { keys });
  if (how === 'graphql')
    expectDone(
      await mutate(
        'certificateRequestSubmit',
        { username: person.username, csr },
        'certificate { id }',
        auth,
      ),
    );
  else {
    const certificate = { api_user_id: await idOf(person.auth), csr: { body: btoa(csr) } };
    expect(await rest(auth, 'POST', '/certificates', { certificate })).toMatchObject({ code: 1000 });
  }
  const { id } = await world.container.database.db
    .selectFrom('certificates')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return expectDone(await mutate('certificateSign', { id, crt }, 'certificate { id }'));
};

const addCertificate: Setting = async ({ username }, auth) => {
  const crt = await certificateFor({ CN: username }, { keys: await keyPair() });
  return expectDone(await mutate('certificateAdd', { username, crt }, 'certificate { id }', auth));
};

const sets: Readonly<Record<string, Setting>> = {
  'api-user.update': setPassword,
  'certificate.sign': requestCertificate,
  'certificate.add': addCertificate,
};

/** The other commands for signed-in users, and why they let nobody in as a user that there was before. */
const setNothing: Readonly<Record<string, string>> = {
  'operator.create': 'operators are no users of registrars',
  'operator.update': 'operators are no users of registrars',
  'operator.disable': 'lets nobody in',
  'operator.choose-password': 'operators are no users of registrars',
  'certificate.request': 'an operator has to sign',
  'certificate.revoke': 'lets nobody in',
  'api-user.create': 'the user is new, and what a registrar writes is not confirmed',
  'api-user.delete': 'lets nobody in',
  'access-token.authorize-app': 'for the caller itself',
  'access-token.create': 'for the caller itself',
  'access-token.end-app': 'lets nobody in',
  'access-token.revoke': 'lets nobody in',
  'account.update-settings': 'lets nobody in',
  'approval.approve': 'does what was prepared with the rights of the caller',
  'approval.decline': 'lets nobody in',
  'session.sign-out': 'lets nobody in',
  'session.switch': 'needs the link',
  'allowed-ip.add': 'addresses let nobody in by themselves',
  'allowed-ip.update': 'addresses let nobody in by themselves',
  'allowed-ip.commit': 'addresses let nobody in by themselves',
  'allowed-ip.remove': 'addresses let nobody in by themselves',
  'setting.set': 'is about all users',
  'question.publish': 'shows answers, signs nobody in',
  'question.update': 'shows answers, signs nobody in',
  'question.revoke': 'lets nobody in',
  'board.publish': 'shows answers, signs nobody in',
  'board.update': 'shows answers, signs nobody in',
  'board.revoke': 'lets nobody in',
  'webhook.create': 'sends data, signs nobody in',
  'webhook.update': 'sends data, signs nobody in',
  'webhook.delete': 'lets nobody in',
  'webhook.rotate-secret': 'signs messages, nobody in',
};

const commands = () =>
  [...operations.values()].filter(({ kind, name }) => kind !== 'query' && !/^(?:test|proof)\./.test(name));

describe('a command about who may sign in', () => {
  it('is known to end links, or to set nothing', () => {
    const declared = commands()
      .filter((one) => one.scope === 'SIGN_IN' || 'passwordToHash' in one)
      .map(({ name }) => name);
    expect(declared.sort()).toEqual([...Object.keys(sets), ...Object.keys(setNothing)].sort());
  });
});

describe.each(['rest', 'graphql'] as const)('the link of two users, over %s', (how) => {
  it.each(['api-user.update', 'certificate.sign'])(
    'ends with %s by another of the registrar',
    async (name) => {
      const person = await newPerson();
      const switched = await switchedTo(person);
      await sets[name]?.(person, alpha, how);
      expect(await subjectOf(person.username)).toBeNull();
      expect(await told(person)).toEqual(['ALPHA', 'BETA']);
      for (const secret of [password, `${password}-2`])
        expect(
          (
            await world.request({
              method: 'PUT',
              url: '/registry/v1/accounts/switch_user',
              auth: basic(person.username, secret),
              payload: { account: { new_user_id: await idOf(basic(person.other, password)) } },
            })
          ).status,
        ).not.toBe(200);
      expect((await rest(switched, 'GET', '/registrar/auth')).code).toBe(2202);
      // The other user stays what it is.
      expect((await rest(basic(person.other, password), 'GET', '/registrar/auth')).code).toBe(1000);
    },
  );

  it.each(['api-user.update', 'certificate.sign'])('stays with %s by the person', async (name) => {
    const person = await newPerson();
    await sets[name]?.(person, person.auth, how);
    expect(await subjectOf(person.username)).not.toBeNull();
    expect(await told(person)).toEqual([]);
  });
});

describe('the link of two users', () => {
  it.each(['api-user.update', 'certificate.add'])('stays with %s by an operator', async (name) => {
    const person = await newPerson();
    await sets[name]?.(person, operator, 'graphql');
    expect(await subjectOf(person.username)).not.toBeNull();
  });

  it('stays when allowed addresses, roles or the mail address change', async () => {
    const person = await newPerson();
    const { username } = person;
    expectDone(await mutate('apiUserUpdate', { username, allowedIps: ['192.0.2.1'] }, 'apiUser { id }'));
    const changes = { username, roles: ['EPP'], email: 'jaan@alpha.example' };
    expectDone(await mutate('apiUserUpdate', changes, 'apiUser { id }', alpha));
    expect(await subjectOf(username)).not.toBeNull();
  });

  it('ends by a certificate whose asker has given its own name to the person since', async () => {
    const person = await newPerson();
    const asker = `asker-${count}`;
    const made = { registrar: 'ALPHA', username: asker, password, roles: ['SUPER'] };
    expectDone(await mutate('apiUserCreate', made, 'apiUser { id }'));
    const keys = await keyPair();
    const csr = await requestFor({ CN: person.username }, { keys });
    const auth = basic(asker, password);
    const input = { username: person.username, csr };
    const asked = await mutate('certificateRequestSubmit', input, 'certificate { id }', auth);
    const rename = async (from: string, to: string): Promise<void> => {
      const id = await idOf(basic(from, password));
      const body = { api_user: { username: to } };
      expect((await rest(alpha, 'PUT', `/api_users/${id}`, body)).code).toBe(1000);
    };
    await rename(asker, `${asker}-2`);
    await rename(person.username, asker);
    const crt = await certificateFor({ CN: person.username }, { keys });
    expectDone(await mutate('certificateSign', { id: asked.certificate.id, crt }, 'certificate { id }'));
    expect(await subjectOf(asker)).toBeNull();
  });
});

/** What a session by switching may do of all that registrars may: everything else is about access or settings. */
const permitted = `
  session.switch session.sign-out
  account.top-up invoice.cancel invoice.create-one-off-payment invoice.send
  contact.create contact.delete contact.update
  domain.add-contacts domain.add-dnssec-keys domain.add-nameserver-in-bulk domain.add-nameservers domain.exchange-nameserver domain.apply-change-set
  domain.bulk-renew domain.bulk-transfer domain.cancel-pending-change domain.delete domain.register
  domain.remove-client-hold domain.remove-contacts domain.remove-dnssec-keys domain.remove-nameserver domain.renew
  domain.replace-admin-contact domain.replace-nameserver domain.replace-tech-contact domain.set-client-hold
  domain.set-nameservers domain.transfer domain.update
  notification.acknowledge
  webhook.redeliver webhook.test
  sandbox.clock.advance sandbox.payment.complete
`;
const refused = `
  account.update-settings approval.approve approval.decline
  account.disable-auto-reload account.set-auto-reload account.update
  access-token.authorize-app access-token.create access-token.revoke
  allowed-ip.add allowed-ip.remove allowed-ip.update
  api-user.create api-user.delete api-user.update
  certificate.request certificate.revoke
  question.publish question.revoke question.update board.publish board.revoke board.update
  webhook.create webhook.delete webhook.rotate-secret webhook.update
`;
const words = (text: string): string[] => text.split(/\s+/).filter(Boolean).sort();

describe('a session by switching users', () => {
  it('has a verdict for each write of a registrar', () => {
    const writes = commands().filter(
      ({ permits }) => isForKind(permits, 'registrar') && !permits.includes('anonymous'),
    );
    const named = (which: boolean) =>
      writes
        .filter((one) => isPermittedAfterSwitching(one) === which)
        .map(({ name }) => name)
        .sort();
    expect(named(true)).toEqual(words(permitted));
    expect(named(false)).toEqual(words(refused));
  });

  it('makes and changes nothing that outlasts it', async () => {
    const person = await newPerson();
    const auth = await switchedTo(person);
    const forbidden = `Authorization error: not available after switching users, sign in as ${person.other} instead`;
    for (const [field, input, select] of [
      ['accessTokenCreate', { name: 'a', scopes: ['READ'] }, 'token'],
      ['webhookCreate', { url: 'https://example.com/', events: ['DOMAIN_CHANGED'] }, 'secret'],
      ['questionPublish', { name: 'a', document: '{ viewer { name } }' }, 'url'],
      ['apiUserCreate', { username: 'x', password, roles: ['SUPER'] }, 'apiUser { id }'],
      ['apiUserUpdate', { username: person.other, password: `${password}-2` }, 'apiUser { id }'],
      ['allowedIpAdd', { address: '192.0.2.9', interfaces: ['API'] }, 'allowedIp { id }'],
      ['certificateRequestSubmit', { username: person.other, csr: 'x' }, 'certificate { id }'],
      ['accountUpdate', { billingEmail: 'x@example.com' }, 'account { iban }'],
    ] as const)
      await expect(mutate(field, input, select, auth), field).rejects.toThrow(forbidden);
    const user = { username: 'x', plain_text_password: password, active: true, roles: ['super'] };
    expect(await rest(auth, 'POST', '/api_users', { api_user: user })).toMatchObject({ code: 2201 });
    const account = { billing_email: 'x@example.com' };
    expect(await rest(auth, 'PUT', '/accounts', { account })).toMatchObject({ code: 2201 });
    const paying = await mutate('accountTopUp', { amount: '10.00' }, 'invoice { number }', auth);
    expectDone(paying);
  });

  it('took what it had made before with it, when the link ends', async () => {
    const person = await newPerson();
    const { db } = world.container.database;
    const own = basic(person.other, password);
    const { token } = await mutate('accessTokenCreate', { name: 'a', scopes: ['READ'] }, 'token', own);
    const input = {
      name: 'a',
      document: '{ domains { totalCount groups(by: [{ field: ZONE }]) { count } } }',
    };
    const published = await mutate('questionPublish', input, 'url', own);
    expectDone(published);
    const path = new URL(String(published.url)).pathname;
    const from = await idOf(person.auth);
    const to = await idOf(own);
    for (const table of ['access_tokens', 'questions'] as const)
      await db.updateTable(table).set({ switched_from: from }).where('api_user_id', '=', to).execute();
    const read = async () => [
      (await rest(`Bearer ${String(token)}`, 'GET', '/registrar/auth')).code,
      (await world.app.inject({ url: `${path}.json` })).statusCode,
    ];
    expect(await read()).toEqual([1000, 200]);
    await setPassword(person, alpha, 'rest');
    expect(await read()).toEqual([2202, 404]);
  });

  const updates = (person: Person, changes: object) =>
    mutate('apiUserUpdate', { username: person.username, ...changes }, 'apiUser { id }').then(expectDone);
  const ends: Readonly<Record<string, (person: Person) => Promise<unknown>>> = {
    'a password by another of the registrar': (person) => setPassword(person, alpha, 'graphql'),
    'a certificate for another of the registrar': (person) => requestCertificate(person, alpha, 'graphql'),
    'a cleared identity code': (person) => updates(person, { identityCode: '' }),
    'a locked user': (person) => updates(person, { active: false }),
  };
  it.each(Object.keys(ends))('that ended by %s is not back when the link is', async (how) => {
    const person = await newPerson();
    const there = await switchedTo(person);
    const back = `Bearer ${String((await switchTo(basic(person.other, password), person.username)).token)}`;
    const identityCode = await subjectOf(person.username);
    await ends[how]?.(person);
    await updates(person, { identityCode, active: true });
    expect(await subjectOf(person.username)).toBe(identityCode);
    for (const session of [there, back])
      expect((await rest(session, 'GET', '/registrar/auth')).code).toBe(2202);
  });

  it('is not opened beside the end of the link, to be there when that is back', async () => {
    const person = await newPerson();
    const identityCode = await subjectOf(person.username);
    const opened = await Promise.all([
      ...Array.from({ length: 6 }, () => switchTo(person.auth, person.other)),
      updates(person, { identityCode: '' }),
    ]);
    await updates(person, { identityCode });
    for (const { token } of opened.slice(0, 6) as { token?: string | null }[])
      if (token) expect((await rest(`Bearer ${token}`, 'GET', '/registrar/auth')).code).toBe(2202);
  });

  it('can be left for the password, which may do everything again', async () => {
    const person = await newPerson();
    const own = basic(person.other, password);
    expectDone(await mutate('accessTokenCreate', { name: 'a', scopes: ['READ'] }, 'token', own));
    expectRefused(await switchTo(alpha, person.other), 2306);
  });
});
