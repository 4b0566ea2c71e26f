import { beforeAll, describe, expect, it } from 'vitest';
import { newDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { type Live, subscribe } from '../../support/live.ts';
import { expectDone, mutateOf } from '../../support/operator.ts';
import { receiver } from '../../support/receiver.ts';
import { allReported, webhooksOf } from '../../support/webhooks.ts';
import { alpha, beta, type Loose, type TestWorld, testWorld } from '../../support/world.ts';

/** How people and their programs learn that something waits, and what became of it. */
let world: TestWorld;
let url: string;
let agent: string;
const mutate = mutateOf(() => world);
beforeAll(async () => {
  world = await testWorld();
  url = await world.listen();
  const input = { name: 'agent', scopes: ['WRITE'], guards: { approvalNeeded: true } };
  const made = await mutate('accessTokenCreate', input, 'token', alpha);
  expectDone(made);
  agent = `Bearer ${made.token}`;
});

/** Prepares a client hold of a new domain, and answers with the id of what waits. */
async function prepared(name: string): Promise<string> {
  await newDomain(world, { name });
  const { data } = await graph(
    world,
    `mutation { domainClientHoldSet(input: { name: "${name}" }) { userErrors { details } } }`,
    { auth: agent },
  );
  return String(data.domainClientHoldSet.userErrors[0].details.approval);
}
const approve = (id: string) => mutate('approvalApprove', { id }, 'approval { id }', alpha);
const decline = (id: string) => mutate('approvalDecline', { id, reason: 'no' }, 'approval { id }', alpha);

const follow = (auth: string, after = '') =>
  subscribe(
    url,
    `subscription { approvalsChanged${after} { id operation approval { id state decidedBy summary } } }`,
    { auth },
  );
/** The next change, or what was refused. */
const change = async (live: Live): Promise<Loose> => {
  const { data, errors } = await live.next();
  return data?.approvalsChanged ?? errors;
};

describe('approvalsChanged', () => {
  it('tells people who have signed in what is asked for and decided, and first what they have missed', async () => {
    const live = await follow(alpha);
    const [one, two] = [await prepared('live-one.ee'), await prepared('live-two.ee')];
    const asked = await change(live);
    expect(asked).toMatchObject({ operation: 'approval.ask', approval: { id: one, state: 'WAITING' } });
    expect(asked.approval.summary).toContain('live-one.ee');
    expect(await change(live)).toMatchObject({ operation: 'approval.ask', approval: { id: two } });
    expectDone(await approve(one));
    expectDone(await decline(two));
    const seen: Loose[] = [];
    while (seen.at(-1)?.operation !== 'approval.decline') seen.push(await change(live));
    expect(seen.slice(0, -1).every(({ operation }) => operation === 'approval.approve')).toBe(true);
    expect(seen.at(-2)).toMatchObject({ approval: { id: one, state: 'APPROVED', decidedBy: 'alpha' } });
    expect(seen.at(-1)).toMatchObject({ approval: { id: two, state: 'DECLINED' } });
    live.close();
    const again = await follow(alpha, `(after: "${asked.id}")`);
    expect(await change(again)).toMatchObject({ operation: 'approval.ask', approval: { id: two } });
    again.close();
  });

  it('tells another registrar nothing about it, and access tokens nothing at all', async () => {
    const foreign = await follow(beta);
    await prepared('live-hidden.ee');
    // What they do get comes after it, so nothing of it is on the way.
    const input = { name: 'agent of beta', scopes: ['WRITE'], guards: { approvalNeeded: true } };
    const { token } = await mutate('accessTokenCreate', input, 'token', beta);
    await newDomain(world, { name: 'live-beta.ee' }, { auth: beta });
    await graph(
      world,
      'mutation { domainClientHoldSet(input: { name: "live-beta.ee" }) { userErrors { code } } }',
      {
        auth: `Bearer ${token}`,
      },
    );
    expect((await change(foreign)).approval.summary).toContain('live-beta.ee');
    expect(JSON.stringify(await change(await follow(agent)))).toContain('FORBIDDEN');
    foreign.close();
  });
});

describe('a webhook for approvals', () => {
  it('gets what is asked for and how it ended, without the input', async () => {
    const there = await receiver();
    const hook = await webhooksOf(world).create(there.url, 'APPROVAL_CHANGED');
    const id = await prepared('hooked.ee');
    await world.container.outbox.drain();
    expect(allReported(hook, there)).toMatchObject([
      { type: 'approval.changed', data: { id, operation: 'domain.set-client-hold', status: 'WAITING' } },
    ]);
    expect(there.received.map(({ body }) => body).join()).not.toContain('hooked.ee');
    expectDone(await approve(id));
    await world.container.outbox.drain();
    expect(allReported(hook, there).at(-1)).toMatchObject({
      type: 'approval.changed',
      data: { id, operation: 'domain.set-client-hold', status: 'APPROVED' },
    });
  });
});
