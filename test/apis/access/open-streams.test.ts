import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { listen } from '#src/server/app.ts';
import { giveToken, signInAs } from '../../support/access-tokens.ts';
import { token } from '../../support/billing.ts';
import { alphaCertificate } from '../../support/certificates.ts';
import { type SecondContainer, secondContainer } from '../../support/containers.ts';
import { secondConnection } from '../../support/database.ts';
import { newDomain } from '../../support/domains.ts';
import { type Live, subscribe } from '../../support/live.ts';
import { expectDone, mutateOf } from '../../support/operator.ts';
import { alpha, basic, beta, operator, type TestWorld, testWorld } from '../../support/world.ts';

/** Whatever would refuse a new request ends an open stream, in this process and in those beside it. */
let world: TestWorld;
let others: SecondContainer[];
/** Two that ask for no certificate, and one that does. */
let urls: [string, string, string];
const mutate = mutateOf(() => world);
const done = async (...args: Parameters<typeof mutate>) => {
  const answer = await mutate(...args);
  expectDone(answer);
  return answer;
};
const password = 'kasutaja-salasona';
const address = '192.0.2.1';
const from = { 'x-forwarded-for': address };
const withCertificate = {
  ssl_client_cert: alphaCertificate.pem.trim().replaceAll('\n', ' '),
  ssl_client_s_dn_cn: alphaCertificate.commonName,
};

beforeAll(async () => {
  const env = { RATE_LIMIT_POINTS: '100000', TRUSTED_PROXIES: '127.0.0.1' };
  world = await testWorld(env);
  others = [];
  for (const REQUIRE_CLIENT_CERT of ['false', 'true']) {
    const database = await secondConnection();
    const other = await secondContainer({
      env: { ...env, LOG_LEVEL: 'silent', REQUIRE_CLIENT_CERT },
      clock: world.clock,
      ...(database && { database }),
    });
    await listen(other.app, other.container, 0, '127.0.0.1');
    others.push(other);
  }
  const [second, third] = others.map(({ container }) => container.address.ownUrl);
  // From where the tests themselves call.
  await allow('127.0.0.1');
  urls = [await world.listen(), String(second), String(third)];
});

const setAddressList = (value: 'true' | 'false') =>
  done('settingSet', { name: 'api_ip_whitelist_enabled', value }, 'setting { name }');
const later = (): void => {
  world.clock.moveTo(new Date(world.clock.now().getTime() + 3_600_000));
  for (const { container } of [world, ...others]) container.bus.dispatch('clock', '');
};

let count = 0;
async function newUser(): Promise<{ username: string; auth: string }> {
  count += 1;
  const username = `kasutaja-${count}`;
  await done(
    'apiUserCreate',
    { registrar: 'ALPHA', username, password, roles: ['SUPER'] },
    'apiUser { username }',
  );
  return { username, auth: basic(username, password) };
}
const signedIn = async (username: string): Promise<string> =>
  `Bearer ${String((await signInAs(world, username, password)).data.signIn.token)}`;

const poll = 'subscription { notificationReceived { text } }';
const open = (url: string, auth: string, { headers = {}, document = poll } = {}): Promise<Live> =>
  subscribe(url, document, { auth, headers });
/** In both processes. */
const openBoth = (auth: string, how?: Parameters<typeof open>[2]): Promise<Live[]> =>
  Promise.all([urls[0], urls[1]].map((url) => open(url, auth, how)));

const invoices = async (): Promise<string> => {
  const { invoice } = await done('accountTopUp', { amount: '10.00' }, 'invoice { number }', alpha);
  return `subscription { invoiceChanged(number: ${String(invoice?.number)}) { kind } }`;
};

const expectEnded = async (streams: readonly Live[]): Promise<void> => {
  expect(streams.map(({ status }) => status)).toEqual(streams.map(() => 200));
  const items = streams.map((stream) => stream.next().catch(({ message }: Error) => message));
  expect(await Promise.all(items)).toEqual(streams.map(() => 'the stream has ended'));
};

