import { beforeAll, describe, expect, it } from 'vitest';
import { newDomain } from '../../../support/domains.ts';
import { graph } from '../../../support/graph.ts';
import { expectData, expectRefusal, restApi } from '../../../support/rest.ts';
import { people, seed } from '../../../support/seed.ts';
import { basic, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const call = restApi(() => world);
const epp = { auth: basic('alpha-epp', 'alpha-sandbox') };
const billing = { auth: basic('alpha-billing', 'alpha-sandbox') };
const inSeconds = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\+0[23]:00$/;
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}\+0[23]:00$/;

describe('who the user is and what it may do', () => {
  it('is everything for a super user', async () => {
    const { body } = await call('GET /registrar/auth');
    expect(body.data).toEqual({
      id: expect.any(Number),
      username: 'alpha',
      roles: ['super'],
      registrar_name: 'Alpha Domains',
      legaldoc_mandatory: false,
      address_processing: false,
      abilities: { can: expect.any(Object), cannot: {} },
    });
    const both = { 'Epp::Domain': [], 'Epp::Contact': [] };
    const create = { ...both, registrant_domain_update_confirm: [] };
    const managed = ['Account', 'poll', 'repp', 'Invoice', 'deposit', 'balance_auto_reload'];
    // Nothing that is not there: no EPP server to log in to, nobody to verify.
    expect(body.data.abilities.can).toEqual({
      show: { dashboard: [], AccountActivity: [] },
      read: { AccountActivity: [] },
      index: { AccountActivity: [] },
      manage: Object.fromEntries([...managed, 'ApiUser', 'WhiteIp', 'Certificate'].map((one) => [one, []])),
      info: both,
      check: both,
      create,
      new: create,
      update: both,
      edit: both,
      delete: both,
      renew: { 'Epp::Domain': [] },
      transfer: { 'Epp::Domain': [] },
      remove_hold: { 'Epp::Domain': [] },
      view_full_info: { 'Epp::Contact': [] },
      view_password: { 'Epp::Contact': [] },
    });
  });

  it('is shown in the graph as well', async () => {
    const { can } = (await call('GET /registrar/auth', undefined, billing)).body.data.abilities;
    const { data } = await graph(world, '{ viewer { abilities { action subject } } }', billing);
    expect(data.viewer.abilities).toEqual(
      Object.entries<object>(can).flatMap(([action, subjects]) =>
        Object.keys(subjects).map((subject) => ({ action, subject })),
      ),
    );
  });

  it('leaves out money for an epp user and all but money for a billing one', async () => {
    const eppCan = (await call('GET /registrar/auth', undefined, epp)).body.data.abilities.can;
    expect(eppCan.manage).toEqual({ Account: [], poll: [], repp: [] });
    expect(eppCan.renew).toEqual({ 'Epp::Domain': [] });
    expect((await call('GET /registrar/auth', undefined, billing)).body.data.abilities.can).toEqual({
      show: { dashboard: [], AccountActivity: [] },
      manage: { Invoice: [], Account: [], deposit: [], balance_auto_reload: [] },
      read: { AccountActivity: [] },
      index: { AccountActivity: [] },
      create: { registrant_domain_update_confirm: [] },
      new: { registrant_domain_update_confirm: [] },
    });
  });

  it('is answered at the path that clients use, and only to a user', async () => {
    expect((await world.request({ url: '/repp/v1/registrar/auth' })).status).toBe(200);
    const nobody = await world.request({ url: '/registry/v1/registrar/auth', auth: null });
    expectRefusal(nobody, 401, 2202, 'Invalid authorization information');
  });
});

describe('the summary', () => {
  it('counts what the registrar has and shows its newest unread message', async () => {
    const name = await newDomain(world, { transferCode: 'open-sesame' });
    await newDomain(world);
    expectData(await call('GET /registrar/summary'), {
      id: expect.any(Number),
      username: 'alpha',
      registrar_name: 'Alpha Domains',
      registrar_reg_no: '12345678',
      balance: { amount: '980.0', currency: 'EUR' },
      // The first sign-in has none before it.
      last_login_date: null,
      domains: 2,
      contacts: 1,
      phone: '+372.5555555',
      email: 'info@alpha.example',
      billing_email: 'billing@alpha.example',
      billing_address: null,
      notification: null,
      notifications_count: 0,
    });
    await call(
      `POST /domains/${name}/transfer`,
      { transfer: { transfer_code: 'open-sesame' } },
      { auth: beta },
    );
    const { data } = (await call('GET /registrar/summary')).body;
    expect(data).toMatchObject({ domains: 1, notifications_count: 1 });
    expect(data.notification).toEqual({
      id: expect.any(Number),
      text: expect.stringContaining(name),
      attached_obj_type: 'DomainTransfer',
      attached_obj_id: expect.any(Number),
      created_at: expect.stringMatching(instant),
      attached_obj_data: {
        name,
        trStatus: 'serverApproved',
        reID: 'BETA',
        reDate: expect.stringMatching(inSeconds),
        acID: 'ALPHA',
        acDate: expect.stringMatching(inSeconds),
        exDate: expect.stringMatching(inSeconds),
      },
    });
  });

  it('shows a billing user nothing but the account', async () => {
    expect((await call('GET /registrar/summary', undefined, billing)).body.data).toMatchObject({
      username: 'alpha-billing',
      balance: { amount: '980.0', currency: 'EUR' },
      domains: null,
      contacts: null,
      notification: null,
      notifications_count: null,
    });
  });
});

describe('searching contacts', () => {
  const search = (query: string) => call(`GET /contacts/search?${query}`, undefined, { auth: beta });
  const codes: string[] = [];
  beforeAll(async () => {
    codes.push(await seed(world, beta).contact({ id: 'mari-1', name: 'Mari Mets', ident: people.mari }));
    codes.push(await seed(world, beta).contact({ id: 'mari-2', name: 'Teine Mari' }));
    for (let made = 0; made < 12; made += 1) await seed(world, beta).contact({ name: 'Arvukas' });
  });

  it('finds part of a name, code or ident in any case', async () => {
    expectData(await search('query=mets'), [
      { value: 'BETA:MARI-1', label: 'BETA:MARI-1 Mari Mets', selected: true },
    ]);
    expect((await search('query=aRi-')).body.data).toMatchObject([
      { value: 'BETA:MARI-1', selected: false },
      { value: 'BETA:MARI-2', selected: false },
    ]);
    expect((await search(`query=${people.mari.slice(2, 9)}`)).body.data).toMatchObject([{ value: codes[0] }]);
  });

  it('takes wildcards literally', async () => {
    for (const wildcard of ['%25', '_', '%5C']) expectData(await search(`query=${wildcard}`), []);
  });

  it('gives ten at most', async () => {
    expect((await search('query=arvukas')).body.data).toHaveLength(10);
    expect((await search('query&id')).body.data).toHaveLength(10);
  });

  it('finds one by its exact code', async () => {
    expectData(await search('id=BETA%3AMARI-2'), [
      { value: 'BETA:MARI-2', label: 'BETA:MARI-2 Teine Mari', selected: true },
    ]);
    expectData(await search('id=MARI-2'), []);
  });

  it('sees own contacts only', async () => {
    expectData(await call('GET /contacts/search?query=mets'), []);
  });

  it('is not for users who may only deal with money', async () => {
    const answer = await call('GET /contacts/search?query=mets', undefined, billing);
    expectRefusal(answer, 401, 2201, 'Authorization error');
  });
});
