import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { freshBudgets } from '../../../support/budgets.ts';
import { graph } from '../../../support/graph.ts';
import { manyDomains } from '../../../support/many-domains.ts';
import { expectDone, mutateOf } from '../../../support/operator.ts';
import { alpha, operator, type TestWorld, testWorld } from '../../../support/world.ts';

/** Boards as walls: how they are arranged, what their cards show, and how readers narrow them. */

let world: TestWorld;
const mutate = mutateOf(() => world);
beforeAll(async () => {
  world = await testWorld();
  await manyDomains(world, { prefix: 'wall', count: 12 });
});
beforeEach(() => freshBudgets(world));

async function publish(document: string, more: object = {}, auth = alpha): Promise<string> {
  const payload = await mutate(
    'questionPublish',
    { name: 'asked', document, ...more },
    'url question { id }',
    auth,
  );
  expectDone(payload);
  paths.set(String(payload.question?.id), new URL(String(payload.url)).pathname);
  return String(payload.question?.id);
}
const paths = new Map<string, string>();
const pathOf = (id: string): string => paths.get(id) ?? '';

async function hang(questions: readonly string[], auth = alpha): Promise<{ id: string; path: string }> {
  const payload = await mutate('boardPublish', { name: 'wall', questions }, 'url board { id }', auth);
  expectDone(payload);
  return { id: String(payload.board?.id), path: new URL(String(payload.url)).pathname };
}
const update = (input: Readonly<Record<string, unknown>>, auth = alpha) =>
  mutate('boardUpdate', input, 'board { cards { question { id } text x y width height } filters }', auth);
