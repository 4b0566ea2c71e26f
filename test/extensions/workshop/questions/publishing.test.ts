import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { giveToken } from '../../../support/access-tokens.ts';
import { token as billingToken } from '../../../support/billing.ts';
import { graph } from '../../../support/graph.ts';
import { expectDone, expectRefused, mutateOf } from '../../../support/operator.ts';
import {
  alpha,
  basic,
  beta,
  type Loose,
  operator,
  portal,
  type TestWorld,
  testWorld,
} from '../../../support/world.ts';

/** What can be published, by whom, and for how long. */

let world: TestWorld;
const mutate = mutateOf(() => world);
const epp = basic('alpha-epp', 'alpha-sandbox');
const names = '{ domains(first: 5) { nodes { name } } }';
beforeAll(async () => {
  world = await testWorld();
});

const publish = (input: object = {}, auth = alpha) =>
  mutate(
    'questionPublish',
    { name: 'names', document: names, ...input },
    'url question { id name document variables createdBy createdAt expiresAt lastReadAt reads personalData }',
    auth,
  );
const refusalOf = async (input: object, auth = alpha): Promise<string> => {
  const { userErrors } = await publish(input, auth);
  return userErrors.map(({ message }) => String(message)).join('; ');
};
const daysOf = ({ question }: Loose): number =>
  Math.round(
    (Date.parse(String(question?.expiresAt)) - Date.parse(String(question?.createdAt))) / 86_400_000,
  );
const listFor = async (auth: string, field = 'questions'): Promise<string[]> => {
  const { data } = await graph(world, `{ ${field}(first: 100) { nodes { name } totalCount } }`, { auth });
  const { nodes, totalCount } = data[field] as unknown as { nodes: { name: string }[]; totalCount: number };
  expect(nodes).toHaveLength(totalCount);
  return nodes.map(({ name }) => name);
};

