import { beforeAll, describe, expect, it } from 'vitest';
import { type Given, giveToken } from '../../../support/access-tokens.ts';
import { newContact } from '../../../support/contacts.ts';
import { newDomain } from '../../../support/domains.ts';
import { mutateOf } from '../../../support/operator.ts';
import { seed } from '../../../support/seed.ts';
import { alpha, basic, beta, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
let writer: Given;
const mutate = mutateOf(() => world);

beforeAll(async () => {
  world = await testWorld();
  writer = await giveToken(world, ['WRITE', 'BILLING']);
});

interface Result {
  readonly isError?: boolean;
  readonly content: { readonly text: string }[];
  readonly structuredContent: Record<
    string,
    { outcome: string | null; price?: string; userErrors: object[] }
  >;
}

async function call(name: string, args: object, auth = writer.auth): Promise<Result> {
  const { status, body } = await world.request({
    method: 'POST',
    url: '/mcp',
    auth,
    headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
  });
  expect(status).toBe(200);
  return (body as unknown as { result: Result }).result;
}

const payloadOf = ({ structuredContent }: Result) => Object.values(structuredContent)[0];
const domainOf = async (name: string, auth = alpha) =>
  (await world.request({ method: 'GET', url: `/registry/v1/domains/${name}`, auth })).body as unknown as {
    data?: { domain: { statuses: object; nameservers: { hostname: string }[]; expire_time: string } };
  };
const balance = async () =>
  (await world.request({ method: 'GET', url: '/registry/v1/accounts/balance', auth: alpha })).body.data;

/** Shows, checks that nothing has happened, and does what was shown. */
async function showAndDo(name: string, args: object) {
  const shown = await call(name, args);
  expect(shown.isError, JSON.stringify(shown)).toBeUndefined();
  const outcome = payloadOf(shown)?.outcome;
  expect(shown.content[0]?.text).toContain('Nothing has been done yet');
  expect(shown.content[0]?.text).toContain(`this outcome: ${outcome}`);
  const done = await call(name, { ...args, outcome });
  expect(done.isError, JSON.stringify(done)).toBeUndefined();
  expect(done.content[0]?.text).toContain('Done, exactly as it was shown');
  return { shown, done, outcome };
}

describe('a tool that writes', () => {
  it('says truly what it does to things', async () => {
    const { body } = await world.request({
      method: 'POST',
      url: '/mcp',
      auth: writer.auth,
      headers: { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    const { tools } = (
      body as unknown as { result: { tools: { name: string; annotations: Record<string, boolean> }[] } }
    ).result;
    const hints = (hint: string, value: boolean) =>
      tools.filter(({ annotations }) => annotations[hint] === value).map(({ name }) => name);
    expect(hints('readOnlyHint', false)).toEqual([
      'acknowledge_message',
      'register_domain',
      'remove_hold',
      'renew_domain',
      'set_hold',
      'set_nameservers',
      'transfer_domain',
    ]);
    // Money that is spent does not come back either.
    expect(hints('destructiveHint', true)).toEqual([
      'acknowledge_message',
      'register_domain',
      'remove_hold',
      'renew_domain',
      'set_hold',
      'set_nameservers',
      'transfer_domain',
    ]);
    expect(hints('readOnlyHint', true)).toEqual([
      'check_names',
      'domain_statistics',
      'expiring_domains',
      'find_contacts',
      'find_domains',
      'list_messages',
      'list_prices',
      'show_account',
      'show_contact',
      'show_domain',
    ]);
    // Repeated with its outcome, a write does nothing more; and nothing leaves the registry.
    expect(hints('idempotentHint', false)).toEqual([]);
    expect(hints('openWorldHint', true)).toEqual([]);
  });

  it('registers a domain only with the outcome of what it has shown, and charges once', async () => {
    const name = 'shown-by-an-agent.ee';
    const args = { name, registrant: await newContact(world) };
    const before = await balance();
    const shown = await call('register_domain', args);
    expect(payloadOf(shown)?.price).toMatch(/^\d+\.\d\d$/);
    expect(shown.content[0]?.text).toContain(`It would cost ${payloadOf(shown)?.price} EUR.`);
    expect(shown.content[0]?.text).toMatch(
      /The domain would expire on \d{4}-\d\d-\d\d\. It would notify nobody\./,
    );
    expect((await domainOf(name)).data).not.toHaveProperty('domain');
    expect(await balance()).toEqual(before);
    const { outcome } = await showAndDo('register_domain', args);
    expect((await domainOf(name)).data).toHaveProperty('domain');
    const after = await balance();
    expect(after).not.toEqual(before);
    // A connection may break before the answer: the same call again does nothing more, and answers as the first.
    const again = await call('register_domain', { ...args, outcome });
    expect(again.isError).toBeUndefined();
    expect(await balance()).toEqual(after);
  });

  it('does nothing when something else would happen than was shown', async () => {
    const name = await newDomain(world);
    const shown = await call('set_hold', { name });
    const outcome = payloadOf(shown)?.outcome;
    await mutate('domainClientHoldSet', { name }, 'domain { name }', alpha);
    await mutate('domainClientHoldRemove', { name }, 'domain { name }', alpha);
    const other = await newDomain(world);
    const elsewhere = await call('set_hold', { name: other, outcome });
    expect(elsewhere).toMatchObject({ isError: true });
    expect(payloadOf(elsewhere)?.userErrors).toMatchObject([{ code: 'OUTCOME_CHANGED' }]);
    expect(elsewhere.content[0]?.text).toContain('Call set_hold without an outcome, show what has changed');
    expect(JSON.stringify(await domainOf(other))).not.toContain('clientHold');
    const madeUp = await call('set_hold', { name, outcome: 'made up' });
    expect(payloadOf(madeUp)?.userErrors).toMatchObject([{ code: 'OUTCOME_INVALID' }]);
    expect(madeUp.content[0]?.text).toContain('This is no outcome');
  });

  it('says how to go on where something is not possible, and not that it has changed', async () => {
    const missing = await call('set_hold', { name: 'never-was-one.ee' });
    expect(missing.content[0]?.text).toMatch(/^Nothing was done: Object does not exist\.\n/);
    const name = await newDomain(world);
    const expiresOn = (await domainOf(name)).data?.domain.expire_time.slice(0, 10);
    const early = await call('renew_domain', { name, expiresOn });
    expect(early.content[0]?.text).toMatch(/ It can be renewed from \d{4}-\d\d-\d\d\.\n/);
  });

  it('holds, takes the hold away, and sets nameservers', async () => {
    const name = await newDomain(world);
    await showAndDo('set_hold', { name });
    expect(JSON.stringify(await domainOf(name))).toContain('clientHold');
    await showAndDo('remove_hold', { name });
    expect(JSON.stringify(await domainOf(name))).not.toContain('clientHold');
    const nameservers = [{ hostname: 'ns1.agent.example' }, { hostname: 'ns2.agent.example' }];
    await showAndDo('set_nameservers', { name, nameservers });
    expect((await domainOf(name)).data?.domain.nameservers).toMatchObject(nameservers);
  });

  it('says of an outcome that was used before that nothing is done now', async () => {
    const name = await newDomain(world);
    const { outcome } = await showAndDo('set_hold', { name });
    await showAndDo('remove_hold', { name });
    const again = await call('set_hold', { name, outcome });
    expect(again.content[0]?.text).toContain('nothing was done now');
    expect(JSON.stringify(await domainOf(name))).not.toContain('clientHold');
  });

  it('renews, transfers with the code, and acknowledges a message', async () => {
    const name = await newDomain(world);
    const soon = new Date(world.container.clock.now().getTime() + 30 * 24 * 60 * 60 * 1000);
    await seed(world).alter(name, { expires_at: soon });
    const expiresOn = world.container.calendar.dateOf(soon);
    const { done: renewed } = await showAndDo('renew_domain', { name, expiresOn });
    expect(payloadOf(renewed)).toMatchObject({
      domain: { expiresAt: expect.stringContaining(String(Number(expiresOn.slice(0, 4)) + 1)) },
    });
    const theirs = await newDomain(world, { transferCode: 'code-of-beta' }, { auth: beta });
    const wrong = await call('transfer_domain', { name: theirs, transferCode: 'guessed' });
    expect(wrong.isError).toBe(true);
    await showAndDo('transfer_domain', { name: theirs, transferCode: 'code-of-beta' });
    expect((await domainOf(theirs)).data).toHaveProperty('domain');
    const { text } = await world.request({ method: 'GET', url: '/sandbox/agents', auth: null });
    expect(text).toContain(theirs);
    expect(text).not.toContain('code-of-beta');
    const ofBeta = await giveToken(world, ['WRITE'], { auth: beta });
    const messages = await call('list_messages', {}, ofBeta.auth);
    const [message] = (messages.structuredContent as never as { notifications: { nodes: { id: string }[] } })
      .notifications.nodes;
    const shown = await call('acknowledge_message', { id: message?.id }, ofBeta.auth);
    const outcome = payloadOf(shown)?.outcome;
    expect(
      (await call('acknowledge_message', { id: message?.id, outcome }, ofBeta.auth)).isError,
    ).toBeUndefined();
    const left = await call('list_messages', {}, ofBeta.auth);
    expect(JSON.stringify(left.structuredContent)).not.toContain(message?.id);
  });

  it('needs the scope WRITE, as everywhere', async () => {
    const name = await newDomain(world);
    const reader = await giveToken(world, ['READ'], { auth: basic('alpha', 'alpha-sandbox') });
    const refused = await call('set_hold', { name }, reader.auth);
    expect(refused).toMatchObject({ isError: true });
    expect(refused.content[0]?.text).toContain('scope WRITE');
  });
});
