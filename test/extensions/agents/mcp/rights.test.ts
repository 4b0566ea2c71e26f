import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { giveToken } from '../../../support/access-tokens.ts';
import { agentOf, textOf } from '../../../support/agents.ts';
import { newDomain } from '../../../support/domains.ts';
import { graph } from '../../../support/graph.ts';
import { basic, operator, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

type Given = Parameters<typeof giveToken>[2];
const agent = async (scopes: Parameters<typeof giveToken>[1], how: Given = {}) =>
  agentOf(world, (await giveToken(world, scopes, how)).auth);

const reading = [
  ...['check_names', 'domain_statistics', 'expiring_domains', 'find_contacts', 'find_domains'],
  ...['list_messages', 'list_prices', 'show_contact', 'show_domain'],
];
const writing = [
  ...['acknowledge_message', 'register_domain', 'remove_hold', 'renew_domain', 'set_hold'],
  ...['set_nameservers', 'transfer_domain'],
];

describe('tools/list', () => {
  it("lists what the token's scopes allow, and no more", async () => {
    expect(await (await agent(['READ'])).names()).toEqual(reading);
    expect(await (await agent(['BILLING'])).names()).toEqual([...reading, 'show_account'].sort());
    expect(await (await agent(['WRITE'])).names()).toEqual([...reading, ...writing].sort());
  });

  it('lists every tool to a token with WRITE and BILLING whose writes need approval, and show_approval only to such a token', async () => {
    const files = readdirSync(new URL('../../../../schema/operations/agents', import.meta.url));
    const waiting = await agent(['WRITE', 'BILLING'], { guards: { approvalNeeded: true } });
    expect(await waiting.names()).toEqual(files.map((file) => file.replace('.graphql', '')).sort());
    expect(await (await agent(['WRITE', 'BILLING'])).names()).not.toContain('show_approval');
  });

  it('lists what the role of the user allows', async () => {
    const auth = basic('alpha-billing', 'alpha-sandbox');
    const names = await (await agent(['READ', 'BILLING'], { auth })).names();
    expect(names).toContain('show_account');
    expect(names.filter((name) => writing.includes(name))).toEqual([]);
    expect(names).not.toContain('find_contacts');
  });

  it('lists to a token for some domains what it can do to them', async () => {
    const some = await agent(['WRITE'], { guards: { domains: ['of-the-token.ee'] } });
    const names = await some.names();
    expect(names).toContain('renew_domain');
    expect(names).toContain('acknowledge_message');
  });

  it('lists to operators what they can use', async () => {
    const names = await (await agent(['READ'], { auth: operator })).names();
    expect(names).toContain('find_domains');
    expect(names).not.toContain('transfer_domain');
    expect(names).not.toContain('show_approval');
  });
});

describe('a tool that is not listed', () => {
  it('is refused as the graph refuses its document, with its code', async () => {
    const name = await newDomain(world);
    const { auth } = await giveToken(world, ['READ']);
    const { call } = agentOf(world, auth);
    const { errors } = await graph(
      world,
      'mutation ($name: DomainName!) { domainClientHoldSet(input: { name: $name }) { userErrors { code } } }',
      { auth, variables: { name } },
    );
    const refused = await call('set_hold', { name });
    expect(refused).toMatchObject({ isError: true });
    expect(refused.structuredContent.errors).toMatchObject([
      { message: errors?.[0]?.message, code: 'FORBIDDEN', resultCode: 2201, scope: 'WRITE' },
    ]);
    expect(textOf(refused)).toBe(errors?.[0]?.message);
    // Whatever the arguments.
    expect(await call('set_hold', { nonsense: 1 })).toEqual(refused);
    expect((await call('show_account')).structuredContent.errors).toMatchObject([{ scope: 'BILLING' }]);
    expect((await call('show_approval', { id: 'QXBwcm92YWw6MQ==' })).structuredContent.errors).toMatchObject([
      { code: 'OBJECT_DOES_NOT_EXIST' },
    ]);
  });

  it('is refused if it is for another kind of caller, and unknown if it never was a tool', async () => {
    const { call, ask } = await agent(['READ', 'WRITE'], { auth: operator });
    expect(await call('acknowledge_message', { id: 'x' })).toMatchObject({
      isError: true,
      structuredContent: { errors: [{ code: 'FORBIDDEN', message: expect.stringContaining('only for') }] },
    });
    const unknown = await ask('tools/call', { name: `__proto__${'x'.repeat(100_000)}`, arguments: {} });
    expect(unknown.error.message).toMatch(/^There is no tool __proto__x+$/);
    expect(unknown.error.message.length).toBeLessThan(200);
  });

  it('costs one point, whatever its document costs', async () => {
    const poor = await testWorld({ RATE_LIMIT_POINTS: '1000', RATE_LIMIT_WINDOW: '3600' });
    const { auth } = await giveToken(poor, ['READ']);
    const left = async (method: string, params: object = {}) => {
      const { headers } = await poor.request({
        method: 'POST',
        url: '/mcp',
        auth,
        headers: { accept: 'application/json, text/event-stream' },
        payload: { jsonrpc: '2.0', id: 1, method, params },
      });
      return Number(headers['ratelimit-remaining']);
    };
    const before = await left('tools/list');
    for (const name of ['set_hold', 'register_domain', 'show_account'])
      await left('tools/call', { name, arguments: { name: 'tamm.ee' } });
    expect(await left('tools/list')).toBe(before - 4);
  });
});
