import { beforeAll, describe, expect, it } from 'vitest';
import { newDomain, storedDomain } from '../../support/domains.ts';
import { expectData, expectMissing, expectRefusal, restApi } from '../../support/rest.ts';
import { people, seed } from '../../support/seed.ts';
import { basic, beta, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const call = restApi(() => world);
const info = (name: string, auth: string, code?: string) =>
  call(`GET /domains/${name}/transfer_info`, undefined, {
    auth,
    headers: code === undefined ? {} : { 'auth-code': code },
  });
const wrong = (answer: Awaited<ReturnType<typeof info>>) =>
  expectRefusal(answer, 400, 2202, 'Authorization error');

describe('transfer info', () => {
  it('shows the people behind a domain, with every documented key', async () => {
    const registrant = await seed(world, beta).contact({ name: 'Mari Mets', ident: people.mari });
    const admin = await seed(world, beta).contact();
    const company = await seed(world, beta).organisation();
    const name = await newDomain(
      world,
      { registrant, admins: [admin], techs: [company], transferCode: 'open-sesame' },
      { auth: beta },
    );
    const contact = (code: string, fields: object) => ({
      code,
      phone: '+372.5555555',
      email: 'jaan@example.com',
      ident: people.jaan,
      ident_type: 'priv',
      name: 'Jaan Tamm',
      ident_country_code: 'EE',
      city: null,
      street: null,
      zip: null,
      country_code: null,
      statuses: ['ok', 'linked'],
      ...fields,
    });
    const data = {
      domain: name,
      registrant: contact(registrant, { name: 'Mari Mets', ident: people.mari }),
      admin_contacts: [contact(admin, {})],
      tech_contacts: [
        contact(company, {
          name: 'Tamm OÜ',
          email: 'info@tamm.example',
          ident: '12345678',
          ident_type: 'org',
        }),
      ],
    };
    const answer = await info(name, beta);
    expectData(answer, data);
    expect(Object.keys(answer.body.data.registrant)).toEqual(Object.keys(data.registrant));
    expectData(await info(name, basic('alpha', 'alpha-sandbox'), 'open-sesame'), data);
  });

  it('ignores what code the sponsor sends', async () => {
    const name = await newDomain(world, {}, { auth: beta });
    expect((await info(name, beta, 'nonsense')).status).toBe(200);
  });

  it('is refused to others without a code or with a wrong one', async () => {
    const name = await newDomain(world, { transferCode: 'open-sesame' });
    wrong(await info(name, beta));
    wrong(await info(name, beta, 'nonsense'));
    wrong(await info(name, beta, 'open-sesame '));
    wrong(await info(name, beta, 'Open-Sesame'));
  });

  it('finds no domain that is not there, nor one by its number', async () => {
    expectMissing(await info('unknown.ee', beta, 'nonsense'));
    const { id } = await storedDomain(world, await newDomain(world));
    expectMissing(await info(String(id), basic('alpha', 'alpha-sandbox')));
  });

  it('is not for users who may only deal with money', async () => {
    const name = await newDomain(world);
    const answer = await info(name, basic('alpha-billing', 'alpha-sandbox'));
    expectRefusal(answer, 401, 2201, 'Authorization error');
  });
});

describe('wrong codes', () => {
  const minutes = 60_000;
  const tooMany = /^Too many wrong codes for this domain; try again in \d+ seconds$/;
  const transfer = (name: string, transfer_code: string, auth = beta) =>
    call(`POST /domains/${name}/transfer`, { transfer: { transfer_code } }, { auth });

  it('are counted over transfer info, transfer and bulk transfer, and then even the right one waits', async () => {
    const name = await newDomain(world, { transferCode: 'open-sesame' });
    wrong(await info(name, beta, 'one'));
    wrong(await info(name, beta, 'two'));
    expectRefusal(await transfer(name, 'three'), 400, 2202, 'Invalid authorization information');
    const bulk = (...codes: string[]) =>
      call(
        'POST /domains/transfer',
        { data: { domain_transfers: codes.map((transfer_code) => ({ domain_name: name, transfer_code })) } },
        { auth: beta },
      );
    const { failed } = (await bulk('four', 'five', 'open-sesame')).body.data;
    expect((failed as unknown as { errors: { code: string } }[]).map(({ errors }) => errors.code)).toEqual([
      '2202',
      '2202',
      '2502',
    ]);
    for (const answer of [await transfer(name, 'open-sesame'), await info(name, beta, 'open-sesame')]) {
      expect(answer).toMatchObject({
        status: 429,
        body: { code: 2502, message: expect.stringMatching(tooMany) },
      });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await storedDomain(world, name)).registrar_code).toBe('ALPHA');
    world.clock.moveTo(new Date(world.clock.now().getTime() + 15 * minutes));
    expect((await transfer(name, 'open-sesame')).status).toBe(200);
  });

  it('of one registrar do not hold up another, and of one domain not another', async () => {
    const guessed = await newDomain(world, { transferCode: 'open-sesame' }, { auth: beta });
    const other = await newDomain(world, { transferCode: 'open-sesame' }, { auth: beta });
    const alpha = basic('alpha', 'alpha-sandbox');
    for (let guess = 0; guess < 6; guess += 1) await info(guessed, alpha, `guess ${guess}`);
    expect((await info(guessed, alpha, 'open-sesame')).status).toBe(429);
    // All users of a registrar share its guesses.
    expect((await info(guessed, basic('alpha-epp', 'alpha-sandbox'), 'open-sesame')).status).toBe(429);
    expect((await info(guessed, beta)).status).toBe(200);
    expect((await info(other, alpha, 'open-sesame')).status).toBe(200);
  });

  it('are counted in a dry run too', async () => {
    const name = await newDomain(world, { transferCode: 'open-sesame' });
    for (let guess = 0; guess < 6; guess += 1)
      await call(
        'POST /domains/transfer',
        { data: { domain_transfers: [{ domain_name: name, transfer_code: `guess ${guess}` }] } },
        { auth: beta, headers: { 'dry-run': 'true' } },
      );
    expect((await transfer(name, 'open-sesame')).status).toBe(429);
  });

  it('of any number at the same time get no more than five looks', async () => {
    const name = await newDomain(world, { transferCode: 'open-sesame' });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, guess) => transfer(name, `guess ${guess}`)),
    );
    const codes = answers.map(({ body }) => Number(body.code));
    expect(codes.filter((code) => code === 2202)).toHaveLength(5);
    expect(codes.filter((code) => code === 2502)).toHaveLength(7);
  });
});
