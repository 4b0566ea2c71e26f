import { describe, expect, it } from 'vitest';
import { Calendar } from '#src/base/calendar.ts';
import type { Change, Document } from '#src/base/events.ts';
import { summarise } from '#src/registry/operations/runner/effects-compared.ts';
import type { Effects } from '#src/registry/operations/runner/running-context.ts';

/** Each kind of effect counts by itself, whatever else shows the same difference. */
const none: Effects = { changes: [], messages: [], charges: [], outbox: [], facts: [], made: [] };
const noon = new Date('2026-11-18T10:00:00.000Z');
const calendar = new Calendar('Europe/Tallinn');

interface Written extends Partial<Effects> {
  readonly operation?: string;
  readonly input?: unknown;
  readonly value?: unknown;
  readonly prepared?: unknown;
  /** Effects of its first step, an hour earlier. */
  readonly first?: Partial<Effects>;
  readonly now?: Date;
  readonly document?: { readonly type: string; readonly sha256: string };
}
const hourEarlier = new Date(noon.getTime() - 3_600_000);
const summaryOf = ({
  operation = 'domain.transfer',
  input = { name: 'a.ee' },
  value = { id: 1 },
  prepared,
  first,
  now = noon,
  document,
  ...effects
}: Written) =>
  summarise(
    { effects: { ...none, ...effects }, now, calendar },
    { ...(document && { legalDocument: document as never }) },
    {
      operation: { name: operation },
      input,
      value,
      prepared,
      ...(first && { before: { effects: { ...none, ...first }, now: hourEarlier } }),
    },
  );

/** The names of all that differs, the items last. */
async function differences(one: Written, other: Written): Promise<string[]> {
  const [before, after] = [await summaryOf(one), await summaryOf(other)];
  const names = new Set([...before.parts.keys(), ...after.parts.keys()]);
  const items = Array.from({ length: Math.max(before.items.length, after.items.length) }, (_, at) => at);
  return [
    ...[...names].filter((name) => before.parts.get(name) !== after.parts.get(name)),
    ...items.filter((at) => before.items[at] !== after.items[at]).map((at) => `item ${at}`),
  ];
}
const same = async (one: Written, other: Written): Promise<void> =>
  expect(await differences(one, other)).toEqual([]);
const differ = async (one: Written, other: Written, ...names: readonly string[]): Promise<void> =>
  expect(await differences(one, other)).toEqual(names);

const message = (registrarId: number, kind: string) =>
  ({ registrarId, kind, text: 'x' }) as unknown as Effects['messages'][number];
const charge = (sum: string, registrarId = 1) =>
  ({ registrarId, sum }) as unknown as Effects['charges'][number];
const mail = (to: string) =>
  ({ kind: 'mail', payload: { to }, recipients: [] }) as unknown as Effects['outbox'][number];
const sent = (kind: string, url: string) =>
  ({ kind, payload: { url }, recipients: [] }) as unknown as Effects['outbox'][number];
const change = (
  type: Change['type'],
  key: string,
  before: Document | undefined,
  after: Document | undefined,
  id = 1,
): Change => ({ type, id, key, ...(before && { before }), ...(after && { after }) });
const changedDomain = (before: Document | undefined, after: Document | undefined, key = 'a.ee', id = 1) =>
  change('domain', key, before, after, id);

it('who gets a poll message, and of which kind', async () => {
  const messages = [message(1, 'transferred')];
  await differ({ messages }, { messages: [] }, 'its messages');
  await differ({ messages }, { messages: [message(2, 'transferred')] }, 'its messages');
  await differ({ messages }, { messages: [message(1, 'deleted')] }, 'its messages');
  await same({ messages }, { messages: [message(1, 'transferred')] });
});

it('who gets a mail or another call, and of which kind', async () => {
  await differ({ outbox: [mail('a@b.ee')] }, { outbox: [mail('c@d.ee')] }, 'its mails');
  await differ({ outbox: [sent('hook', '/a')] }, { outbox: [sent('hook', '/b')] }, 'its mails');
  await differ({ outbox: [sent('hook', '/a')] }, { outbox: [sent('call', '/a')] }, 'its mails');
  await same({ outbox: [sent('hook', '/a')] }, { outbox: [sent('hook', '/a')] });
  const { notices } = await summaryOf({ outbox: [mail('a@b.ee')], messages: [message(1, 'x')] });
  expect(notices).toMatchObject({ mails: 1, messages: 1 });
});