describe('publishing a question', () => {
  it('shows its whole address once, and keeps a hash of it', async () => {
    const payload = await publish();
    expectDone(payload);
    expect(payload.url).toMatch(new RegExp(`^${world.container.address.publicUrl}/q/zgq_[0-9A-Za-z]{40}$`));
    expect(payload.question).toMatchObject({
      name: 'names',
      document: names,
      variables: {},
      createdBy: 'alpha',
      lastReadAt: null,
      reads: 0,
    });
    const secret = String(payload.url).slice(-40);
    const { rows } = await sql<{ text: string }>`
      select questions::text as text from questions union all select history::text from history`.execute(
      world.container.database.db,
    );
    expect(rows.filter(({ text }) => text.includes(secret))).toEqual([]);
  });

  it('shows no address to a repetition with the same key, nor in a dry run', async () => {
    const once = () =>
      graph(
        world,
        `mutation ($document: String!) { questionPublish(input: { name: "once", document: $document }, idempotencyKey: "q1") { url question { name } } }`,
        { variables: { document: names } },
      );
    expect((await once()).data.questionPublish?.url).toContain('/q/zgq_');
    expect((await once()).data.questionPublish).toEqual({ url: null, question: { name: 'once' } });
    const { data } = await graph(
      world,
      `mutation ($document: String!) { questionPublish(input: { name: "dry", document: $document }, dryRun: true) { url } }`,
      { variables: { document: names } },
    );
    expect(data.questionPublish).toEqual({ url: null });
    expect(await listFor(alpha)).not.toContain('dry');
  });

  it('lasts 90 days unless it says otherwise, from a day to a year', async () => {
    expect(daysOf(await publish())).toBe(90);
    expect(daysOf(await publish({ expiresIn: 'P1D' }))).toBe(1);
    expect(daysOf(await publish({ expiresIn: 'P1Y' }))).toBe(365);
    for (const expiresIn of ['PT23H', 'P1Y1D', '-P1D']) expectRefused(await publish({ expiresIn }), 2004);
  });

  it.each([
    [
      'a mutation',
      'mutation { notificationAcknowledge(input: { id: "x" }) { userErrors { code } } }',
      'not a mutation',
    ],
    ['a subscription', 'subscription { domainChanged { at } }', 'not a subscription'],
    ['the schema', '{ __schema { types { name } } }', 'not for the schema'],
    ['a type', '{ __type(name: "Domain") { name } }', 'not for the schema'],
    ['several operations', 'query a { viewer { name } } query b { viewer { name } }', 'one operation'],
    ['no operation', 'fragment a on Domain { name }', 'one operation'],
    ['what the graph does not have', '{ nothing }', 'Cannot query field'],
    ['what cannot be parsed', '{ domains(', 'Syntax Error'],
    ['a variable without a value', 'query ($name: DomainName!) { domain(name: $name) { name } }', '$name'],
    ['a secret', '{ domainTransferInfo(name: "a.ee", transferCode: "x") { name } }', 'hold no secrets'],
    [
      'what is too deep',
      `{ ${'domains(first: 1) { nodes { registrant { domains(first: 1) { '.repeat(4)}totalCount${' } } } }'.repeat(4)} }`,
      'deep',
    ],
  ])('refuses %s', async (_, document, why) => {
    expect(await refusalOf({ document })).toContain(why);
  });

  it('takes a document of any length for a mistake, not for a fault', async () => {
    expect(await refusalOf({ document: `{ viewer { name } } #${'x'.repeat(70_000)}` })).toContain(
      'at most 65536 characters',
    );
    expect(await refusalOf({ document: '{a'.repeat(900) })).not.toBe('');
  });

  it('keeps variables, and refuses those that do not fit', async () => {
    const document = 'query ($first: Int!) { domains(first: $first) { nodes { name } } }';
    expect((await publish({ document, variables: { first: 3 } })).question?.variables).toEqual({ first: 3 });
    expect(await refusalOf({ document, variables: { first: 'three' } })).toContain('$first');
  });

  it('can have no list', async () => {
    expectDone(await publish({ document: '{ viewer { name } }' }));
  });

  it('is refused for anything that the caller may not read itself', async () => {
    expect(await refusalOf({ document: '{ ledgerProof { balanced } }' })).toContain('ledgerProof');
    for (const field of ['legalDocuments { id }', 'legalDocument'])
      expect(await refusalOf({ document: `{ domains(first: 1) { nodes { ${field} } } }` })).toMatch(
        /^Cannot query field "legalDocuments?" on type "Domain"\.$/,
      );
    expect(await refusalOf({ document: names }, basic('alpha-billing', 'alpha-sandbox'))).toContain(
      'domains',
    );
  });

  it('is not for access tokens, and is for everybody else', async () => {
    const { auth } = await giveToken(world, ['READ', 'WRITE', 'SECRETS', 'BILLING']);
    await expect(publish({}, auth)).rejects.toThrow('sign in instead');
    expectDone(await publish({ document: '{ reservations(first: 1) { nodes { kind } } }' }, portal));
    const auction = await billingToken('auction');
    expectDone(await publish({ document: '{ invoices(first: 1) { nodes { number } } }' }, auction));
    expectDone(await publish({ document: '{ ledgerProof { balanced } }' }, operator));
    const nobody = await graph(
      world,
      `mutation { questionPublish(input: { name: "x", document: "{ viewer { name } }" }) { url } }`,
      { auth: null },
    );
    expect(nobody.errors?.[0]?.extensions?.code).toBe('UNAUTHENTICATED');
  });
});

