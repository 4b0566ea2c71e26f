import { beforeAll, describe, expect, it } from 'vitest';
import { newContact } from '../../support/contacts.ts';
import { newDomain, setDomainStatuses } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { expectDone, mutateOf } from '../../support/operator.ts';
import { alpha, basic, beta, type TestWorld, testWorld } from '../../support/world.ts';

/** What is another registrar's is not found out by trying: neither its name, nor for nothing that it is there. */
let world: TestWorld;
let foreign: string;
let own: string;
const name = 'Salajane Isik';
const mutate = mutateOf(() => world);
beforeAll(async () => {
  world = await testWorld();
  foreign = await newContact(world, { name }, { auth: beta });
  own = await newContact(world);
});

const register = (registrant: string, { dryRun = true, auth = alpha, domain = 'proov.ee' } = {}) =>
  graph(
    world,
    `mutation ($input: DomainRegisterInput!, $dryRun: Boolean!) { domainRegister(input: $input, dryRun: $dryRun) {
      domain { registrant { code name ident { code } } contacts { code name } } userErrors { resultCode message } } }`,
    {
      auth,
      variables: {
        input: { name: domain, registrant, period: 'P1Y', techContacts: [registrant] },
        dryRun,
      },
    },
  );
const wait = (minutes: number) =>
  world.clock.moveTo(new Date(world.clock.now().getTime() + minutes * 60_000));

describe('a dry run', () => {
  it('shows no name of another registrar\u2019s contact; what was really done does', async () => {
    const tried = await register(foreign);
    expect(tried.data.domainRegister).toMatchObject({
      domain: { registrant: { code: foreign, name: 'N/A', ident: null }, contacts: [{ name: 'N/A' }] },
      userErrors: [],
    });
    const domain = await newDomain(world);
    const handedOver = await graph(
      world,
      `mutation { domainUpdate(input: { name: "${domain}", registrant: { code: "${foreign}", verified: true } }, dryRun: true) {
        domain { registrant { name } } userErrors { message } } }`,
    );
    expect(handedOver.data.domainUpdate).toMatchObject({ domain: { registrant: { name: 'N/A' } } });
    expect(JSON.stringify([tried, handedOver])).not.toContain(name);
    const done = await register(foreign, { dryRun: false });
    expect(done.data.domainRegister).toMatchObject({ domain: { registrant: { name } } });
  });

  it('shows the names of one\u2019s own', async () => {
    const { data } = await register(own, { domain: 'omaproov.ee' });
    expect(data.domainRegister).toMatchObject({
      domain: { registrant: { name: expect.not.stringMatching('N/A') } },
    });
  });

  it('is answered alike whether another registrar has a user of that name or not', async () => {
    const tried = async (username: string) => {
      const { data } = await graph(
        world,
        `mutation ($input: ApiUserCreateInput!) { apiUserCreate(input: $input, dryRun: true) {
          apiUser { username roles } userErrors { message } } }`,
        { variables: { input: { username, password: 'proovi-salasona', roles: ['EPP'] } } },
      );
      return JSON.stringify(data).replaceAll(username, 'NAME');
    };
    expect(await tried('beta')).toBe(await tried('mitte-keegi'));
    expect(await tried('beta')).toContain('NAME');
    expect(await tried('alpha-epp')).toContain('Username already exists');
    const renamed = async (newUsername: string) => {
      const { data } = await graph(
        world,
        `mutation { apiUserUpdate(input: { username: "alpha-epp", newUsername: "${newUsername}" }, dryRun: true) {
          apiUser { username } userErrors { message } } }`,
      );
      return JSON.stringify(data).replaceAll(newUsername, 'NAME');
    };
    expect(await renamed('beta')).toBe(await renamed('mitte-keegi'));
    // Whoever has the name has it still.
    expect((await graph(world, '{ viewer { name } }', { auth: beta })).data.viewer.name).toBe('beta');
  });
});