it('what is charged, and to whom', async () => {
  await differ({ charges: [charge('-10.00')] }, { charges: [charge('-11.00')] }, 'its price');
  await differ({ charges: [charge('-10.00')] }, { charges: [charge('-10.00', 2)] }, 'its price');
  await same({ charges: [charge('-10.00')] }, { charges: [charge('-10.00')] });
});

describe('what is asked for', () => {
  it('is an operation and its input', async () => {
    await differ({}, { operation: 'domain.renew' }, 'its operation');
    await differ({}, { input: { name: 'b.ee' } }, 'its input');
    await differ({ input: { names: ['a', 'b'] } }, { input: { names: ['b', 'a'] } }, 'its input');
    await differ({ input: { at: noon } }, { input: { at: hourEarlier } }, 'its input');
    await differ({ input: { flag: true } }, { input: { flag: false } }, 'its input');
    await differ({ input: { count: 0 } }, { input: {} }, 'its input');
  });

  it('is the same where nothing is said in another way', async () => {
    for (const nothing of [undefined, null, '', false, [], {}, { inner: {} }, { inner: { one: '' } }])
      await same({ input: { name: 'a' } }, { input: { name: 'a', more: nothing } });
    await same({ input: {} }, { input: null });
    await same({ input: { parts: [{ one: 1, two: null }] } }, { input: { parts: [{ one: 1 }] } });
    await differ({ input: { parts: [''] } }, { input: {} }, 'its input');
  });

  it('is a legal document, too', async () => {
    const document = { type: 'pdf', sha256: 'aa' };
    await same({ document }, { document: { ...document } });
    await differ({ document }, {}, 'its input');
    await differ({ document }, { document: { type: 'pdf', sha256: 'bb' } }, 'its input');
    await differ({ document }, { document: { type: 'txt', sha256: 'aa' } }, 'its input');
  });
});

describe('what is answered', () => {
  it('counts by its fields, but for what is made anew each time', async () => {
    await differ({ value: { until: 'a' } }, { value: { until: 'b' } }, 'value until');
    await differ({ value: { until: 'a' } }, { value: {} }, 'value until');
    for (const made of [
      ...['id', 'ids', 'uuid', 'number', 'holder', 'link', 'url', 'token', 'userUniqueId', 'transaction'],
      ...['invoiceId', 'domainIds', 'paymentUrl', 'invoiceNumber', 'invoiceNumbers'],
    ]) {
      await same({ value: { [made]: 'a' } }, { value: { [made]: 'b' } });
      await same(
        { value: { in: [{ [made]: 'a', more: 1 }] } },
        { value: { in: [{ [made]: 'b', more: 1 }] } },
      );
    }
    for (const kept of ['idle', 'paid', 'numbered', 'holders', 'urls', 'Idea', 'tokens', 'linked', 'myuuid'])
      await differ({ value: { [kept]: 'a' } }, { value: { [kept]: 'b' } }, `value ${kept}`);
    await differ({ value: { in: [{ more: 1 }] } }, { value: { in: [{ more: 2 }] } }, 'value in');
    await same({ value: { in: null } }, { value: { in: null } });
  });

  it('may be no object', async () => {
    await differ({ value: 'a' }, { value: 'b' }, 'value value');
    await differ({ value: ['a'] }, { value: ['b'] }, 'value value');
    await same({ value: null }, { value: null });
    await differ({ value: null }, { value: 'a' }, 'value value');
  });

  it('counts by its first step, too', async () => {
    await differ({ prepared: { sum: 1 } }, { prepared: { sum: 2 } }, 'prepared sum');
    await same({ prepared: { paymentUrl: 1 } }, { prepared: { paymentUrl: 2 } });
    await same({ prepared: { sum: 1 } }, { prepared: { sum: 1 } });
  });

  it('counts by facts of any name, all of them', async () => {
    await differ({ facts: [['due', 1]] }, { facts: [['due', 2]] }, 'fact due');
    await differ(
      { facts: [['due', 1]] },
      {
        facts: [
          ['due', 1],
          ['due', 2],
        ],
      },
      'fact due',
    );
    await differ(
      {
        facts: [
          ['due', 1],
          ['due', 2],
        ],
      },
      {
        facts: [
          ['due', 3],
          ['due', 2],
        ],
      },
      'fact due',
    );
    await same(
      {
        facts: [
          ['due', 1],
          ['sum', 2],
        ],
      },
      {
        facts: [
          ['sum', 2],
          ['due', 1],
        ],
      },
    );
  });
});

