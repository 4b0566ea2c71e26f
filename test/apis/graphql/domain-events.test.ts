import { beforeAll, describe, expect, it } from 'vitest';
import { askOf, mutateOf } from '../../support/operator.ts';
import { people, seed } from '../../support/seed.ts';
import { advance, clockAt, domainNow } from '../../support/time.ts';
import { alpha, beta, type Loose, operator, portal, type TestWorld, testWorld } from '../../support/world.ts';

/** What happened to domains, as a list. */

let world: TestWorld;
const name = 'kask.ee';
const ask = askOf(() => world);
const mutate = mutateOf(() => world);

async function mustDo(field: string, input: Readonly<Record<string, unknown>>, auth: string): Promise<void> {
  expect((await mutate(field, input, '__typename', auth)).userErrors).toEqual([]);
}

const fields =
  'id at kind name zone registrar { code } fromRegistrar { code } direction months price actor operation';

async function eventsOf(auth: string, args = `where: {name: {eq: "${name}"}}`): Promise<Loose[]> {
  const { data, errors } = await ask(
    `{ domainEvents(first: 50, orderBy: {field: AT}, ${args}) { nodes { ${fields} } } }`,
    {},
    auth,
  );
  expect(errors).toBeUndefined();
  return (data.domainEvents as unknown as { nodes: Loose[] }).nodes;
}

beforeAll(async () => {
  world = await testWorld(
    { RATE_LIMIT_POINTS: '1000000', RATE_LIMIT_REGISTRAR_POINTS: '1000000' },
    { clock: clockAt('2026-07-05T10:00:00+03:00') },
  );
  const { transferCode } = await seed(world).domain(name, { period: 3, unit: 'm' });
  await advance(world, { by: 'P40D' });
  const expires = (await domainNow(world, name))?.expires_at ?? new Date(0);
  await mustDo(
    'domainRenew',
    { name, period: 'P2Y', expiresOn: world.container.calendar.dateOf(expires) },
    alpha,
  );
  await advance(world, { by: 'P1D' });
  await mustDo('domainTransfer', { name, transferCode }, beta);
  await advance(world, { by: 'P1D' });
  const heir = await seed(world, beta).contact({ name: 'Mari Maasikas', ident: people.mari });
  await mustDo('domainUpdate', { name, registrant: { code: heir, verified: true } }, beta);
});