/** What is done to a user, and how it is undone. */
interface Reason {
  readonly before?: (user: string) => Promise<unknown>;
  readonly act: (user: string) => Promise<unknown>;
  readonly after?: (user: string) => Promise<unknown>;
}
const change = (input: object) => (username: string) =>
  done('apiUserUpdate', { username, ...input }, 'apiUser { username }');
const listed = { id: '' };
const allow = async (given: string): Promise<string> => {
  const input = { address: given, interfaces: ['API'] };
  const added = await done('allowedIpAdd', input, 'allowedIp { id }', alpha);
  const id = String(added.allowedIp?.id);
  await done('allowedIpCommit', { id }, 'allowedIp { id }');
  return id;
};
const putOnList = async (): Promise<void> => {
  listed.id = await allow(address);
  await setAddressList('true');
};
const switchOff = () => setAddressList('false');
const takeOff = async () => {
  await switchOff();
  await removeFromList();
};
const removeFromList = () => done('allowedIpRemove', { id: listed.id }, 'deletedId', alpha);

const reasons: Readonly<Record<string, Reason>> = {
  'has other roles': { act: change({ roles: ['EPP'] }) },
  'has another password': { act: change({ password: 'hoopis-teine-sona' }) },
  'has another name': { act: (username) => change({ newUsername: `${username}-uus` })(username) },
  'is locked out': { act: change({ active: false }) },
  'is deleted': { act: (username) => done('apiUserDelete', { username }, 'username') },
  'has other addresses': {
    before: async (username) => {
      await change({ allowedIps: [address] })(username);
      await putOnList();
    },
    act: change({ allowedIps: ['198.51.100.1'] }),
    after: takeOff,
  },
  'calls from an address that is taken off the list': {
    before: putOnList,
    act: removeFromList,
    after: switchOff,
  },
  'calls from an address that is changed on the list': {
    before: putOnList,
    act: () => done('allowedIpUpdate', { id: listed.id, address: '192.0.2.9' }, 'allowedIp { id }', alpha),
    after: takeOff,
  },
  'is on no list when the setting switches lists on': { act: () => setAddressList('true'), after: switchOff },
  'is of a registrar that is suspended': {
    act: () => done('registrarSuspend', { code: 'ALPHA', reason: 'x' }, 'registrar { code }'),
    after: () => done('registrarReinstate', { code: 'ALPHA' }, 'registrar { code }'),
  },
  'was changed, and nobody was notified': {
    act: (username) =>
      world.container.database.db
        .updateTable('api_users')
        .set({ roles: ['billing'] })
        .where('username', '=', username)
        .execute(),
  },
};

describe('the streams of a user end when it', () => {
  it.each(Object.entries(reasons))('%s', async (_, { before, act, after }) => {
    const { username, auth } = await newUser();
    const access = await giveToken(world, ['READ'], { auth });
    const session = await signedIn(username);
    await before?.(username);
    try {
      const streams = await Promise.all(
        [auth, access.auth, session].map((one) => openBoth(one, { headers: from })),
      );
      await act(username);
      await expectEnded(streams.flat());
    } finally {
      await after?.(username);
    }
  });
});

describe('the streams of a token end', () => {
  it('when it is revoked', async () => {
    const { auth, id } = await giveToken(world, ['READ']);
    const streams = await openBoth(auth);
    await done('accessTokenRevoke', { id }, 'accessToken { id }');
    await expectEnded(streams);
  });

  it('when its time is over', async () => {
    const { auth } = await giveToken(world, ['READ'], { expiresIn: 'PT1H' });
    const streams = await openBoth(auth);
    later();
    await expectEnded(streams);
  });

  it('when its owner signs out', async () => {
    const { username } = await newUser();
    const session = await signedIn(username);
    const streams = await openBoth(session);
    const { data } = (
      await world.request({
        method: 'POST',
        url: '/graphql',
        auth: session,
        payload: { query: 'mutation { signOut { signedOut userErrors { code } } }' },
      })
    ).body;
    expect(data).toEqual({ signOut: { signedOut: true, userErrors: [] } });
    await expectEnded(streams);
  });

  it('when a service\u2019s token says that it is over', async () => {
    const exp = Math.floor(Date.now() / 1000) + 3600;
    const auth = await token('registry', undefined, { exp });
    const streams = await openBoth(auth, { document: await invoices() });
    onTestFinished(() => void vi.useRealTimers());
    vi.useFakeTimers({ toFake: ['Date'], now: (exp + 1) * 1000 });
    await expectEnded(streams);
  });
});

