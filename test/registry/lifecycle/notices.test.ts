import { beforeAll, describe, expect, it } from 'vitest';
import { giveToken } from '../../support/access-tokens.ts';
import { graph, unknownField } from '../../support/graph.ts';
import { mailsAbout } from '../../support/mail.ts';
import { askOf, expectDone, expectRefused, mutateOf } from '../../support/operator.ts';
import { advance, clockAt, notificationsAbout } from '../../support/time.ts';
import { alpha, beta, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);
const counts = 'messages mails';
const notices = async (auth: string) =>
  (
    await ask(
      '{ notifications(first: 50, where: { kind: { in: [REGISTRY_INCIDENT, REGISTRY_MAINTENANCE, REGISTRY_NEWS, REGISTRY_RULES] } }) { nodes { kind text } } }',
      {},
      auth,
    )
  ).data.notifications.nodes as unknown;

beforeAll(async () => {
  world = await testWorld({}, { clock: clockAt('2026-08-31T12:00:00+03:00') });
});

describe('registrarNotify', () => {
  it('counts in a dry run, and writes nothing', async () => {
    const text = 'We are away on Sunday.';
    const { data } = await ask(
      'mutation ($input: RegistrarNotifyInput!) { registrarNotify(input: $input, dryRun: true) { messages mails userErrors { message } } }',
      { input: { all: true, text, kind: 'MAINTENANCE' } },
    );
    const registrars = (await ask('{ registrars(first: 50) { totalCount nodes { email } } }')).data
      .registrars as unknown as { totalCount: number; nodes: { email: string | null }[] };
    expect(data.registrarNotify).toEqual({
      messages: registrars.totalCount,
      mails: registrars.nodes.filter(({ email }) => email).length,
      userErrors: [],
    });
    expect(await notificationsAbout(world, text)).toEqual([]);
    expect(await mailsAbout(world, 'ALPHA')).toEqual([]);
  });

  it('writes a poll message and a mail to those that are named, once each, and to nobody else', async () => {
    expectDone(
      await mutate('registrarUpdate', { code: 'ALPHA', email: 'a@alpha.example' }, 'registrar { code }'),
    );
    expectDone(await mutate('registrarUpdate', { code: 'BETA', email: '' }, 'registrar { code }'));
    const text = 'The prices change in May.';
    const done = await mutate(
      'registrarNotify',
      { registrars: ['alpha', 'ALPHA'], text: ` ${text} `, kind: 'RULES' },
      counts,
    );
    expectDone(done);
    expect(done).toMatchObject({ messages: 1, mails: 1 });
    expect(await notices(alpha)).toEqual([{ kind: 'REGISTRY_RULES', text }]);
    expect(await notices(beta)).toEqual([]);
    expect(await mailsAbout(world, 'ALPHA')).toMatchObject([
      {
        to: 'a@alpha.example',
        subject: 'Change of the rules of the domain registry',
        text: expect.stringContaining(text),
      },
    ]);
    const toBeta = await mutate('registrarNotify', { registrars: ['BETA'], text, kind: 'NEWS' }, counts);
    expect(toBeta).toMatchObject({ messages: 1, mails: 0 });
  });

  it('says everything that is wrong, and writes to nobody then', async () => {
    const text = 'Not sent';
    expectRefused(await mutate('registrarNotify', { text, kind: 'NEWS' }, counts), 2003);
    expectRefused(
      await mutate('registrarNotify', { all: true, registrars: ['ALPHA'], text, kind: 'NEWS' }, counts),
      2306,
    );
    expectRefused(await mutate('registrarNotify', { all: true, text: ' ', kind: 'NEWS' }, counts), 2003);
    for (const wrong of ['x'.repeat(1001), 'two\nlines', '<b>'])
      expectRefused(await mutate('registrarNotify', { all: true, text: wrong, kind: 'NEWS' }, counts), 2005);
    const unknown = await mutate(
      'registrarNotify',
      { registrars: ['ALPHA', 'NOBODY'], text, kind: 'NEWS' },
      counts,
    );
    expect(unknown.userErrors).toMatchObject([{ resultCode: 2303, path: ['registrars', '1'] }]);
    expect(await notificationsAbout(world, text)).toEqual([]);
  });

  it('is for operators', async () => {
    const { errors } = await graph(
      world,
      'mutation { registrarNotify(input: { all: true, text: "x", kind: NEWS }) { messages } }',
      { auth: alpha },
    );
    expect(errors).toMatchObject([unknownField('registrarNotify', 'Mutation')]);
  });
});

describe('a token or published question that ends soon', () => {
  const publish = async (name: string, expiresIn: string) =>
    graph(
      world,
      `mutation ($input: QuestionPublishInput!) { questionPublish(input: $input) { question { id } userErrors { message } } }`,
      {
        variables: { input: { name, expiresIn, document: '{ domains(first: 1) { totalCount } }' } },
        auth: alpha,
      },
    );

  it('is announced 14 days before, once, by poll message and mail; what was made for less time is not', async () => {
    await giveToken(world, ['READ'], { name: 'the nightly job', expiresIn: 'P30D' });
    await giveToken(world, ['READ'], { name: 'for a week', expiresIn: 'P7D' });
    await giveToken(world, ['READ'], { name: 'of the office', expiresIn: 'P30D', auth: operator });
    await publish('Our names', 'P40D');
    const about = async (name: string) => (await notificationsAbout(world, name)).map(({ text }) => text);
    expect(await advance(world, { by: 'P15D' })).toEqual([]);
    expect(await advance(world, { by: 'P2D' })).toMatchObject([
      { kind: 'END_NOTICED', subject: 'of the office', at: '2026-09-16T12:00:00.000+03:00' },
      { kind: 'END_NOTICED', subject: 'the nightly job', at: '2026-09-16T12:00:00.000+03:00' },
    ]);
    expect(await about('the nightly job')).toEqual(['Access token the nightly job ends on 2026-09-30']);
    expect(await about('for a week')).toEqual([]);
    expect(await about('of the office')).toEqual([]);
    const mails = await mailsAbout(world, 'ALPHA');
    expect(mails.at(-1)).toMatchObject({
      subject: 'Access token ends on 2026-09-30',
      text: expect.stringContaining('Access token the nightly job ends on 2026-09-30'),
    });
    expect(await advance(world, { by: 'P30D' })).toMatchObject([
      { kind: 'END_NOTICED', subject: 'Our names', at: '2026-09-26T12:00:00.000+03:00' },
    ]);
    expect(await about('Our names')).toEqual(['Published question Our names ends on 2026-10-10']);
    expect(await advance(world, { by: 'P30D' })).toEqual([]);
    expect(await about('the nightly job')).toHaveLength(1);
  });

  it('is not announced when it was taken back', async () => {
    const { id } = await giveToken(world, ['READ'], { name: 'taken back', expiresIn: 'P30D' });
    await graph(
      world,
      'mutation ($id: ID!) { accessTokenRevoke(input: { id: $id }) { userErrors { message } } }',
      {
        variables: { id },
        auth: alpha,
      },
    );
    expect(await advance(world, { by: 'P40D' })).toEqual([]);
  });
});
