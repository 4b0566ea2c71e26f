import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SecondContainer, secondContainer } from '../../../support/containers.ts';
import { secondConnection } from '../../../support/database.ts';
import { expectDone, mutateOf } from '../../../support/operator.ts';
import { Browser, codeOf, keyOn, newOperator, type Person, password } from '../../../support/operators.ts';
import { type TestWorld, testWorld } from '../../../support/world.ts';

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

  it('is told the same of a right code as of a wrong one while waiting, whatever the password', async () => {
    for (const [at, code] of wrongCodes(person.key, 6).entries())
      await tried(person, { code, at: at === 0 ? other : world });
    const restarted = await secondContainer({ clock: world.clock, database: other.container.database });
    const told = async (at: Try['at'], secret: string, code: string) => {
      const { statusCode, headers, body } = await new Browser(at ?? world, elsewhere()).post(signIn, {
        email: person.email,
        password: secret,
        code,
      });
      return [statusCode, headers['retry-after'], body.replaceAll(/\d+ seconds?|nonce[=-][^ >]+/g, '')];
    };
    // One process has counted five, one one, and one none: the database has counted all.
    for (const [at, secret] of [
      [world, password],
      [world, 'another-password'],
      [other, password],
      [restarted, password],
      [restarted, 'another-password'],
    ] as const) {
      const wrong = await told(at, secret, wrongCodes(person.key, 1)[0] ?? '');
      const right = await told(at, secret, codeOf(person.key));
      expect(right).toEqual([wrong[0], wrong[1] && expect.any(String), wrong[2]]);
    }
  });

  it('tries five of them in all where the person has signed in from, too', async () => {
    const answers: number[] = [];
    // Wrong codes at home count elsewhere as well.
    for (const code of wrongCodes(person.key, 5))
      answers.push(await tried(person, { code, from: '127.0.0.1' }));
    expect(answers).toEqual([401, 401, 401, 401, 401]);
    expect(await tried(person, { code: codeOf(person.key), at: other })).toBe(401);
    expect(await tried(person, { code: codeOf(person.key), at: other, from: '127.0.0.1' })).toBe(401);
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
    expect(await tried(person, { code: codeOf(person.key), at: other })).toBe(401);
    // The person has set up the authenticator at this address.
    expect(await tried(person, { code: codeOf(person.key), from: '127.0.0.1' })).toBe(303);
    await later(11);
    expect(await tried(person, { code: codeOf(person.key, 1), at: other })).toBe(303);
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
    expect(await tried({ ...person, key }, { code: codeOf(key), at: other })).toBe(303);
  });
});

describe('strangers who guess passwords', () => {
  const flood = async (person: Person, from: () => string, guesses: number): Promise<number[]> => {
    const answers: number[] = [];
    for (let guess = 0; guess < guesses; guess += 1)
      answers.push(await tried(person, { code: '000001', secret: `guess ${guess}`, from: from() }));
    return answers;
  };

  it('wait with the right code as with a wrong one, and do not keep the person out at a known address', async () => {
    const person = await newOperator(world, 'SUPPORT');
    expect((await flood(person, elsewhere, 9)).at(-1)).toBe(429);
    for (const code of [codeOf(person.key), '000001']) {
      expect(await tried(person, { code })).toBe(429);
      expect(await tried(person, { code, secret: 'another guess' })).toBe(429);
    }
    expect(await tried(person, { code: codeOf(person.key), from: '127.0.0.1' })).toBe(303);
  });

  it('wait at an address of the person, too', async () => {
    const person = await newOperator(world, 'SUPPORT');
    expect((await flood(person, () => '127.0.0.1', 14)).at(-1)).toBe(429);
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

describe('the pages on which people sign in', () => {
  const network = '10.7.0.1';
  const asked: Readonly<Record<string, (browser: Browser) => Promise<{ statusCode: number }>>> = {
    'an operator': (browser) =>
      browser.post(signIn, { email: 'nobody@registry.example', password, code: '000001' }),
    'an operator with a token': (browser) => browser.post(signIn, { token: 'operator-nobody' }),
    'a link': (browser) => browser.get('/operator/welcome/1'),
    'a link and a password': (browser) => browser.post('/operator/welcome/1', { password, code: '000001' }),
    'a provider': (browser) => browser.get('/operator/sign-in/provider'),
    'somebody who approves': (browser) =>
      browser.post('/approvals/sign-in', { username: 'nobody', password }),
    'an app': (browser) => browser.post('/oauth/sign-in/1', { username: 'nobody', password }),
  };

  it('share one budget of a network, and nobody is looked for beyond it', async () => {
    const own = await testWorld();
    const { budget } = own.container;
    for (let count = 0; count < 300; count += 1) expect((await budget.signIn(network)).allowed).toBe(true);
    for (const ask of Object.values(asked)) {
      const { statusCode, headers } = (await ask(new Browser(own, network))) as {
        statusCode: number;
        headers: object;
      };
      expect([statusCode, headers]).toEqual([
        429,
        expect.objectContaining({ 'retry-after': expect.any(String) }),
      ]);
      expect((await ask(new Browser(own, '10.7.0.2'))).statusCode).not.toBe(429);
    }
  });
});