describe('personal data', () => {
  it.each([
    ['Contact.name', '{ contacts(first: 1) { nodes { code name } } }'],
    ['Contact.name', '{ domains(first: 1) { nodes { registrant { name } } } }'],
    [
      'DomainGroup.registrantName',
      '{ domains { groups(by: [{ field: REGISTRANT_NAME }], first: 10) { registrantName count } } }',
    ],
    ['Contact.email', '{ contacts(first: 1) { nodes { email } } }'],
    ['Contact.phone', '{ contacts(first: 1) { nodes { phone } } }'],
    ['Ident.code', '{ contacts(first: 1) { nodes { ident { code } } } }'],
    ['Contact.address', '{ contacts(first: 1) { nodes { address { city } } } }'],
    [
      'Contact.email',
      '{ domains(first: 1) { nodes { ...a } } } fragment a on Domain { registrant { mail: email } }',
    ],
    ['Contact.email', '{ node(id: "x") { ... on Contact { email } } }'],
    [
      'HistoryEntry.changes',
      '{ contacts(first: 1) { nodes { history(first: 1) { nodes { changes { from } } } } } }',
    ],
    ['ApiUser.identityCode', '{ apiUsers(first: 1) { nodes { identityCode } } }'],
    [
      'TransferContact.phone',
      'query ($a: Secret!) { domainTransferInfo(name: "a.ee", transferCode: $a) { registrant { phone } } }',
    ],
  ])('is refused by name: %s', async (field, document) => {
    const refusal = await refusalOf({ document });
    if (field.startsWith('Transfer')) expect(refusal).toContain('secrets');
    else expect(refusal).toContain(`personal data: ${field}`);
  });

  it.each([
    '{ contacts(first: 1) { nodes { code ident { type countryCode } } } }',
    '{ domains(first: 1) { nodes { name registrar { name } registrant { code } } } }',
    '{ domains(first: 1) { nodes { name history(first: 1) { nodes { changes { field } } } } } }',
    '{ contacts(first: 1, where: { email: { contains: "@" } }) { totalCount } }',
  ])('is not what %s selects', async (document) => {
    expectDone(await publish({ document }));
  });

  it('is published when that is said, for 30 days at most', async () => {
    const document = '{ contacts(first: 1) { nodes { code email } } }';
    const payload = await publish({ document, personalData: true });
    expectDone(payload);
    expect(daysOf(payload)).toBe(30);
    expect(payload.question?.personalData).toBe(true);
    expectDone(await publish({ document, personalData: true, expiresIn: 'P30D' }));
    expectRefused(await publish({ document, personalData: true, expiresIn: 'P31D' }), 2004);
  });
});

describe('the list of questions', () => {
  it("holds a registrar's own, a caller's own, and all for operators, without addresses", async () => {
    await publish({ name: 'of beta' }, beta);
    await publish(
      { name: 'of the portal', document: '{ reservations(first: 1) { nodes { kind } } }' },
      portal,
    );
    expect(await listFor(epp)).toContain('names');
    expect(await listFor(epp)).not.toContain('of beta');
    expect(await listFor(beta)).toEqual(['of beta']);
    expect(await listFor(portal)).toContain('of the portal');
    expect(await listFor(portal)).not.toContain('of beta');
    expect(await listFor(operator)).toEqual(expect.arrayContaining(['names', 'of beta', 'of the portal']));
  });

  it('loses what its maker, a super user of its registrar or an operator revokes', async () => {
    const made = async (name: string, auth = alpha): Promise<string> =>
      String((await publish({ name }, auth)).question?.id);
    const revoke = (id: string, auth: string) => mutate('questionRevoke', { id }, 'question { name }', auth);
    const [one, two, three] = [await made('one', epp), await made('two'), await made('three', epp)];
    expectRefused(await revoke(one, beta), 2303);
    expectRefused(await revoke(two, epp), 2303);
    expectDone(await revoke(one, epp));
    expectDone(await revoke(three, alpha));
    expectDone(await revoke(two, operator));
    expectRefused(await revoke(two, alpha), 2303);
    for (const name of ['one', 'two', 'three']) expect(await listFor(alpha)).not.toContain(name);
  });

  it('holds at most 100 open ones of a registrar, however many are published at once', async () => {
    const { db } = world.container.database;
    await db.deleteFrom('questions').execute();
    for (let index = 0; index < 97; index += 1) await publish();
    const payloads = await Promise.all(Array.from({ length: 8 }, () => publish({}, epp)));
    expect(payloads.filter(({ userErrors }) => userErrors.length === 0)).toHaveLength(3);
    expectDone(await publish({ name: 'beta may' }, beta));
    await db
      .updateTable('questions')
      .set({ expires_at: new Date(0) })
      .execute();
    expectDone(await publish());
  });
});