describe('moments', () => {
  const later = new Date(noon.getTime() + 60_000);
  it('that are now are when it is done', async () => {
    await same({ value: { at: noon } }, { value: { at: later }, now: later });
    await same({ value: { at: noon.toISOString() } }, { value: { at: later.toISOString() }, now: later });
    await same({ value: { in: [{ at: noon }] } }, { value: { in: [{ at: later }] }, now: later });
    await same({ facts: [['at', noon]] }, { facts: [['at', later]], now: later });
    // Of the first step, too.
    await same({ value: { at: noon }, first: {} }, { value: { at: hourEarlier }, first: {} });
    await differ({ value: { at: noon } }, { value: { at: hourEarlier } }, 'value at');
  });

  it('that follow from it count by their day in the time of the registry', async () => {
    const at = (text: string) => ({ value: { at: text } });
    await same(at('2027-11-18T10:00:00.000Z'), at('2027-11-18T21:59:59Z'));
    await same(at('2027-11-18T22:00:00.000Z'), at('2027-11-19T21:00:00.123Z'));
    await differ(at('2027-11-18T21:59:00.000Z'), at('2027-11-18T22:00:00.000Z'), 'value at');
    // Texts that only hold one are texts.
    for (const [one, other] of [
      ['2027-11-18T10:00:00Z!', '2027-11-18T11:00:00Z!'],
      ['!2027-11-18T10:00:00Z', '!2027-11-18T11:00:00Z'],
      ['2027-11-18 10:00', '2027-11-18 11:00'],
      ['2027-11-18T10:00:00+02:00', '2027-11-18T11:00:00+02:00'],
    ] as const)
      await differ(at(one), at(other), 'value at');
  });

  it('that an object had before count as they are', async () => {
    const [one, other] = ['2027-11-18T10:00:00.000Z', '2027-11-18T11:00:00.000Z'];
    const kept = (at: string) => ({ changes: [changedDomain({ at, note: '' }, { at, note: 'x' })] });
    await differ(kept(one), kept(other), 'field at');
    const taken = (until: string) => ({
      changes: [changedDomain({ at: one, until: null }, { at: one, until })],
    });
    await differ(taken(one), taken(other), 'field until');
    await same(taken(other), taken('2027-11-18T12:00:00.000Z'));
    const moved = (at: string) => ({ changes: [changedDomain({ at: '', note: '' }, { at, note: 'x' })] });
    await same(moved(one), moved(other));
    const made = (at: string) => ({ changes: [changedDomain(undefined, { at })] });
    await same(made(one), made(other));
  });
});

describe('what is made up on the way', () => {
  const code = 'deadbeef01';
  it('does not count, as a code, in capitals or within a text', async () => {
    const of = (made: string, text: string) => ({ made: [made], value: { note: text } });
    await same(of(code, `ALPHA:${code.toUpperCase()}`), of('cafe0123', 'ALPHA:CAFE0123'));
    await same(of(code, `x ${code} y`), of('cafe0123', 'x cafe0123 y'));
    await same(of('Two words', 'Two words here'), of('Other', 'Other here'));
    await same(of('Two words', 'Two words, Two words'), of('Other', 'Other, Other'));
    await differ(of(code, `x ${code} y`), of('cafe0123', 'z cafe0123 y'), 'value note');
    // Other codes do.
    await differ(of(code, 'deadbeef02'), of(code, 'deadbeef03'), 'value note');
    await differ({ value: { note: code } }, { value: { note: 'cafe0123' } }, 'value note');
    // Short or mixed ones are texts.
    await same(of('abc123', 'ABC abc123'), of('xyz', 'ABC xyz'));
    await differ(of('abc123', 'ABC123'), of('abc123', 'ABC124'), 'value note');
  });

  it('gives a list of texts no order, and no other list', async () => {
    const of = (...notes: readonly unknown[]) => ({ made: [code], value: { notes } });
    await same(of(`b ${code}`, 'a'), of('a', `b ${code}`));
    await differ(of('b', 'a'), of('a', 'b'), 'value notes');
    await differ(of(`b ${code}`, 1), of(1, `b ${code}`), 'value notes');
    await same(of({ one: [`b ${code}`, 'a'] }), of({ one: ['a', `b ${code}`] }));
    await same(of(null), of(null));
    await differ(of({ one: 1 }), of({ two: 1 }), 'value notes');
    await differ(of(null), of({}), 'value notes');
  });
});

