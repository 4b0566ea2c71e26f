import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Approver } from '#src/extensions/agents/approvals/operations/perform-approved.ts';
import { performerOf } from '#src/extensions/agents/approvals/operations/perform-approved.ts';
import { endOldApprovals } from '#src/extensions/agents/store/approvals.ts';
import { secondContainer } from '../../support/containers.ts';
import { secondConnection } from '../../support/database.ts';
import { newDomain } from '../../support/domains.ts';
import { graph } from '../../support/graph.ts';
import { setBalance } from '../../support/money.ts';
import { seed } from '../../support/seed.ts';
import { advance, domainNow } from '../../support/time.ts';
import { alpha, basic, beta, type Loose, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
/** What an agent sends: a token with the guard. */
let agent: string;
beforeAll(async () => {
  world = await testWorld();
  await setBalance(world, 'ALPHA', '100000.00');
  agent = await tokenWith('{ approvalNeeded: true }');
});

const ask = (document: string, auth = alpha, variables: Loose = {}) =>
  graph(world, document, { auth, variables });

async function tokenWith(
  guards: string,
  auth = alpha,
  scopes = '[WRITE, BILLING]',
  name = 'agent',
): Promise<string> {
  const { data } = await ask(
    `mutation { accessTokenCreate(input: { name: "${name}" scopes: ${scopes} guards: ${guards} }) { token userErrors { message } } }`,
    auth,
  );
  expect(data.accessTokenCreate.userErrors).toEqual([]);
  return `Bearer ${data.accessTokenCreate.token}`;
}

async function write(field: string, input: string, auth = agent, args = ''): Promise<Loose> {
  const { data, errors } = await ask(
    `mutation { ${field}(input: ${input} ${args}) { userErrors { code resultCode message details } } }`,
    auth,
  );
  return errors ? { errors } : data[field].userErrors[0];
}

const hold = (name: string, auth = agent, args = '') =>
  write('domainClientHoldSet', `{ name: "${name}" }`, auth, args);

/** Prepares a write of a new domain, and answers with the id of what waits. */
async function prepared(name: string, auth = agent, args = ''): Promise<string> {
  await newDomain(world, { name });
  const refusal = await hold(name, auth, args);
  expect(refusal).toMatchObject({ code: 'APPROVAL_NEEDED', resultCode: 1001 });
  return refusal.details.approval;
}

const fields =
  'id state summary price askedBy tokenName decidedBy firstApprovedBy reason userErrors { code details } result { kind name } changes { kind name fields { field from to } } notifies { summary }';
const decide = async (field: string, input: string, auth = alpha, args = ''): Promise<Loose> => {
  const { data, errors } = await ask(
    `mutation { ${field}(input: ${input} ${args}) { approval { ${fields} } userErrors { code message details } } }`,
    auth,
  );
  return errors ? { errors } : data[field];
};
const approve = (id: string, auth = alpha, args = '') =>
  decide('approvalApprove', `{ id: "${id}" }`, auth, args);
const decline = (id: string, auth = alpha) =>
  decide('approvalDecline', `{ id: "${id}" reason: "Not now" }`, auth);
const shown = async (id: string, auth = alpha): Promise<Loose> =>
  (await ask(`{ approval(id: "${id}") { ${fields} } }`, auth)).data?.approval;
const statusesOf = async (name: string): Promise<string[]> =>
  ((await domainNow(world, name))?.statuses ?? []) as string[];

describe('a write of a token with the guard approvalNeeded', () => {
  it('does nothing, waits, and is done when a person approves it', async () => {
    const id = await prepared('waits.ee');
    expect(await statusesOf('waits.ee')).not.toContain('clientHold');
    const waiting = await shown(id);
    expect(waiting).toMatchObject({
      state: 'WAITING',
      askedBy: 'alpha',
      tokenName: 'agent',
      result: null,
      changes: [{ kind: 'DOMAIN', name: 'waits.ee' }],
    });
    expect(waiting.summary).toContain('waits.ee');
    expect(await approve(id)).toMatchObject({
      approval: { state: 'APPROVED', decidedBy: 'alpha', result: [{ kind: 'DOMAIN', name: 'waits.ee' }] },
      userErrors: [],
    });
    expect(await statusesOf('waits.ee')).toContain('clientHold');
    expect(await shown(id, agent)).toMatchObject({ state: 'APPROVED', result: [{ name: 'waits.ee' }] });
  });

  it('is answered with an address, over REST with 202 and code 1001', async () => {
    await newDomain(world, { name: 'over-rest.ee' });
    const { status, body } = await world.request({
      method: 'PUT',
      url: '/registry/v1/domains/over-rest.ee/statuses/clientHold',
      auth: agent,
    });
    expect([status, body.code]).toEqual([202, 1001]);
    expect(body.data.address).toMatch(/\/approvals\/\d+$/);
    expect(await statusesOf('over-rest.ee')).not.toContain('clientHold');
  });

  it('has both names in the history of what it changes', async () => {
    const id = await prepared('history.ee');
    await approve(id, basic('alpha', 'alpha-sandbox'));
    const { data } = await ask(
      '{ domain(name: "history.ee") { history(first: 1) { nodes { actor askedBy operation } } } }',
    );
    expect(data.domain.history.nodes).toEqual([
      { actor: 'alpha', askedBy: 'alpha (access token agent)', operation: 'domain.set-client-hold' },
    ]);
  });

  it('is refused at once if it could not be done', async () => {
    expect(await hold('is-not-there.ee')).toMatchObject({ code: 'OBJECT_DOES_NOT_EXIST' });
  });

  it('is declined for good, and says why', async () => {
    const id = await prepared('declined.ee');
    expect(await decline(id)).toMatchObject({
      approval: { state: 'DECLINED', reason: 'Not now' },
      userErrors: [],
    });
    expect(await shown(id, agent)).toMatchObject({
      state: 'DECLINED',
      decidedBy: 'alpha',
      reason: 'Not now',
    });
    expect(await approve(id)).toMatchObject({
      approval: null,
      userErrors: [{ code: 'OBJECT_STATUS_PROHIBITS' }],
    });
    expect(await statusesOf('declined.ee')).not.toContain('clientHold');
  });

  it('ends after a day', async () => {
    const id = await prepared('ends.ee');
    await advance(world, { by: 'PT24H' });
    expect(await shown(id)).toMatchObject({ state: 'ENDED' });
    expect((await approve(id)).userErrors).toMatchObject([{ code: 'OBJECT_STATUS_PROHIBITS' }]);
    await endOldApprovals(world.container.database.db, world.clock.now());
    expect(await rowOf(id)).toMatchObject({ state: 'ENDED', sealed: null });
  });
});

const rowOf = async (id: string): Promise<Loose> =>
  world.container.database.db
    .selectFrom('approvals')
    .selectAll()
    .where('id', '=', Number(Buffer.from(id, 'base64').toString().split(':')[1]))
    .executeTakeFirstOrThrow();

describe('an approval', () => {
  it('does exactly what was shown, or nothing, and names what differs', async () => {
    const id = await prepared('changed.ee');
    await seed(world).alter('changed.ee', { statuses: ['clientTransferProhibited'] });
    const { approval, userErrors } = await approve(id);
    expect(approval).toBeNull();
    expect(userErrors).toMatchObject([{ code: 'OUTCOME_CHANGED', details: { changed: ['statuses'] } }]);
    expect(await shown(id, agent)).toMatchObject({
      state: 'APPROVED',
      result: null,
      userErrors: [{ code: 'OUTCOME_CHANGED' }],
    });
    expect(await statusesOf('changed.ee')).not.toContain('clientHold');
  });

  it('does not charge another price, and waits on when the balance is too low', async () => {
    const renewal = await renewable('priced.ee');
    const { details } = await write('domainRenew', renewal);
    const { price } = await shown(details.approval);
    expect(Number(price)).toBeGreaterThan(0);
    await setBalance(world, 'ALPHA', '0.00');
    expect((await approve(details.approval)).userErrors).toMatchObject([{ code: 'BILLING_FAILURE' }]);
    expect(await shown(details.approval)).toMatchObject({ state: 'WAITING', decidedBy: null });
    await setBalance(world, 'ALPHA', '100000.00');
    const balance = await balanceOf();
    expect(await approve(details.approval)).toMatchObject({ userErrors: [] });
    expect(balance - (await balanceOf())).toBeCloseTo(Number(price));
  });

  it('does nothing and charges nothing once the price is another', async () => {
    const { details } = await write('domainRenew', await renewable('dearer.ee'));
    const { price } = await shown(details.approval);
    const setPrice = async (to: string) => {
      const input = `{ zone: "ee" operation: RENEW period: "P1Y" price: "${to}" }`;
      const { data } = await ask(`mutation { priceSet(input: ${input}) { userErrors { code } } }`, operator);
      expect(data.priceSet.userErrors).toEqual([]);
    };
    const balance = await balanceOf();
    const { expiresAt } = (await domainNow(world, 'dearer.ee')) as Loose;
    for (const other of ['99.00', '0.50']) {
      await setPrice(other);
      const tried = await approve(details.approval);
      expect(tried.userErrors).toHaveLength(1);
      if (other === '99.00')
        expect(tried.userErrors).toMatchObject([
          { code: 'OUTCOME_CHANGED', details: { changed: expect.arrayContaining(['price']) } },
        ]);
    }
    await setPrice(price);
    expect(await balanceOf()).toBe(balance);
    expect(((await domainNow(world, 'dearer.ee')) as Loose).expiresAt).toEqual(expiresAt);
  });

  it('is done once, however many people and processes press at once', async () => {
    const renewal = await renewable('once.ee');
    const { details } = await write('domainRenew', renewal);
    const balance = await balanceOf();
    const { price } = await shown(details.approval);
    const answers = await Promise.all(Array.from({ length: 8 }, () => approve(details.approval)));
    for (const { userErrors } of answers)
      expect(userErrors.every(({ code }: Loose) => code === 'OBJECT_STATUS_PROHIBITS')).toBe(true);
    expect(answers.filter(({ userErrors }) => userErrors.length === 0).length).toBeGreaterThan(0);
    expect(balance - (await balanceOf())).toBeCloseTo(Number(price));
    expect(await shown(details.approval)).toMatchObject({ state: 'APPROVED', result: expect.anything() });
  });

  it('continues when the process ended between the decision and the write', async () => {
    const id = await prepared('crashed.ee');
    const { id: row } = await rowOf(id);
    await world.container.database.db
      .updateTable('approvals')
      .set({ state: 'APPROVED', attempts: 1, decided_by: 'alpha', decided_at: world.clock.now() })
      .where('id', '=', row)
      .execute();
    expect(await approve(id)).toMatchObject({
      approval: { state: 'APPROVED', result: [{ name: 'crashed.ee' }] },
    });
    expect(await statusesOf('crashed.ee')).toContain('clientHold');
  });

  it('is done once, and is known to be, when another one goes on after a passing refusal', async () => {
    const { details } = await write('domainRenew', await renewable('passing.ee'));
    const approvals = performer();
    const { id } = await rowOf(details.approval);
    // The first is refused for lack of money. The second has pressed before that, and does it before the first has noted it.
    await setBalance(world, 'ALPHA', '0.00');
    const by = await approverOf('alpha');
    const first = { approval: id, attempt: 1, performer: 'first' };
    await change(id, { state: 'APPROVED', attempts: 1 });
    expect(await approvals.perform(id, by, first)).toMatchObject({
      ok: false,
      failures: [{ code: 'BILLING_FAILURE' }],
    });
    await setBalance(world, 'ALPHA', '100000.00');
    const before = await balanceOf();
    await change(id, { state: 'WAITING' });
    expect(await approve(details.approval)).toMatchObject({
      approval: { state: 'APPROVED' },
      userErrors: [],
    });
    const price = before - (await balanceOf());
    expect(price).toBeGreaterThan(0);
    // Whoever comes late, with whatever attempt, does it no more.
    for (const attempt of [1, 2, 3])
      await approvals.perform(id, by, { approval: id, attempt, performer: `late ${attempt}` });
    expect(before - (await balanceOf())).toBe(price);
    expect(await shown(details.approval)).toMatchObject({
      state: 'APPROVED',
      result: [{ name: 'passing.ee' }],
    });
  });

  it('is taken by one of those who do it at the same moment', async () => {
    const approvals = performer();
    const by = await approverOf('alpha');
    for (let round = 0; round < 4; round += 1) {
      const { details } = await write('domainRenew', await renewable(`taken-${round}.ee`));
      const { id } = await rowOf(details.approval);
      const before = await balanceOf();
      await change(id, { state: 'APPROVED', attempts: 1 });
      const replies = await Promise.all(
        Array.from({ length: 6 }, (_, at) =>
          approvals.perform(id, by, { approval: id, attempt: 1, performer: `p${at}` }),
        ),
      );
      expect(replies.some((reply) => reply.ok)).toBe(true);
      expect(before - (await balanceOf())).toBeCloseTo(Number((await rowOf(details.approval)).price));
      expect((await approve(details.approval)).userErrors).toEqual([]);
    }
  });

  it('is known to be done when its process ended before it had noted that, also after its key is forgotten', async () => {
    const { db } = world.container.database;
    const approvals = performer();
    const by = await approverOf('alpha');
    const { details } = await write('domainRenew', await renewable('forgotten.ee'));
    const { id } = await rowOf(details.approval);
    const before = await balanceOf();
    await change(id, { state: 'APPROVED', attempts: 1 });
    const attempt = (performer: string) => ({ approval: id, attempt: 1, performer });
    expect(await approvals.perform(id, by, attempt('first'))).toMatchObject({ ok: true });
    await db.deleteFrom('idempotency_keys').where('key', 'like', 'approval-%').execute();
    const late = ['second', 'third', 'fourth'].map((one) => approvals.perform(id, by, attempt(one)));
    for (const reply of await Promise.all(late))
      expect(reply).toMatchObject({ ok: false, failures: [{ code: 'OBJECT_STATUS_PROHIBITS' }] });
    expect(await approve(details.approval)).toMatchObject({
      approval: { state: 'APPROVED', decidedBy: 'alpha', result: [{ kind: 'DOMAIN', name: 'forgotten.ee' }] },
      userErrors: [],
    });
    expect(before - (await balanceOf())).toBeCloseTo(Number((await rowOf(details.approval)).price));
    expect((await approve(details.approval)).userErrors).toMatchObject([{ code: 'OBJECT_STATUS_PROHIBITS' }]);
  });

  it('that is refused late does not undo what another one has begun since', async () => {
    const { details } = await write('domainRenew', await renewable('late.ee'));
    await setBalance(world, 'ALPHA', '0.00');
    const answers = await Promise.all(Array.from({ length: 6 }, () => approve(details.approval)));
    for (const { userErrors } of answers)
      expect(['BILLING_FAILURE', 'OBJECT_STATUS_PROHIBITS']).toContain(userErrors[0]?.code);
    expect(await shown(details.approval)).toMatchObject({ state: 'WAITING', decidedBy: null });
    await setBalance(world, 'ALPHA', '100000.00');
    const { id, attempts } = await rowOf(details.approval);
    const approvals = performer();
    const by = await approverOf('alpha');
    await change(id, { state: 'APPROVED', attempts: attempts + 1 });
    const another = { approval: id, attempt: attempts + 1, performer: 'another' };
    expect(await approvals.perform(id, by, another)).toMatchObject({ ok: true });
    for (const attempt of [attempts, attempts + 1])
      await approvals.perform(id, by, { approval: id, attempt, performer: 'late' });
    expect(await rowOf(details.approval)).toMatchObject({ state: 'APPROVED', performer: 'another' });
  });

  it.each([
    [
      'its token is revoked',
      async (token: string) => {
        const { data } = await ask(`{ accessTokens(where: { name: { eq: "${token}" } }) { nodes { id } } }`);
        await ask(
          `mutation { accessTokenRevoke(input: { id: "${data.accessTokens.nodes[0].id}" }) { userErrors { code } } }`,
        );
      },
      'VOID',
    ],
    ['a day is over', () => advance(world, { by: 'PT24H' }), 'ENDED'],
    [
      'its approver is disabled',
      async (_: string, approver: string) =>
        world.container.database.db
          .updateTable('api_users')
          .set({ active: false })
          .where('username', '=', approver)
          .execute(),
      'APPROVED',
    ],
  ] as const)('that was given does nothing any more when %s before it has begun', async (why, end, state) => {
    const name = `begun-${state.toLowerCase()}`;
    const approver = `approver-${state.toLowerCase()}`;
    await userWith(approver);
    const id = await prepared(
      `${name}.ee`,
      await tokenWith('{ approvalNeeded: true }', alpha, '[WRITE]', name),
    );
    const { id: row } = await rowOf(id);
    await change(row, { state: 'APPROVED', attempts: 1, decided_by: approver });
    const by = await approverOf(approver);
    await end(name, approver);
    expect((await shown(id)).state).toBe(state);
    if (state !== 'ENDED') {
      const late = { approval: row, attempt: 1, performer: 'late' };
      expect(await performer().perform(row, by, late)).toMatchObject({ ok: false });
    }
    if (state !== 'APPROVED')
      expect((await approve(id)).userErrors).toMatchObject([{ code: 'OBJECT_STATUS_PROHIBITS' }]);
    expect(await statusesOf(`${name}.ee`)).not.toContain('clientHold');
    // Somebody else may still approve it where only the person has left.
    if (state === 'APPROVED')
      expect(await approve(id)).toMatchObject({ approval: { state: 'APPROVED', decidedBy: 'alpha' } });
    expect(why).not.toBe('');
  });

  it.each([
    [
      'its registrar is suspended',
      "update registrars set suspension_reason = 'unpaid', suspended_at = now() where code = 'ALPHA'",
      "update registrars set suspension_reason = null, suspended_at = null where code = 'ALPHA'",
    ],
    [
      'its approver loses the role for it',
      "update api_users set roles = '{billing}' where username = 'overtaken'",
      "update api_users set roles = '{super}' where username = 'overtaken'",
    ],
  ])('that was given does nothing when %s before it has begun', async (why, end, undo) => {
    const { db } = world.container.database;
    const name = `overtaken-${why.length}.ee`;
    if (
      !(await db.selectFrom('api_users').select('id').where('username', '=', 'overtaken').executeTakeFirst())
    )
      await userWith('overtaken');
    const by = await approverOf('overtaken');
    const { id } = await rowOf(await prepared(name));
    await change(id, { state: 'APPROVED', attempts: 1 });
    await sql.raw(end).execute(db);
    const attempt = { approval: id, attempt: 1, performer: 'late' };
    expect(await performer().perform(id, by, attempt)).toMatchObject({ ok: false });
    await sql.raw(undo).execute(db);
    expect(await statusesOf(name)).not.toContain('clientHold');
    expect(await performer().perform(id, by, attempt)).toMatchObject({ ok: true });
    expect(await statusesOf(name)).toContain('clientHold');
  });

  it('can be tried by a dry run', async () => {
    const id = await prepared('tried.ee');
    expect(await approve(id, alpha, 'dryRun: true')).toMatchObject({ userErrors: [] });
    expect(await shown(id)).toMatchObject({ state: 'WAITING' });
    expect(await statusesOf('tried.ee')).not.toContain('clientHold');
  });
});

const performer = () => performerOf(world.container, () => world.container.runner);

const change = (id: number, columns: Loose) =>
  world.container.database.db.updateTable('approvals').set(columns).where('id', '=', id).execute();

async function approverOf(username: string): Promise<Approver> {
  const user = await world.container.database.db
    .selectFrom('api_users')
    .select(['id', 'roles', 'registrar_id'])
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  const { id: userId, roles, registrar_id: registrarId } = user;
  return { userId, username, roles, registrarId, registrarCode: 'ALPHA', requestId: 'r' };
}

const balanceOf = async (): Promise<number> =>
  Number((await ask('{ account { balance } }')).data.account.balance);

/** The input of the renewal of a new domain, which ends soon. */
async function renewable(name: string): Promise<string> {
  await newDomain(world, { name });
  const { calendar } = world.container;
  const day = calendar.plusDays(calendar.dateOf(world.clock.now()), 20);
  await seed(world).alter(name, { expires_at: calendar.startOf(day) });
  return `{ name: "${name}" period: "P1Y" expiresOn: "${day}" }`;
}

describe('somebody who may not approve', () => {
  it('is any access token, with or without the guard', async () => {
    const id = await prepared('self.ee');
    const other = await tokenWith('{ maxPrice: "1000.00" }');
    for (const auth of [agent, other]) {
      expect((await approve(id, auth)).errors).toMatchObject([
        { extensions: { code: 'FORBIDDEN', scope: 'SIGN_IN' } },
      ]);
      expect((await decline(id, auth)).errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
      expect((await ask('{ approvals { nodes { id } } }', auth)).errors).toMatchObject([
        { extensions: { code: 'FORBIDDEN' } },
      ]);
    }
    // In place of a password, with the name of its user.
    const trick = basic('alpha', agent.replace('Bearer ', ''));
    expect((await approve(id, trick)).errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    expect(await shown(id, other)).toBeNull();
    expect(await shown(id)).toMatchObject({ state: 'WAITING' });
  });

  it('is another registrar, an operator and nobody', async () => {
    const id = await prepared('foreign.ee');
    expect(await shown(id, beta)).toBeNull();
    expect((await approve(id, beta)).userErrors).toMatchObject([{ code: 'OBJECT_DOES_NOT_EXIST' }]);
    expect((await decline(id, beta)).userErrors).toMatchObject([{ code: 'OBJECT_DOES_NOT_EXIST' }]);
    const node = `{ node(id: "${id}") { id } }`;
    expect((await ask(node, beta)).data.node).toBeNull();
    expect((await ask(node)).data.node).toEqual({ id });
    expect((await approve(id, operator)).errors).toBeDefined();
    expect(await shown(id)).toMatchObject({ state: 'WAITING' });
  });

  it('is a user without the role for the write', async () => {
    const id = await prepared('role.ee');
    const billing = await userWith('pays-only', '[BILLING]');
    expect(await shown(id, billing)).toBeNull();
    expect((await approve(id, billing)).userErrors).toMatchObject([{ code: 'OBJECT_DOES_NOT_EXIST' }]);
    const { data } = await ask('{ approvals { nodes { id } } }', billing);
    expect(data.approvals.nodes.map((node: Loose) => node.id)).not.toContain(id);
  });
});

let people = 0;
/** A user of ALPHA with this role. */
async function userWith(username: string, roles = '[SUPER]'): Promise<string> {
  people += 1;
  const { data } = await ask(
    `mutation { apiUserCreate(input: { registrar: "ALPHA" username: "${username}" password: "a-long-password-${people}" roles: ${roles} }) { userErrors { message } } }`,
    operator,
  );
  expect(data.apiUserCreate.userErrors).toEqual([]);
  await world.container.database.db
    .updateTable('api_users')
    .set({ verified_at: world.clock.now() } as never)
    .where('username', '=', username)
    .execute();
  return basic(username, `a-long-password-${people}`);
}

describe('two people', () => {
  const setAbove = async (price: string | null) => {
    const { data } = await ask(
      `mutation { accountSettingsUpdate(input: { approvalsSecondAbove: ${price === null ? 'null' : `"${price}"`} }) { account { approvalsSecondAbove } userErrors { code } } }`,
    );
    expect(data.accountSettingsUpdate).toMatchObject({
      account: { approvalsSecondAbove: price },
      userErrors: [],
    });
  };

  it('must approve what costs more than the registrar has set', async () => {
    await setAbove('1.00');
    const second = await userWith('second-person');
    const renewal = await renewable('dear.ee');
    const { details } = await write('domainRenew', renewal);
    expect(await approve(details.approval)).toMatchObject({
      approval: { state: 'WAITING', firstApprovedBy: 'alpha' },
      userErrors: [],
    });
    expect((await approve(details.approval)).userErrors).toMatchObject([{ code: 'PARAMETER_VALUE_POLICY' }]);
    expect(await approve(details.approval, second)).toMatchObject({
      approval: { state: 'APPROVED', firstApprovedBy: 'alpha', decidedBy: 'second-person' },
      userErrors: [],
    });
    // What costs just that, or nothing, needs one.
    const equal = await write('domainRenew', await renewable('just-that.ee'));
    await setAbove((await shown(equal.details.approval)).price);
    expect(await approve(equal.details.approval)).toMatchObject({ approval: { state: 'APPROVED' } });
    expect(await approve(await prepared('cheap.ee'))).toMatchObject({ approval: { state: 'APPROVED' } });
    await setAbove(null);
  });

  it('cannot be one who has left and another', async () => {
    await setAbove('1.00');
    const leaver = await userWith('leaver');
    const { db } = world.container.database;
    const renewal = await renewable('leaver.ee');
    const { details } = await write('domainRenew', renewal);
    await approve(details.approval, leaver);
    await db.updateTable('api_users').set({ active: false }).where('username', '=', 'leaver').execute();
    expect(await approve(details.approval)).toMatchObject({
      approval: { state: 'WAITING', firstApprovedBy: 'alpha' },
    });
    await setAbove(null);
  });

  it('are a rule that only a super user sets, who has signed in', async () => {
    const set =
      'mutation { accountSettingsUpdate(input: { approvalsSecondAbove: null }) { userErrors { code } } }';
    expect((await ask(set, agent)).errors).toBeDefined();
    expect((await ask(set, await userWith('epp-only', '[EPP]'))).errors).toBeDefined();
  });
});

describe('what the token was allowed', () => {
  it('is void when the token is revoked', async () => {
    const auth = await tokenWith('{ approvalNeeded: true }', alpha, '[WRITE]', 'revoked');
    const id = await prepared('void.ee', auth);
    const { data } = await ask('{ accessTokens(where: { name: { eq: "revoked" } }) { nodes { id } } }');
    await ask(
      `mutation { accessTokenRevoke(input: { id: "${data.accessTokens.nodes[0].id}" }) { userErrors { code } } }`,
    );
    expect(await shown(id)).toMatchObject({ state: 'VOID' });
    expect((await approve(id)).userErrors).toMatchObject([{ code: 'OBJECT_STATUS_PROHIBITS' }]);
    expect((await rowOf(id)).sealed).toBeNull();
  });

  it('ends with the role of its user, and with its password', async () => {
    const auth = await userWith('loses-role', '[EPP]');
    const token = await tokenWith('{ approvalNeeded: true }', auth, '[WRITE]');
    const id = await prepared('lost-role.ee', token);
    const { db } = world.container.database;
    await db
      .updateTable('api_users')
      .set({ roles: ['billing'] })
      .where('username', '=', 'loses-role')
      .execute();
    expect((await approve(id)).userErrors).toMatchObject([{ code: 'OBJECT_STATUS_PROHIBITS' }]);
    await db
      .updateTable('api_users')
      .set({ roles: ['epp'] })
      .where('username', '=', 'loses-role')
      .execute();
    expect(await shown(id)).toMatchObject({ state: 'WAITING' });
    const { data } = await ask(
      'mutation { apiUserUpdate(input: { username: "loses-role" password: "another-long-password" }) { userErrors { code } } }',
    );
    expect(data.apiUserUpdate.userErrors).toEqual([]);
    expect(await shown(id)).toMatchObject({ state: 'VOID' });
    expect(await statusesOf('lost-role.ee')).not.toContain('clientHold');
  });

  it('is bounded by its other guards when it is done, and counted as its spending', async () => {
    const auth = await tokenWith('{ approvalNeeded: true spendLimit: { amount: "15.00" per: DAY } }');
    const asked = [];
    for (const name of ['spent-one.ee', 'spent-two.ee']) {
      const renewal = await renewable(name);
      asked.push((await write('domainRenew', renewal, auth)).details.approval);
    }
    expect(await approve(asked[0])).toMatchObject({ userErrors: [] });
    expect((await approve(asked[1])).errors).toMatchObject([{ extensions: { guard: 'spendLimit' } }]);
    expect(await shown(asked[1])).toMatchObject({ state: 'WAITING' });
  });

  it('cannot be approved while the registrar is suspended', async () => {
    const auth = await tokenWith('{ approvalNeeded: true }', beta);
    await seed(world, beta).domain('suspended.ee');
    const { details } = await hold('suspended.ee', auth);
    const { data } = await ask(
      'mutation { registrarSuspend(input: { code: "BETA" reason: "unpaid" }) { userErrors { code } } }',
      operator,
    );
    expect(data.registrarSuspend.userErrors).toEqual([]);
    expect(await approve(details.approval, beta)).toMatchObject({ errors: [expect.anything()] });
    await ask('mutation { registrarReinstate(input: { code: "BETA" }) { userErrors { code } } }', operator);
  });
});

describe('many writes', () => {
  it('with one key are one approval, and so are those with one input while the first waits', async () => {
    const id = await prepared('keyed.ee', agent, 'idempotencyKey: "once"');
    const again = await hold('keyed.ee', agent, 'idempotencyKey: "once"');
    expect(again).toMatchObject({ code: 'APPROVAL_NEEDED', details: { approval: id, state: 'WAITING' } });
    expect((await hold('keyed.ee')).details.approval).toBe(id);
    expect(await hold('waits.ee', agent, 'idempotencyKey: "once"')).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
    await approve(id);
    expect(await hold('keyed.ee', agent, 'idempotencyKey: "once"')).toMatchObject({
      details: { approval: id, state: 'APPROVED' },
    });
  });

  it('are limited: a thousand cannot wait at once', async () => {
    const auth = await tokenWith('{ approvalNeeded: true }', beta, '[WRITE]', 'flood');
    await seed(world, beta).domain('flood.ee');
    await hold('flood.ee', auth);
    const { db } = world.container.database;
    const { id, ...row } = await db
      .selectFrom('approvals')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow();
    await db
      .insertInto('approvals')
      .values(
        Array.from({ length: 99 }, (_, at) => ({
          ...row,
          shown: JSON.stringify(row.shown),
          refusal: null,
          result: null,
          input_hash: `other ${at}`,
        })),
      )
      .execute();
    await seed(world, beta).domain('flood-two.ee');
    expect((await hold('flood-two.ee', auth)).errors).toMatchObject([
      { extensions: { guard: 'approvalNeeded', left: 0 } },
    ]);
    // Another token of the registrar has its own hundred.
    const other = await tokenWith('{ approvalNeeded: true }', beta, '[WRITE]', 'patient');
    expect(await hold('flood-two.ee', other)).toMatchObject({ code: 'APPROVAL_NEEDED' });
  });

  it('may have a key again when the one that had it has ended', async () => {
    const id = await prepared('key-again.ee', agent, 'idempotencyKey: "again"');
    await advance(world, { by: 'PT24H' });
    const { details } = await hold('key-again.ee', agent, 'idempotencyKey: "again"');
    expect(details).toMatchObject({ state: 'WAITING' });
    expect(details.approval).not.toBe(id);
    expect((await hold('key-again.ee', agent, 'idempotencyKey: "again"')).details).toEqual(details);
  });

  it('are announced by one mail in a quarter of an hour', async () => {
    const { db } = world.container.database;
    const mails = async () =>
      (await db.selectFrom('outbox').selectAll().where('kind', '=', 'mail').execute()).filter(({ payload }) =>
        JSON.stringify(payload).includes('waits for your approval'),
      );
    for (const username of ['here', 'gone']) {
      await userWith(username);
      const columns = { email: `${username}@alpha.example`, active: username === 'here' };
      await db.updateTable('api_users').set(columns).where('username', '=', username).execute();
    }
    await advance(world, { by: 'PT16M' });
    const before = (await mails()).length;
    await prepared('mail-one.ee');
    const first = await mails();
    await prepared('mail-two.ee');
    expect(first.length).toBeGreaterThan(before);
    expect((await mails()).length).toBe(first.length);
    // It is for those who may decide.
    expect(JSON.stringify(first)).toContain('here@alpha.example');
    expect(JSON.stringify(first)).not.toContain('gone@alpha.example');
  });
});

describe('what is kept', () => {
  it('is encrypted: nothing of the input is in a row, in whatever way it is read, and no secret in the history', async () => {
    const secret = 'salajane-kood-42';
    const name = await newDomain(world, { name: 'secret.ee' });
    const refusal = await write(
      'domainUpdate',
      `{ name: "${name}" transferCode: "${secret}" }`,
      await tokenWith('{ approvalNeeded: true }', alpha, '[WRITE, SECRETS]'),
    );
    const { sealed, ...row } = await rowOf(refusal.details.approval);
    const kept = String(sealed);
    for (const text of [
      kept,
      ...(['base64', 'base64url', 'hex'] as const).map((way) => Buffer.from(kept, way).toString('latin1')),
    ])
      for (const part of [secret, name, 'transferCode', 'oc_']) expect(text).not.toContain(part);
    // The other columns say what is to be changed, and no secret.
    expect(JSON.stringify(row)).toContain(name);
    const entries = await world.container.database.db
      .selectFrom('history')
      .selectAll()
      .where('object_type', '=', 'approval')
      .execute();
    expect(entries).not.toEqual([]);
    for (const text of [row, entries].map((one) => JSON.stringify(one)))
      for (const part of [secret, 'oc_']) expect(text).not.toContain(part);
    expect(await approve(refusal.details.approval)).toMatchObject({ userErrors: [] });
    const { data } = await ask(`{ domain(name: "${name}") { transferCode } }`);
    expect(data.domain.transferCode).toBe(secret);
  });

  it('is done by another process too', async () => {
    const id = await prepared('elsewhere.ee');
    const other = await secondContainer({
      clock: world.clock,
      database: (await secondConnection()) ?? world.container.database,
    });
    const query = `mutation { approvalApprove(input: { id: "${id}" }) { approval { state } userErrors { code } } }`;
    const answer = await other.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { authorization: alpha, 'x-graphql-yoga-csrf': 'yes' },
      payload: { query },
    });
    expect(answer.json().data.approvalApprove).toEqual({ approval: { state: 'APPROVED' }, userErrors: [] });
    expect(await statusesOf('elsewhere.ee')).toContain('clientHold');
  });

  it('is one write when it is asked for, and approved, six times at once', async () => {
    const renewal = await renewable('six.ee');
    const asked = await Promise.all(Array.from({ length: 6 }, () => write('domainRenew', renewal)));
    const [id, ...others] = new Set(asked.map(({ details }) => details.approval));
    expect(others).toEqual([]);
    const before = await domainNow(world, 'six.ee');
    await Promise.all(Array.from({ length: 6 }, () => approve(id)));
    const { rows } = await sql`select from history where object_type = 'domain' and operation = 'domain.renew'
      and object_key = 'six.ee'`.execute(world.container.database.db);
    expect(rows).toHaveLength(1);
    expect(await domainNow(world, 'six.ee')).not.toEqual(before);
    expect(await shown(id)).toMatchObject({ state: 'APPROVED' });
  });
});
