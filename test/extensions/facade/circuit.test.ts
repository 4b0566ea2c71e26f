import { beforeAll, describe, expect, it } from 'vitest';
import { type Between, between, html } from '../../support/between.ts';
import { type TestFacade, testFacade } from '../../support/facade.ts';
import { seed } from '../../support/seed.ts';
import { letPass } from '../../support/time.ts';
import { beta, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
let facade: TestFacade;
let line: Between;
beforeAll(async () => {
  world = await testWorld();
  await seed(world).domain('one.ee');
  line = await between(world);
  facade = await testFacade(line.url, { UPSTREAM_FRESH_FOR: 'PT0S', UPSTREAM_TIMEOUT: '4' });
  await facade.upstream.mirror.pass();
});

const ask = async () =>
  (
    await facade.request({
      method: 'POST',
      url: '/graphql',
      payload: { query: '{ domain(name: "one.ee") { name } }' },
    })
  ).body;
const readyz = async () => {
  const { status, body } = await facade.request({ url: '/readyz' });
  return { status, trouble: body.mirror.trouble as unknown, checks: body.checks };
};

/** Until nobody asks any more. */
async function failOften(): Promise<void> {
  line.seen.length = 0;
  await Promise.all(
    Array.from({ length: 5 }, (_, index) => facade.request({ url: `/registry/v1/domains/no-${index}.ee` })),
  );
  expect(line.seen.length).toBeGreaterThanOrEqual(5);
  line.seen.length = 0;
}

it('a text that is not an outcome is refused, is not sent, and proves nothing about the registry', async () => {
  const own = await between(world);
  own.isZonegraph = true;
  const before = await testFacade(`${own.url}/registry/v1`);
  for (let time = 0; time < 6; time += 1) {
    const { contactDelete } = await before.ask(
      `mutation { contactDelete(input: { code: "ALPHA:NONE" }, ifOutcome: "\u2192") { userErrors { code details } } }`,
    );
    expect(contactDelete).toEqual({
      userErrors: [{ code: 'OUTCOME_INVALID', details: null }],
    });
  }
  expect(own.seen.filter((one) => !one.startsWith('GET'))).toEqual([]);
});

it('an outcome of another release is for the registry behind to judge, and a typo in one of ours is not sent', async () => {
  const own = await between(world);
  own.isZonegraph = true;
  const before = await testFacade(`${own.url}/registry/v1`);
  await before.upstream.mirror.pass();
  own.seen.length = 0;
  const codes = async (outcome: string) => {
    const { domainClientHoldSet } = await before.ask(
      `mutation { domainClientHoldSet(input: { name: "one.ee" }, ifOutcome: "${outcome}") { userErrors { code } } }`,
    );
    return (domainClientHoldSet as unknown as { userErrors: { code: string }[] }).userErrors.map(
      ({ code }) => code,
    );
  };
  const sent = () => own.seen.filter((one) => !one.startsWith('GET'));
  expect(await codes(`oc_${'a'.repeat(41)}`)).toEqual(['OUTCOME_INVALID']);
  expect(sent()).toEqual([]);
  expect(await codes(`eyJhbGciOiJkaXIifQ.${'a'.repeat(1100)}`)).toEqual(['OUTCOME_INVALID']);
  expect(sent()).toHaveLength(1);
});

it('a code that no header can carry is wrong, is not sent, and proves nothing about the registry', async () => {
  await seed(world, beta).domain('theirs.ee');
  await facade.ask('{ domain(name: "theirs.ee") { name } }');
  line.seen.length = 0;
  const wrong = { code: 'INVALID_AUTHORIZATION_INFORMATION', message: 'Authorization error' };
  for (const code of ['pasted\n', '\u20ac', 'pasted\n']) {
    const { domainDelete } = await facade.ask(
      `mutation ($code: Secret) { domainDelete(input: { name: "theirs.ee", verified: true, transferCode: $code })
        { userErrors { code message } } }`,
      { code },
    );
    expect(domainDelete).toEqual({ userErrors: [wrong] });
    const { body } = await facade.request({
      method: 'POST',
      url: '/graphql',
      payload: {
        query: `query ($code: Secret) { domainTransferInfo(name: "theirs.ee", transferCode: $code) { registrant { name } } }`,
        variables: { code },
      },
    });
    expect(body.errors).toMatchObject([{ message: wrong.message, extensions: { code: 'BAD_USER_INPUT' } }]);
  }
  expect(line.seen.filter((one) => /DELETE|transfer_info/.test(one))).toEqual([]);
  expect((await ask()).extensions?.stale).toBeUndefined();
});

describe('a registry that fails again and again', () => {
  it('is left alone for a while, which readyz shows; then one asks, and all may ask again', async () => {
    expect(await readyz()).toMatchObject({ status: 200, trouble: null });
    line.fault = html(502);
    await failOften();
    // Nobody waits any more, nothing is asked, and changes are refused.
    for (let calls = 0; calls < 5; calls += 1)
      expect((await ask()).extensions.stale).toEqual(['domain one.ee']);
    const { status, body } = await facade.request({
      method: 'PUT',
      url: '/registry/v1/domains/one.ee/statuses/clientHold',
    });
    expect({ status, retryable: body.retryable, seen: line.seen }).toEqual({
      status: 503,
      retryable: true,
      seen: [],
    });
    await expect.poll(readyz).toMatchObject({
      status: 200,
      trouble: 'The upstream registry does not answer',
      checks: expect.arrayContaining([expect.objectContaining({ name: 'mirror', state: 'warning' })]),
    });
    line.fault = undefined;
    await expect.poll(async () => (await ask()).extensions.stale ?? 'fresh').toBe('fresh');
    await expect.poll(readyz).toMatchObject({ status: 200, trouble: null });
    line.seen.length = 0;
    await Promise.all([ask(), facade.request({ url: '/registry/v1/accounts/balance' })]);
    expect(line.seen.length).toBeGreaterThanOrEqual(2);
  });

  it('lets one caller through to try, and no second one', async () => {
    line.fault = html(502);
    await failOften();
    letPass(4_000);
    const answers: (() => void)[] = [];
    line.fault = (_, __, pass) => void answers.push(() => void pass());
    const first = ask();
    await expect.poll(() => line.seen.length).toBe(1);
    const second = await facade.request({ url: '/registry/v1/domains/never-seen.ee' });
    expect({ status: second.status, seen: line.seen }).toEqual({
      status: 503,
      seen: ['GET /registry/v1/domains/one.ee'],
    });
    line.fault = undefined;
    for (const answer of answers) answer();
    expect((await first).extensions.stale).toBeUndefined();
  });
});