describe('objects', () => {
  it('that the operation is about count by their fields', async () => {
    const of = (before: Document, after: Document) => ({ changes: [changedDomain(before, after)] });
    await differ(of({ a: 1, b: 1 }, { a: 2, b: 1 }), of({ a: 1, b: 1 }, { a: 3, b: 1 }), 'field a');
    await differ(of({ a: 0, b: 1 }, { a: 2, b: 1 }), of({ a: 1, b: 1 }, { a: 2, b: 1 }), 'field a');
    await differ(of({ a: 1 }, { a: 1, b: 1 }), of({ a: 1 }, { a: 1, c: 1 }), 'field b', 'field c');
    await differ(of({ a: 1, b: 1 }, { a: 1 }), of({ a: 1 }, { a: 1 }), 'field b');
  });

  it('are known by their id and name, and by whether they are left', async () => {
    const doc = { a: 1 };
    const of = (key: string, id: number, after: Document | undefined = doc) => ({
      changes: [changedDomain(doc, after, key, id)],
    });
    await differ(of('a.ee', 1), of('b.ee', 1), 'object domain');
    await differ(of('a.ee', 1), of('a.ee', 2), 'object domain');
    const gone = { changes: [changedDomain(doc, undefined)] };
    await differ(of('a.ee', 1), gone, 'object domain', 'field a');
    // A new price has a row of its own in place of another.
    const price = (id: number) => ({ changes: [change('price', 'ee', doc, doc, id)] });
    await same(price(1), price(2));
  });

  it('that are new have no id, and nothing that is made for them', async () => {
    const of = (id: number, made: string) => ({
      changes: [
        changedDomain(undefined, { a: 1, id: made, uuid: made, number: made, userUniqueId: made }, made, id),
      ],
    });
    await same(of(1, 'one'), of(2, 'two'));
    const note = (a: number) => ({ changes: [changedDomain(undefined, { a })] });
    await differ(note(1), note(2), 'field a');
    const existing = (uuid: string) => ({ changes: [changedDomain({ a: 1, uuid }, { a: 2, uuid })] });
    await differ(existing('one'), existing('two'), 'field uuid');
  });

  it('count without when they were written', async () => {
    for (const field of ['createdAt', 'updatedAt', 'companyRegister', 'passwordHash', 'transaction']) {
      const of = (made: string) => ({ changes: [changedDomain({ a: 1 }, { a: 2, [field]: made })] });
      await same(of('one'), of('two'));
      const fresh = (made: string) => ({ changes: [changedDomain(undefined, { a: 2, [field]: made })] });
      await same(fresh('one'), fresh('two'));
    }
    for (const field of ['createdAt', 'updatedAt', 'companyRegister']) {
      const of = (made: string) => ({ changes: [changedDomain({ a: 1, [field]: made }, { a: 2 })] });
      await same(of('one'), of('two'));
    }
    for (const field of ['passwordHash', 'transaction']) {
      const of = (made: string) => ({ changes: [changedDomain({ a: 1, [field]: made }, { a: 2 })] });
      await differ(of('one'), of('two'), `field ${field}`);
    }
  });

  it('of other types count as a whole, under their name', async () => {
    const of = (note: string, type: Change['type'] = 'contact') => ({
      changes: [changedDomain({ a: 1 }, { a: 2 }), change(type, 'A:1', { note: '' }, { note })],
    });
    await differ(of('x'), of('y'), 'object contact');
    await differ(of('x', 'api_user'), of('y', 'api_user'), 'object apiUser');
    // Of an operation that is about neither, too.
    await differ(
      { ...of('x'), operation: 'job.run' },
      { ...of('y'), operation: 'job.run' },
      'object contact',
    );
    // A name of several words.
    const user = (note: string) => ({
      operation: 'api-user.update',
      changes: [changedDomain({ a: 1 }, { a: 2 }), change('api_user', 'u', { note: '' }, { note })],
    });
    await differ(user('x'), user('y'), 'field note');
    // The only type there is has fields, whatever the operation is called.
    const only = (note: string) => ({
      operation: 'job.run',
      changes: [change('contact', 'A:1', { note: '' }, { note })],
    });
    await differ(only('x'), only('y'), 'field note');
  });

  it('of one type have no order', async () => {
    const one = changedDomain({ a: 1 }, { a: 2 }, 'a.ee', 1);
    const other = changedDomain({ a: 1 }, { a: 3 }, 'b.ee', 2);
    await same({ changes: [one, other] }, { changes: [other, one] });
    await differ({ changes: [one, other] }, { changes: [one, one] }, 'object domain', 'field a');
  });

  it('that are changed several times count by the first state and the last', async () => {
    const step = (from: number, to: number) => changedDomain({ a: from }, { a: to });
    await same({ changes: [step(1, 2), step(2, 3)] }, { changes: [step(1, 3)] });
    await same({ changes: [step(1, 2), step(2, 5), step(5, 3)] }, { changes: [step(1, 3)] });
    await differ({ changes: [step(1, 2), step(2, 3)] }, { changes: [step(1, 4)] }, 'field a');
    await differ({ changes: [step(0, 2), step(2, 3)] }, { changes: [step(1, 3)] }, 'field a');
    // Made and changed, it is new all the same; made and deleted, it is nothing.
    const made = changedDomain(undefined, { a: 1, uuid: 'x' });
    const kept = (uuid: string) => changedDomain({ a: 1, uuid: 'x' }, { a: 2, uuid });
    await same({ changes: [made, kept('y')] }, { changes: [changedDomain(undefined, { a: 2, uuid: 'z' })] });
    await same({ changes: [made, changedDomain({ a: 1, uuid: 'x' }, undefined)] }, {});
    // Those with other fields are not joined, in whatever order the fields are.
    const apart = [step(1, 2), changedDomain({ b: 1 }, { b: 2 })];
    await differ(
      { changes: apart },
      { changes: [changedDomain({ a: 1 }, { b: 2 })] },
      'object domain',
      'field a',
      'field b',
    );
    const turned = [
      changedDomain({ a: 1, b: 1 }, { a: 2, b: 1 }),
      changedDomain({ b: 1, a: 2 }, { b: 1, a: 3 }),
    ];
    await same({ changes: turned }, { changes: [changedDomain({ a: 1, b: 1 }, { a: 3, b: 1 })] });
    // Others of the same id or name are others.
    for (const second of [
      change('contact', 'a.ee', { a: 2 }, { a: 3 }),
      changedDomain({ a: 2 }, { a: 3 }, 'b.ee'),
      changedDomain({ a: 2 }, { a: 3 }, 'a.ee', 2),
    ])
      expect(await differences({ changes: [step(1, 2), second] }, { changes: [step(1, 3)] })).not.toEqual([]);
  });

  it('of the first step count, with all other effects of it', async () => {
    const changes = [changedDomain({ a: 1 }, { a: 2 })];
    await same({ first: { changes } }, { first: {}, changes });
    await same({ first: { messages: [message(1, 'x')] } }, { first: {}, messages: [message(1, 'x')] });
    await same({ first: { charges: [charge('1')] } }, { first: {}, charges: [charge('1')] });
    await same({ first: { outbox: [mail('a')] } }, { first: {}, outbox: [mail('a')] });
    await same({ first: { facts: [['due', 1]] } }, { first: {}, facts: [['due', 1]] });
    await same(
      { first: { made: ['One'] }, value: { n: 'One' } },
      { first: {}, made: ['Two'], value: { n: 'Two' } },
    );
    await differ(
      { first: { changes }, changes: [changedDomain({ a: 2 }, { a: 3 })] },
      { first: { changes } },
      'field a',
    );
    for (const effects of [
      { messages: [message(1, 'x')] },
      { charges: [charge('1')] },
      { outbox: [mail('a')] },
      { facts: [['due', 1] as const] },
      { changes },
    ]) {
      expect(await differences({ first: effects }, { first: {} })).not.toEqual([]);
      expect(await differences({ first: {}, ...effects }, { first: {} })).not.toEqual([]);
    }
  });
});