describe('the streams of a certificate end', () => {
  it.each([
    [
      'when it is revoked',
      (id: string) => done('certificateRevoke', { id, reason: 'CESSATION' }, 'certificate { id }'),
    ],
    ['when its time is over', async () => later()],
  ])('%s', async (_, end) => {
    const { db } = world.container.database;
    await db.deleteFrom('certificates').execute();
    const { username, auth } = await newUser();
    const { certificate } = await done(
      'certificateAdd',
      { username, crt: alphaCertificate.pem },
      'certificate { id }',
    );
    const id = String(certificate?.id);
    const soon = new Date(world.clock.now().getTime() + 3_600_000);
    await db.updateTable('certificates').set({ expires_at: soon }).execute();
    const streams = [await open(urls[2], auth, { headers: withCertificate })];
    await end(id);
    await expectEnded(streams);
  });

  it('when its fingerprint is taken away', async () => {
    const { username, auth } = await newUser();
    await world.container.database.db.deleteFrom('certificates').execute();
    await change({ certificateFingerprints: [alphaCertificate.fingerprint] })(username);
    const streams = [await open(urls[2], auth, { headers: withCertificate })];
    await change({ certificateFingerprints: [] })(username);
    await expectEnded(streams);
  });
});

describe('a stream goes on', () => {
  it('when something happens to another user, and when a password is changed with keepTokens', async () => {
    const { username, auth } = await newUser();
    const access = await giveToken(world, ['READ'], { auth });
    const ofAlpha = await newDomain(world);
    const ofBeta = await newDomain(world, {}, { auth: beta });
    const following = (name: string) => ({
      document: `subscription { domainChanged(name: "${name}") { domain { name } } }`,
    });
    const kept = await openBoth(access.auth, following(ofAlpha));
    const another = await openBoth(beta, following(ofBeta));
    const ended = await openBoth(auth);
    await change({ password: 'hoopis-teine-sona', keepTokens: true })(username);
    await expectEnded(ended);
    await done('domainClientHoldSet', { name: ofAlpha }, 'domain { name }', alpha);
    await done('domainClientHoldSet', { name: ofBeta }, 'domain { name }', beta);
    const reported = { data: { domainChanged: { domain: { name: expect.any(String) } } } };
    for (const stream of [...kept, ...another]) expect(await stream.next()).toMatchObject(reported);
    for (const stream of [...kept, ...another]) stream.close();
  });

  it('and all streams of a sender ask together whether they may, whatever they send at the same moment', async () => {
    const { auth } = await giveToken(world, ['READ']);
    const { admissions, authenticator, database } = world.container;
    const sender = {
      authorization: auth,
      address: '127.0.0.1',
      certificate: { pem: undefined, commonName: undefined },
    };
    const actor = await authenticator.again(sender);
    if (!actor) throw new Error('the token is refused');
    const statements: string[] = [];
    const stop = database.onStatement((text) => text.includes('"token"."scopes"') && statements.push(text));
    const answers = await Promise.all(Array.from({ length: 25 }, () => admissions.holds({ actor, sender })));
    stop();
    expect(answers).toEqual(Array.from({ length: 25 }, () => true));
    // The first asks at once, all others after it: nobody gets an answer that is older than the question.
    expect(statements).toHaveLength(2);
  });

  it('for an operator, whatever is set', async () => {
    const streams = await openBoth(operator, { document: await invoices() });
    const { auth } = await newUser();
    const ended = await openBoth(auth, { headers: from });
    await setAddressList('true');
    await expectEnded(ended);
    await setAddressList('false');
    expect([world, ...others].map(({ container }) => container.streams.total)).toEqual([1, 1, 0]);
    for (const stream of streams) stream.close();
  });
});