const read = (url: string) => world.request({ method: 'GET', url, auth: null });
/** What people read, without markup. */
const wordsOn = (text: string): string =>
  text
    .replaceAll(/<(style|script|svg|title)[\s\S]*?<\/\1>/g, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ');

const wordsOf = async (document: string): Promise<string> =>
  wordsOn((await read(pathOf(await publish(document)))).text);

const total = '{ domains { totalCount } }';
const byZone = '{ domains { groups(by: [{ field: ZONE }]) { zone count } } }';

describe('the cards of a board', () => {
  it('stand where they are put, with texts between them, and in reading order', async () => {
    const [one, two] = [await publish(total, { name: 'first' }), await publish(byZone, { name: 'second' })];
    const { id, path } = await hang([one, two]);
    const cards = [
      { question: one, x: 6, y: 2, width: 6, height: 4 },
      { question: two, x: 0, y: 2, width: 6, height: 4 },
      { text: '# Domains\nAll <b>of</b> them.', x: 0, y: 0, width: 12, height: 2 },
    ];
    const done = await update({ id, cards, filters: ['PERIOD', 'ZONE'] });
    expectDone(done);
    expect(done.board).toEqual({
      cards: [
        { question: null, text: cards[2]?.text, x: 0, y: 0, width: 12, height: 2 },
        { question: { id: two }, text: null, x: 0, y: 2, width: 6, height: 4 },
        { question: { id: one }, text: null, x: 6, y: 2, width: 6, height: 4 },
      ],
      filters: ['ZONE', 'PERIOD'],
    });
    const { text } = await read(path);
    expect(text).toContain('#card-3 { grid-area: 3 / 7 / span 4 / span 6; }');
    expect(wordsOn(text)).toMatch(
      /Domains All <b>of<\/b> them\..*second.*first|&lt;b&gt;of&lt;\/b&gt;.*second.*first/,
    );
    expect(text).not.toMatch(/ style="/);
  });

  it('keep their places when the board gets other questions, which stand below', async () => {
    const [one, two, three] = [await publish(total), await publish(byZone), await publish(byZone)];
    const { id } = await hang([one, two]);
    const place = { x: 3, y: 1, width: 4, height: 2 };
    expectDone(
      await update({
        id,
        cards: [
          { question: one, ...place },
          { text: 'Note', x: 0, y: 0, width: 2, height: 1 },
        ],
      }),
    );
    const done = await update({ id, questions: [three, one] });
    expectDone(done);
    expect(done.board?.cards).toEqual([
      { question: null, text: 'Note', x: 0, y: 0, width: 2, height: 1 },
      { question: { id: one }, text: null, ...place },
      { question: { id: three }, text: null, x: 0, y: 3, width: 6, height: 5 },
    ]);
  });

  it('are refused where they overlap, leave the grid or show nothing', async () => {
    const one = await publish(total);
    const { id } = await hang([one]);
    const usual = { x: 0, y: 0, width: 6, height: 4 };
    const refusals: [object[], string][] = [
      [[{ question: one, ...usual, x: 7 }], 'A card stands within 12 columns'],
      [[{ question: one, ...usual, x: -1 }], 'A card stands within 12 columns'],
      [[{ question: one, ...usual, height: 21 }], 'The height of a card is 1 to 20'],
      [[{ question: one, ...usual, y: 199 }], 'A card stands within 200 rows'],
      [
        [
          { question: one, ...usual },
          { text: 'Over it', ...usual, y: 3 },
        ],
        'Cards 1 and 2 overlap',
      ],
      [[{ question: one, text: 'both', ...usual }], 'A card shows either a question or a text'],
      [[usual], 'A card shows either a question or a text'],
      [[{ text: ' ', ...usual }], 'The text of a card is empty'],
      [[{ text: 'Alone', ...usual }], 'Questions are missing'],
      [
        [
          { question: one, ...usual },
          { question: one, ...usual, y: 9 },
        ],
        'A board shows a question once',
      ],
    ];
    for (const [cards, message] of refusals) {
      const { userErrors } = await update({ id, cards });
      expect(userErrors?.[0]?.message, message).toContain(message);
    }
    const { userErrors } = await update({ id, questions: [one], cards: [{ question: one, ...usual }] });
    expect(userErrors?.[0]?.message).toContain('Give either cards or questions');
  });

  it('show a chart without its table, which is there on demand', async () => {
    const id = await publish(byZone, { name: 'by zone', look: { as: 'CHART', kind: 'BARS' } });
    const { path } = await hang([id]);
    const { text } = await read(path);
    expect(text.indexOf('<svg')).toBeGreaterThan(0);
    expect(text).toMatch(/<details class="rows"><summary>Table[\s\S]*<table>/);
    expect((await read(pathOf(id))).text).not.toContain('<details');
  });
});

describe('a chart for everybody', () => {
  const balances = `{ account { balances(from: "2026-01-01", to: "2026-03-31", per: DAY) { day balance } } }`;

  it('never adds up levels, whatever look was published', async () => {
    const look = { as: 'CHART', across: 'day', value: 'balance' };
    for (const kind of ['STACKED_BARS', 'AREA', 'SHARE']) {
      const id = await publish(balances, { name: 'balance', look: { ...look, kind } });
      const { path } = await hang([id]);
      for (const url of [path, pathOf(id)])
        expect([kind, (await read(url)).text.match(/aria-label="balance\. (\w+ \w+)/)?.[1]]).toEqual([
          kind,
          'Line chart',
        ]);
    }
  });

  it('never draws numbers of different units on one axis', async () => {
    const document =
      '{ account { transactions { groups(by: [{ field: KIND }]) { kind count sum share } } } }';
    const id = await publish(document, {
      name: 'units',
      look: { as: 'CHART', across: 'kind', value: 'each number' },
    });
    const { path } = await hang([id]);
    for (const url of [path, pathOf(id)])
      expect((await read(url)).text).toMatch(
        /aria-label="units\. Bar chart: sum \(EUR\) by kind, \d+ values?\./,
      );
  });
});

describe('a question with names of people', () => {
  it('needs the same word wherever it is shown, groups by name and single values too', async () => {
    for (const document of [
      '{ domains { groups(by: [{ field: REGISTRANT_NAME }]) { registrantName count } } }',
      '{ domains { groups(by: [{ field: REGISTRANT }]) { registrant { name } count } } }',
      '{ contacts { nodes { name } } }',
    ]) {
      const refused = await mutate('questionPublish', { name: 'names', document }, 'url', alpha);
      expect(refused.userErrors?.[0]?.message, document).toContain('personal data');
      const id = await publish(document, { personalData: true });
      const { path } = await hang([id]);
      for (const url of [
        path,
        ...['', '.csv', '.xlsx', '.parquet', '.ndjson', '.json'].map((form) => pathOf(id) + form),
      ])
        expect([url.slice(-8), (await read(url)).status]).toEqual([url.slice(-8), 200]);
      // A board shows no more than its questions do, and changes to one are judged as if they were published.
      const changed = await mutate('questionUpdate', { id, document }, 'question { id }', alpha);
      expect(changed.userErrors?.[0]?.message).toContain('personal data');
    }
  });
});

describe('an answer of one number', () => {
  it('is a card, and a page of its own', async () => {
    const id = await publish(total, { name: 'how many' });
    const { path } = await hang([id]);
    const { data } = await graph(world, total);
    const count = String(data.domains?.totalCount);
    for (const url of [path, pathOf(id)]) {
      const { status, text } = await read(url);
      expect(status).toBe(200);
      expect(text).toContain(`<p class="figure" data-long="no">${count}</p>`);
      expect(text).not.toContain('<table');
    }
    expect((await read(`${pathOf(id)}.csv`)).status).toBe(406);
    expect((await read(`${pathOf(id)}.json`)).body.data).toEqual(data);
  });

  it('stands beside what it was before, by compareTo or by an alias', async () => {
    const compared = '{ domains { groups(by: [], compareTo: "P1D") { count before { count } } } }';
    const aliased = '{ domains { totalCount } before: domains(asOf: "-P1D") { totalCount } }';
    const { data } = await graph(world, total);
    const count = Number(data.domains?.totalCount);
    expect(await wordsOf(compared)).toContain(`${count} ▲ ${count} more than 0 before`);
    expect(await wordsOf(aliased)).toMatch(new RegExp(`${count} ▲ \\d+ (\\(.*\\) )?more than \\d+ before`));
    expect(await wordsOf(compared.replace('domains', 'domains(where: { zone: { eq: "test" } })'))).toMatch(
      /asked 0 (unchanged )?Asked/,
    );
  });

  it('is money with its currency, and several numbers are not a single one', async () => {
    const balance = await publish('{ account { balance } }');
    expect((await read(pathOf(balance))).text).toMatch(/class="figure"[^>]*>€[\d,]+\.\d\d</);
    const two = await publish('{ a: domains { totalCount } b: domains { totalCount } }');
    expect((await read(pathOf(two))).status).toBe(406);
    const name = await publish('{ viewer { name } }');
    expect((await read(pathOf(name))).status).toBe(406);
  });
});

describe('one filter for all cards', () => {
  const recent =
    'query ($where: DomainEventWhere) { domainEvents(where: $where) { groups(by: [{ field: KIND }]) { kind count } } }';

  it('narrows every list that can be narrowed, and says which cannot', async () => {
    const zones = await publish(byZone, { name: 'zones' });
    const variables = { where: { kind: { in: ['REGISTERED'] }, at: { gte: '-P1D' } } };
    const events = await publish(recent, { name: 'events', variables });
    const account = await publish('{ account { balance } }', { name: 'balance' });
    const { id, path } = await hang([zones, events, account]);
    expect((await read(path)).text).not.toContain('<form');
    expectDone(await update({ id, filters: ['ZONE', 'PERIOD'] }));
    const plain = wordsOn((await read(path)).text);
    expect(plain).toMatch(/zones Zone How many ee 13/);
    expect(plain).toMatch(/Registered 1 /);
    const narrow = wordsOn((await read(`${path}?zone=com.ee&period=P30D`)).text);
    expect(narrow).toMatch(/zones No rows\. Not by period\./);
    expect(narrow).toMatch(/events No rows\./);
    expect(narrow).toMatch(/balance €[\d,.]+ Not by zone or period\./);
    expect(wordsOn((await read(`${path}?zone=ee&period=P30D`)).text)).toMatch(/Registered 1 /);
  });

  it('accepts only choices that the board offers and that exist', async () => {
    const zones = await publish(byZone, { name: 'zones' });
    const { id, path } = await hang([zones]);
    const all = /zones Zone How many ee 13/;
    expect(wordsOn((await read(`${path}?zone=com.ee`)).text)).toMatch(all);
    expectDone(await update({ id, filters: ['ZONE'] }));
    for (const query of ['zone=nowhere.ee', 'zone=ee&zone=com.ee', 'registrar=BETA', 'zone="}'])
      expect(wordsOn((await read(`${path}?${query}`)).text), query).toMatch(all);
  });

  it('is by registrar on boards of operators only', async () => {
    const own = await hang([await publish(byZone)]);
    const { userErrors } = await update({ id: own.id, filters: ['REGISTRAR'] });
    expect(userErrors?.[0]?.message).toContain('Only boards of operators can be narrowed by registrar');
    const { id, path } = await hang([await publish(byZone, { name: 'zones' }, operator)], operator);
    expectDone(await update({ id, filters: ['REGISTRAR'] }, operator));
    expect(wordsOn((await read(`${path}?registrar=BETA`)).text)).toContain('zones No rows.');
    expect(wordsOn((await read(`${path}?registrar=ALPHA`)).text)).toMatch(/zones Zone How many ee 13/);
  });

  it('moves both sides of a comparison, and leaves alone one that has periods of its own', async () => {
    const moving = await publish(
      '{ domainEvents(where: { at: { gte: "-P1D", lt: "PT0S" } }) { groups(by: [], compareTo: "P30D") { count before { count } } } }',
      { name: 'moving' },
    );
    const own = await publish(
      '{ domainEvents(where: { at: { gte: "-P1D" } }) { totalCount } before: domainEvents(where: { at: { lt: "-P1D" } }) { totalCount } }',
      { name: 'own' },
    );
    const { id, path } = await hang([moving, own]);
    expectDone(await update({ id, filters: ['PERIOD'] }));
    const words = wordsOn((await read(`${path}?period=P30D`)).text);
    expect(words).toMatch(/moving 1 ▲ 1 more than 0 before own/);
    expect(words).toMatch(/own 1 ▲ 1 more than 0 before Not by period\./);
  });
});

describe('readings', () => {
  it('cost nothing by HEAD, whatever is asked for', async () => {
    const id = await publish('{ domains(first: 5) { nodes { name } } }');
    const head = () => world.request({ method: 'HEAD', url: `${pathOf(id)}.csv`, auth: null });
    for (let times = 0; times < 65; times += 1) {
      expect((await head()).status).toBe(200);
      world.clock.moveTo(new Date(world.clock.now().getTime() + 50_000));
    }
    expect((await head()).headers['x-total-count']).toBe('13');
    expect((await read(`${pathOf(id)}.json`)).status).toBe(200);
    const { data } = await graph(world, 'query ($id: ID!) { node(id: $id) { ... on Question { reads } } }', {
      variables: { id },
    });
    expect(data.node?.reads).toBe(1);
  });
});