describe('the items of a bulk write', () => {
  const result = (name: string, ok = true, ...codes: readonly string[]) => ({
    name,
    ok,
    failures: codes.map((code) => ({ code, message: 'words' })),
  });
  const of = (changes: readonly Change[], ...results: readonly object[]): Written => ({
    value: { results },
    changes,
  });

  it('count by name, success and reasons', async () => {
    const two = [result('a.ee'), result('b.ee')];
    await same(of([], ...two), of([], ...two));
    await differ(of([], ...two), of([], result('a.ee'), result('c.ee')), 'item 1');
    await differ(of([], ...two), of([], result('a.ee', false), result('b.ee')), 'item 0');
    await differ(of([], result('a.ee', false, 'X')), of([], result('a.ee', false, 'Y')), 'item 0');
    await differ(of([], ...two), of([], result('a.ee')), 'item 1');
    expect((await summaryOf({})).items).toEqual([]);
  });

  it('have the changes of their own objects', async () => {
    const one = (to: number) => changedDomain({ a: 1 }, { a: to }, 'a.ee', 1);
    const other = changedDomain({ a: 1 }, { a: 2 }, 'b.ee', 2);
    const two = [result('a.ee'), result('b.ee')];
    await same(of([one(2), other], ...two), of([other, one(2)], ...two));
    await differ(of([one(2), other], ...two), of([one(3), other], ...two), 'item 0');
    await differ(of([one(2), other], ...two), of([one(2)], ...two), 'item 1');
    // Several of one item have no order; those of nobody are told by their type.
    const more = (a: number) => change('contact', 'a.ee', { a }, { a: 9 }, 5);
    await same(of([one(2), more(1)], ...two), of([more(1), one(2)], ...two));
    const strange = (a: number) => changedDomain({ a: 1 }, { a }, 'z.ee', 9);
    await differ(of([one(2), strange(1)], ...two), of([one(2), strange(2)], ...two), 'field a');
  });

  it('have the objects that are made for them', async () => {
    const made = (key: string, note: string) => change('contact', key, undefined, { note }, 7);
    const domain = (name: string, id: number, tech: unknown) =>
      changedDomain({ tech: null }, { tech }, name, id);
    const two = [result('a.ee'), result('b.ee')];
    const copies = (first: string, second: string) =>
      of(
        [domain('a.ee', 1, { in: ['C1'] }), made('C1', first), domain('b.ee', 2, 'C2'), made('C2', second)],
        ...two,
      );
    await same(copies('x', 'y'), copies('x', 'y'));
    await differ(copies('x', 'y'), copies('z', 'y'), 'item 0');
    await differ(copies('x', 'y'), copies('x', 'z'), 'item 1');
    // One that was there before is told by itself, and so is one that no item names.
    const there = (a: number) => change('contact', 'C3', { a: 1 }, { a }, 8);
    const named = (a: number) => of([domain('a.ee', 1, 'C3'), there(a)], ...two);
    await differ(named(2), named(3), 'field a');
    const loose = (note: string) => of([domain('a.ee', 1, 'C1'), made('C9', note)], ...two);
    await differ(loose('x'), loose('y'), 'field note');
    // An item that another one names stays its own.
    const mutual = (note: string) =>
      of([domain('a.ee', 1, 'b.ee'), changedDomain(undefined, { note }, 'b.ee', 2)], ...two);
    await differ(mutual('x'), mutual('y'), 'item 1');
  });
});