describe('a caller that names contacts of others that are not there', () => {
  const guess = async (registrant: string, how?: Parameters<typeof register>[1]) =>
    (
      (await register(registrant, how)).data.domainRegister.userErrors as unknown as { resultCode: number }[]
    ).map(({ resultCode }) => resultCode);

  it('learns so twenty times, in dry runs and otherwise, and then nothing about any for a quarter of an hour', async () => {
    const domain = await newDomain(world);
    for (let time = 0; time < 18; time += 1)
      expect(await guess(`BETA:${time}`, { dryRun: time % 2 === 0 })).toContain(2303);
    const added = await world.request({
      method: 'POST',
      url: `/registry/v1/domains/${domain}/contacts`,
      payload: { contacts: [{ code: 'BETA:18', type: 'admin' }] },
    });
    expect(added.body.code).toBe(2303);
    const updated = await world.request({
      method: 'PUT',
      url: `/registry/v1/domains/${domain}`,
      payload: { domain: { registrant: { code: 'BETA:19' } } },
    });
    expect(updated.body.code).toBe(2303);
    for (const dryRun of [true, false]) {
      expect(await guess('BETA:20', { dryRun })).toEqual([2502]);
      // Also about those that are there.
      expect(await guess(foreign, { dryRun, domain: 'teine.ee' })).toEqual([2502]);
    }
    // What is one's own is nobody's secret, and others go on.
    expect(await guess(own, { domain: 'minu.ee' })).toEqual([]);
    expect(await guess('ALPHA:POLE', { domain: 'minu.ee' })).toEqual([2303, 2303]);
    expect(await guess(own, { auth: beta, domain: 'nende.ee' })).toEqual([]);
    wait(16);
    expect(await guess(foreign, { domain: 'teine.ee' })).toEqual([]);
  });

  it('uses up no guesses with what REST does not report: contacts of a domain that is not there, or that may not change', async () => {
    wait(16);
    const held = await newDomain(world);
    await setDomainStatuses(world, held, ['serverUpdateProhibited', 'serverRegistrantChangeProhibited']);
    for (let time = 0; time < 25; time += 1) {
      const payload = { domain: { registrant: { code: `BETA:PIME${time}`, verified: true } } };
      const gone = { url: '/registry/v1/domains/kadunud.ee', status: 404, code: 2303 };
      for (const { url, status, code } of [
        gone,
        { url: `/registry/v1/domains/${held}`, status: 400, code: 2304 },
      ]) {
        const answer = await world.request({ method: 'PUT', url, payload });
        expect([answer.status, answer.body.code], answer.text).toEqual([status, code]);
      }
      const added = await world.request({
        method: 'POST',
        url: `${gone.url}/contacts`,
        payload: { contacts: [{ code: `BETA:PIME${time}`, type: 'tech' }] },
      });
      expect(added.body.code).toBe(2303);
    }
    expect(await guess(foreign, { domain: 'ikka.ee' })).toEqual([]);
    // The graph reports them, and counts them.
    const { data } = await graph(
      world,
      'mutation { domainUpdate(input: { name: "kadunud.ee", registrant: { code: "BETA:NAHTAV" } }) { userErrors { resultCode path } } }',
    );
    expect(data.domainUpdate.userErrors).toEqual([
      { resultCode: 2303, path: null },
      { resultCode: 2303, path: ['registrant'] },
    ]);
  });

  it('gets no more of them by asking for many at once, or at the same time', async () => {
    wait(16);
    const codes = Array.from({ length: 21 }, (_, at) => `BETA:KORRAGA${at}`);
    const { data } = await graph(
      world,
      `mutation ($input: DomainRegisterInput!) { domainRegister(input: $input, dryRun: true) {
        userErrors { resultCode } } }`,
      { variables: { input: { name: 'palju.ee', registrant: own, period: 'P1Y', techContacts: codes } } },
    );
    expect(data.domainRegister).toEqual({ userErrors: [{ resultCode: 2502 }] });
    wait(16);
    const reported = await Promise.all(
      Array.from({ length: 30 }, (_, at) => guess(`BETA:RINNAL${at}`, { dryRun: at % 2 === 0 })),
    );
    expect(reported.filter((results) => results.includes(2303))).toHaveLength(20);
  });
});

describe('a caller that asks for the names of others\u2019 users', () => {
  it('gets twenty, and then none for a quarter of an hour', async () => {
    const { db } = world.container.database;
    const users = Array.from({ length: 21 }, (_, at) => `beta-${at}`);
    for (const username of users.slice(0, 21))
      expectDone(
        await mutate(
          'apiUserCreate',
          { username, password: 'nende-salasona', roles: ['EPP'] },
          'apiUser { username }',
          beta,
        ),
      );
    expect(users.length).toBe(21);
    const asked = async (username: string) =>
      (
        await mutate(
          'apiUserCreate',
          { username, password: 'minu-salasona', roles: ['EPP'] },
          'apiUser { username }',
          alpha,
        )
      ).userErrors.map((error) => error.resultCode as unknown);
    for (const username of users.slice(0, 20)) expect(await asked(username)).toEqual([2302]);
    expect(await asked(users[20] ?? '')).toEqual([2502]);
    expect(await asked('vaba-nimi')).toEqual([2502]);
    expect(
      await db.selectFrom('api_users').select('id').where('username', '=', 'vaba-nimi').execute(),
    ).toEqual([]);
    expect(
      (await graph(world, '{ viewer { name } }', { auth: basic('beta-0', 'nende-salasona') })).status,
    ).toBe(200);
    wait(16);
    expect(await asked('vaba-nimi')).toEqual([]);
  });

  it('counts them as well where the domain is not there, and then tells nothing but that', async () => {
    wait(16);
    const codesFor = async (registrant: string) => {
      const { data } = await graph(
        world,
        `mutation { domainUpdate(input: { name: "eiole.ee", registrant: { code: "${registrant}" } }) { userErrors { code } } }`,
      );
      return (data.domainUpdate.userErrors as unknown as { code: string }[]).map(({ code }) => code);
    };
    const missing = 'OBJECT_DOES_NOT_EXIST';
    for (let time = 0; time < 20; time += 1)
      expect(await codesFor(`BETA:PUUDU${time}`)).toEqual([missing, missing]);
    expect(await codesFor('BETA:PUUDU20')).toEqual([missing, 'RATE_LIMITED']);
    expect(await codesFor(foreign)).toEqual([missing, 'RATE_LIMITED']);
  });
});
