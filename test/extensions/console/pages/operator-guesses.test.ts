import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SecondContainer, secondContainer } from '../../support/containers.ts';
import { secondConnection } from '../../support/database.ts';
import { expectDone, mutateOf } from '../../support/operator.ts';
import { Browser, codeOf, keyOn, newOperator, type Person, password } from '../../support/operators.ts';
import { type TestWorld, testWorld } from '../../support/world.ts';

/** Who guesses at operators: with their password, without it, from one place and from many, at one process and at several. */
let world: TestWorld;
let other: SecondContainer;
const mutate = mutateOf(() => world);
const signIn = '/operator/sign-in';
let place = 0;
/** An address that nobody has called from. */
const elsewhere = (): string => `10.9.${++place >> 8}.${place & 255}`;

beforeAll(async () => {
  world = await testWorld();
  const database = (await secondConnection()) ?? world.container.database;
  other = await secondContainer({ clock: world.clock, database });
});

interface Try {
  readonly code: string;
  readonly secret?: string;
  readonly from?: string;
  readonly at?: ConstructorParameters<typeof Browser>[0];
}

const tried = async (
  { email }: Person,
  { code, secret = password, from = elsewhere(), at = world }: Try,
): Promise<number> =>
  (await new Browser(at, from).post(signIn, { email, password: secret, code })).statusCode;

/** None of the codes that are right now. */
const wrongCodes = (key: string, count: number): string[] => {
  const right = [-1, 0, 1, 2].map((steps) => codeOf(key, steps));
  return Array.from({ length: count + 4 }, (_, at) => String(100_000 + at))
    .filter((code) => !right.includes(code))
    .slice(0, count);
};

const rowOf = ({ id }: Person) =>
  world.container.database.db
    .selectFrom('operator_networks')
    .selectAll()
    .where('operator_id', '=', Number(atob(id).split(':')[1]))
    .execute();

describe('somebody who knows the password', () => {
  let person: Person;
  beforeEach(async () => {
    person = await newOperator(world, 'SUPPORT');
  });

  it('tries five codes in all, over however many processes, addresses and restarts', async () => {
    const codes = wrongCodes(person.key, 5);
    for (const [at, code] of codes.entries())
      expect(await tried(person, { code, at: at % 2 ? other : world })).toBe(401);
    const restarted = await secondContainer({ clock: world.clock, database: other.container.database });
    // Even the right one is not looked at, and nothing tells that the password was right.
    for (const at of [world, other, restarted]) {
      const browser = new Browser(at, elsewhere());
      const form = { email: person.email, password, code: codeOf(person.key) };
      const refused = await browser.post(signIn, form);
      expect([refused.statusCode, browser.cookies.size]).toEqual([401, 0]);
      expect(refused.body).toContain('The e-mail address, the password or the code is wrong.');
    }
  });

  it('tries no more of them at the same moment', async () => {
    const codes = wrongCodes(person.key, 12);
    await Promise.all(codes.map((code, at) => tried(person, { code, at: at % 2 ? other : world })));
    const rows = await rowOf(person);
    expect(rows.find(({ network }) => network === '')?.wrong_codes).toBe(5);
  });

  it('waits longer after each one, and keeps the person out at new places only', async () => {
    const { db } = world.container.database;
    for (const code of wrongCodes(person.key, 5)) await tried(person, { code });
    const later = (seconds: number) =>
      db
        .updateTable('operator_networks')
        .set({ wrong_code_at: new Date(Date.now() - seconds * 1000) })
        .where('network', '=', '')
        .execute();
    await later(6);
    expect(await tried(person, { code: wrongCodes(person.key, 1)[0] ?? '', at: other })).toBe(401);
    await later(6);
    // The sixth wrong code made it ten seconds.
    expect(await tried(person, { code: codeOf(person.key) })).toBe(401);
    // The person has set up the authenticator at this address.
    expect(await tried(person, { code: codeOf(person.key), from: '127.0.0.1' })).toBe(303);
    await later(11);
    expect(await tried(person, { code: codeOf(person.key, 1) })).toBe(303);
  });

  it('cannot use a code twice in any process, and a new link clears the wrong ones', async () => {
    const code = codeOf(person.key);
    const both = await Promise.all([tried(person, { code }), tried(person, { code, at: other })]);
    expect(both.sort()).toEqual([303, 401]);
    expect(await tried(person, { code, from: '127.0.0.1' })).toBe(401);
    for (const wrong of wrongCodes(person.key, 5)) await tried(person, { code: wrong });
    const { link } = await mutate('operatorUpdate', { id: person.id, newLink: true }, 'link');
    const path = new URL(String(link)).pathname;
    const browser = new Browser(world, elsewhere());
    const key = keyOn((await browser.get(path)).body);
    expect((await browser.post(path, { password, code: codeOf(key, -1) })).statusCode).toBe(303);
    expect(await tried({ ...person, key }, { code: codeOf(key) })).toBe(303);
  });
});