describe('changing a question', () => {
  const shown = 'question { id name document variables personalData expiresAt createdAt look }';
  const made = async (input: object = {}, auth = alpha) => String((await publish(input, auth)).question?.id);
  const update = (id: string, input: object, auth = alpha) =>
    mutate('questionUpdate', { id, ...input }, shown, auth);
  beforeAll(async () => {
    await world.container.database.db.deleteFrom('questions').execute();
  });

  it('renames it and leaves the rest as it was', async () => {
    const id = await made({ expiresIn: 'P10D', look: { as: 'CHART', kind: 'BARS' } });
    const payload = await update(id, { name: ' Renamed ' });
    expectDone(payload);
    expect(payload.question).toMatchObject({
      name: 'Renamed',
      document: names,
      variables: {},
      look: { as: 'CHART', kind: 'BARS' },
    });
    expect(daysOf(payload)).toBe(10);
  });

  it('changes query and variables together, and judges them as if they were published', async () => {
    const id = await made();
    const document = 'query ($first: Int!) { domains(first: $first) { nodes { name } } }';
    expect((await update(id, { document, variables: { first: 3 } })).question).toMatchObject({
      document,
      variables: { first: 3 },
    });
    expectRefused(await update(id, { variables: { first: 4 } }), 2003);
    expectRefused(await update(id, { personalData: true }), 2003);
    for (const [refused, why] of [
      ['mutation { notificationAcknowledge(input: { id: "x" }) { userErrors { code } } }', 'not a mutation'],
      ['{ contacts(first: 1) { nodes { email } } }', 'personal data: Contact.email'],
      ['{ contacts(first: 1) { nodes { name } } }', 'personal data: Contact.name'],
      ['{ ledgerProof { balanced } }', 'ledgerProof'],
      ['{ domains(', 'Syntax Error'],
    ]) {
      const { userErrors } = await update(id, { document: refused });
      expect(userErrors.map(({ message }) => message).join()).toContain(why);
    }
    expectRefused(await update(id, { document: names, name: ' ', expiresIn: 'P2Y' }), 2003, 2004);
    const list = await graph(world, '{ questions(first: 1) { nodes { document } } }', { auth: alpha });
    expect(list.data.questions?.nodes).toEqual([{ document }]);
  });

  it('ends it within 30 days once it shows personal data', async () => {
    const id = await made({ expiresIn: 'P1Y' });
    const document = '{ contacts(first: 1) { nodes { name } } }';
    const payload = await update(id, { document, personalData: true });
    expectDone(payload);
    expect([payload.question?.personalData, daysOf(payload)]).toEqual([true, 30]);
    expectRefused(await update(id, { expiresIn: 'P31D' }), 2004);
    expect(daysOf(await update(id, { expiresIn: 'P2D' }))).toBe(2);
    const back = await update(id, { document: names, expiresIn: 'P60D' });
    expect([back.question?.personalData, daysOf(back)]).toEqual([false, 60]);
  });

  it('is for its maker and super users of its registrar, who may read no more by it', async () => {
    const id = await made({}, epp);
    expectRefused(await update(id, { name: 'x' }, beta), 2303);
    expectRefused(await update(id, { name: 'x' }, operator), 2303);
    expectDone(await update(id, { name: 'mine' }, epp));
    expectDone(await update(id, { name: 'of a super user' }, alpha));
    expectRefused(await update(await made(), { name: 'x' }, epp), 2303);
    expectDone(await mutate('questionRevoke', { id }, 'question { id }', alpha));
    expectRefused(await update(id, { name: 'again' }, alpha), 2303);
  });

  it('keeps the change in its history', async () => {
    const id = await made();
    expectDone(await update(id, { name: 'after' }));
    const { rows } = await sql<{ operation: string; changes: unknown }>`
      select operation, changes from history where object_type = 'question' order by id desc limit 1`.execute(
      world.container.database.db,
    );
    expect(rows[0]).toMatchObject({ operation: 'question.update' });
    expect(JSON.stringify(rows[0]?.changes)).toContain('after');
  });
});