describe('domainEvents', () => {
  it('show operators everything that happened, newest first', async () => {
    const { data } = await ask(
      `{ domainEvents(first: 50, where: {name: {eq: "${name}"}}) { totalCount nodes { ${fields} } } }`,
    );
    expect(data.domainEvents).toMatchObject({
      totalCount: 4,
      nodes: [
        { kind: 'REGISTRANT_CHANGED', registrar: { code: 'BETA' }, fromRegistrar: null, actor: 'beta' },
        { kind: 'TRANSFERRED', registrar: { code: 'BETA' }, fromRegistrar: { code: 'ALPHA' }, actor: 'beta' },
        { kind: 'RENEWED', months: 24, zone: 'ee', operation: 'domain.renew', direction: null },
        { kind: 'REGISTERED', months: 3, registrar: { code: 'ALPHA' }, actor: 'alpha' },
      ],
    });
    for (const { price, kind } of (data.domainEvents as unknown as { nodes: Loose[] }).nodes)
      expect(price === null).toBe(['TRANSFERRED', 'REGISTRANT_CHANGED'].includes(String(kind)));
  });

  it('show a registrar what happened while it had the domain, and who did it where it was no other registrar', async () => {
    const [registered, renewed, left, ...later] = await eventsOf(alpha);
    expect(registered).toMatchObject({ kind: 'REGISTERED', actor: 'alpha', direction: null });
    expect(renewed).toMatchObject({ kind: 'RENEWED', actor: 'alpha' });
    expect(renewed?.price).toMatch(/^\d+\.\d\d$/);
    expect(left).toMatchObject({ kind: 'TRANSFERRED', direction: 'OUT', actor: null, operation: null });
    expect(later).toEqual([]);
    expect(await eventsOf(beta)).toMatchObject([
      { kind: 'TRANSFERRED', direction: 'IN', actor: 'beta', operation: 'domain.transfer' },
      { kind: 'REGISTRANT_CHANGED', direction: null, actor: 'beta' },
    ]);
  });

  it('are found by kind, zone, registrar, moment and direction', async () => {
    const found = async (where: string, auth = alpha) =>
      (await eventsOf(auth, `where: {name: {eq: "${name}"}, ${where}}`)).map(({ kind }) => kind);
    expect(await found('kind: {in: [RENEWED, TRANSFERRED]}')).toEqual(['RENEWED', 'TRANSFERRED']);
    expect(await found('direction: {eq: OUT}')).toEqual(['TRANSFERRED']);
    expect(await found('direction: {eq: IN}')).toEqual([]);
    expect(await found('zone: {eq: "ee"}')).toHaveLength(3);
    expect(await found('zone: {eq: "pri.ee"}')).toEqual([]);
    expect(await found('registrar: {eq: "ALPHA"}', operator)).toEqual(['REGISTERED', 'RENEWED']);
    expect(await found('fromRegistrar: {eq: "ALPHA"}', operator)).toEqual(['TRANSFERRED']);
    expect(await found('fromRegistrar: {isNull: false}', operator)).toEqual(['TRANSFERRED']);
    expect(await found('at: {lt: "-P10D"}')).toEqual(['REGISTERED']);
  });

  it('come together by month, kind and direction, with the sum of their prices', async () => {
    const { data } = await ask(
      `{ domainEvents(where: {name: {eq: "${name}"}}) {
        kinds: groups(by: [{field: AT, per: MONTH}, {field: KIND}]) { at kind count sum }
        directions: groups(by: [{field: DIRECTION}]) { direction count sum }
        of: groups(by: [{field: ZONE}, {field: REGISTRAR}]) { zone registrar { code } count } } }`,
      {},
      alpha,
    );
    const { kinds, directions, of } = data.domainEvents as unknown as Record<string, Loose[]>;
    const [registered, renewed] = await eventsOf(alpha);
    expect(kinds).toEqual([
      { at: '2026-07-01', kind: 'REGISTERED', count: 1, sum: registered?.price },
      { at: '2026-08-01', kind: 'RENEWED', count: 1, sum: renewed?.price },
      { at: '2026-08-01', kind: 'TRANSFERRED', count: 1, sum: '0.00' },
    ]);
    expect(directions).toMatchObject([
      { direction: 'OUT', count: 1, sum: '0.00' },
      { direction: null, count: 2 },
    ]);
    expect(of).toEqual([
      { zone: 'ee', registrar: { code: 'ALPHA' }, count: 2 },
      { zone: 'ee', registrar: { code: 'BETA' }, count: 1 },
    ]);
  });

  it('lead to their entry in the history, for its sponsor', async () => {
    const [event] = await eventsOf(beta);
    const entry = async (auth: string) =>
      (
        await ask(
          `{ domainEvents(first: 9, where: { kind: { eq: TRANSFERRED } }) { nodes { id entry { __typename operation } } } }`,
          {},
          auth,
        )
      ).data.domainEvents.nodes.find(({ id }: { id: string }) => id === event?.id)?.entry;
    expect(await entry(beta)).toEqual({ __typename: 'HistoryEntry', operation: 'domain.transfer' });
    expect(await entry(alpha)).toBeNull();
  });

  it('have a direction for registrars only, and are for them and operators', async () => {
    const refusal = async (document: string, auth: string) =>
      (await ask(document, {}, auth)).errors?.[0]?.extensions as Loose | undefined;
    for (const part of [
      '(where: {not: {direction: {eq: IN}}}) { totalCount }',
      '{ groups(by: [{field: DIRECTION}]) { count } }',
    ])
      expect(await refusal(`{ domainEvents${part} }`, operator)).toMatchObject({
        code: 'BAD_USER_INPUT',
        argument: ['direction'],
      });
    expect(await refusal('{ domainEvents { totalCount } }', portal)).toMatchObject({
      code: 'GRAPHQL_VALIDATION_FAILED',
    });
  });

  it('are a file when they are wanted as one, all pages of them', async () => {
    const { text } = await world.request({
      method: 'POST',
      url: '/graphql?all=true',
      auth: alpha,
      headers: { accept: 'text/csv' },
      payload: {
        query: `{ domainEvents(first: 1, where: {name: {eq: "${name}"}}) { nodes { kind direction } } }`,
      },
    });
    expect(text.trim().split('\n').slice(1)).toEqual(['TRANSFERRED,OUT', 'RENEWED,', 'REGISTERED,']);
  });
});