describe('strangers who guess passwords', () => {
  const flood = async (person: Person, from: () => string, guesses: number): Promise<number[]> => {
    const answers: number[] = [];
    for (let guess = 0; guess < guesses; guess += 1)
      answers.push(await tried(person, { code: '000001', secret: `guess ${guess}`, from: from() }));
    return answers;
  };

  it('wait, and keep the person out neither at a known address nor, with the right code, at any other', async () => {
    const person = await newOperator(world, 'SUPPORT');
    expect((await flood(person, elsewhere, 9)).at(-1)).toBe(429);
    expect(await tried(person, { code: '000001' })).toBe(429);
    expect(await tried(person, { code: codeOf(person.key) })).toBe(303);
    expect(await tried(person, { code: codeOf(person.key, 1), from: '127.0.0.1' })).toBe(303);
  });

  it('from the address of the person, too', async () => {
    const person = await newOperator(world, 'SUPPORT');
    expect((await flood(person, () => '127.0.0.1', 14)).at(-1)).toBe(429);
    expect(await tried(person, { code: codeOf(person.key), from: '127.0.0.1' })).toBe(303);
  });

  it('get few guesses even with the right code, as a thief of an authenticator would', async () => {
    const person = await newOperator(world, 'SUPPORT');
    const answers: number[] = [];
    for (let guess = 0; guess < 8; guess += 1)
      answers.push(await tried(person, { code: codeOf(person.key), secret: `guess ${guess}` }));
    expect(answers.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
    expect(answers.at(-1)).toBe(429);
  });

  it('and links do not keep anybody from using a right link', async () => {
    const from = elsewhere();
    const input = { name: 'Uus Inimene', email: 'uus-inimene@registry.example', role: 'VIEWER' };
    const made = await mutate('operatorCreate', input, 'link');
    expectDone(made);
    const stranger = new Browser(world, from);
    const answers: number[] = [];
    for (let guess = 0; guess < 22; guess += 1)
      answers.push((await stranger.get(`/operator/welcome/${guess}`)).statusCode);
    expect(answers.at(-1)).toBe(429);
    const browser = new Browser(world, from);
    const path = new URL(String(made.link)).pathname;
    const key = keyOn((await browser.get(path)).body);
    expect((await browser.post(path, { password, code: codeOf(key) })).statusCode).toBe(303);
  });
});

describe('a link for a password', () => {
  it('is void once the address of the person is corrected, because it went to the wrong one', async () => {
    const input = { name: 'Vale Aadress', email: 'wrong-address@registry.example', role: 'ADMIN' };
    const made = await mutate('operatorCreate', input, 'link operator { id }');
    const path = new URL(String(made.link)).pathname;
    const id = made.operator?.id;
    const browser = new Browser(world, elsewhere());
    const key = keyOn((await browser.get(path)).body);
    // Another name or case of letters is no other address.
    const same = { id, name: 'Õige Nimi', email: 'Wrong-Address@registry.example' };
    expectDone(await mutate('operatorUpdate', same, 'operator { id }'));
    expect((await browser.get(path)).statusCode).toBe(200);
    const corrected = { id, email: 'right-address@registry.example' };
    expectDone(await mutate('operatorUpdate', corrected, 'operator { id }'));
    expect((await browser.get(path)).statusCode).toBe(404);
    expect((await browser.post(path, { password, code: codeOf(key) })).statusCode).toBe(404);
    const next = await mutate('operatorUpdate', { id, newLink: true }, 'link');
    expect((await browser.get(new URL(String(next.link)).pathname)).statusCode).toBe(200);
  });
});