const boardsOf = async (auth: string): Promise<unknown> =>
  (await graph(world, '{ boards(first: 100) { nodes { id } } }', { auth })).data.boards?.nodes;

describe('boards', () => {
  const board = 'url board { id name questions { name } expiresAt }';
  const questions = async (...of: string[]): Promise<string[]> => {
    await world.container.database.db.deleteFrom('questions').execute();
    const ids: string[] = [];
    for (const name of of) ids.push(String((await publish({ name })).question?.id));
    return ids;
  };

  it("show what is their maker's own: a colleague's question would be read with the colleague's rights", async () => {
    const mine = (await publish({ name: 'mine' })).question?.id;
    const theirs = (await publish({ name: 'theirs' }, epp)).question?.id;
    expectRefused(await mutate('boardPublish', { name: 'b', questions: [mine] }, board, epp), 2303);
    expectDone(await mutate('boardPublish', { name: 'b', questions: [theirs] }, board, epp));
    const both = await mutate('boardPublish', { name: 'b', questions: [mine, theirs] }, board, alpha);
    expectDone(both);
    expectRefused(
      await mutate('boardUpdate', { id: both.board?.id, name: 'x' }, 'board { name }', epp),
      2303,
    );
    expectRefused(await mutate('boardPublish', { name: 'b', questions: [mine, mine] }, board, alpha), 2306);
    for (const { id } of (await boardsOf(alpha)) as { id: string }[])
      expectDone(await mutate('boardRevoke', { id }, 'board { name }', alpha));
    for (const id of [mine, theirs])
      expectDone(await mutate('questionRevoke', { id }, 'question { id }', alpha));
  });

  it('are made of own questions, in their order, and changed under the same address', async () => {
    const [one = '', two = ''] = await questions('one', 'two');
    const foreign = String((await publish({}, beta)).question?.id);
    const payload = await mutate('boardPublish', { name: 'wall', questions: [two, one] }, board, alpha);
    expectDone(payload);
    expect(payload.url).toMatch(/\/b\/zgb_[0-9A-Za-z]{40}$/);
    expect(payload.board?.questions).toEqual([{ name: 'two' }, { name: 'one' }]);
    expectRefused(await mutate('boardPublish', { name: 'wall', questions: [foreign] }, board, alpha), 2303);
    expectRefused(await mutate('boardPublish', { name: ' ', questions: [] }, board, alpha), 2003, 2003);
    expectRefused(
      await mutate('boardPublish', { name: 'x', questions: Array(21).fill(one) }, board, alpha),
      2004,
    );
    const id = payload.board?.id;
    const update = (input: object, auth = alpha) =>
      mutate('boardUpdate', { id, ...input }, 'board { name questions { name } }', auth);
    expect((await update({ name: 'hall', questions: [one] })).board).toEqual({
      name: 'hall',
      questions: [{ name: 'one' }],
    });
    expectRefused(await update({ questions: [foreign] }), 2303);
    expectRefused(await update({ name: 'mine' }, beta), 2303);
    expectRefused(await update({ name: 'mine' }, operator), 2303);
    expect(await listFor(epp, 'boards')).toEqual(['hall']);
    expect(await listFor(beta, 'boards')).toEqual([]);
    expectRefused(await mutate('boardRevoke', { id }, 'board { name }', beta), 2303);
    expectDone(await mutate('boardRevoke', { id }, 'board { name }', alpha));
    expect(await listFor(alpha, 'boards')).toEqual([]);
  });
});
