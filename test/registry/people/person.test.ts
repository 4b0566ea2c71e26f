import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { personKey, withoutSecrets } from '#src/registry/rules/person.ts';
import { newDomain } from '../../support/domains.ts';
import { askOf, expectDone, expectRefused, mutateOf } from '../../support/operator.ts';
import { seed } from '../../support/seed.ts';
import { alpha, type Loose, operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);
const email = 'mari.maasikas@kodu.example';
let used: string;
let unused: string;

const look = async (person: string) => {
  const { data, errors } = await ask(
    'query ($person: String!) { personData(person: $person) { key contacts places { name kept isWhole rows } } }',
    { person },
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return data.personData as {
    contacts: string[];
    places: { name: string; kept: string | null; rows: Loose[] }[];
  };
};
const namesIn = ({ places }: Awaited<ReturnType<typeof look>>): string[] => places.map(({ name }) => name);

beforeAll(async () => {
  world = await testWorld({ HISTORY_RETENTION: 'P1Y' });
  const { db } = world.container.database;
  used = await seed(world, alpha).contact({ email });
  unused = await seed(world, alpha).contact({ email: email.toUpperCase() });
  await newDomain(world, { name: 'maasikas.ee', registrant: used });
  expectDone(await mutate('contactUpdate', { code: used, phone: '+372.5551234' }, 'contact { code }', alpha));
  const now = world.clock.now();
  await sql`insert into outbox (kind, subject, payload, next_attempt_at, created_at, done_at)
    values ('mail', 'maasikas.ee', ${JSON.stringify({ to: email, text: `https://x.example/confirm/${'ab12'.repeat(12)}` })}, ${now}, ${now}, ${now})`.execute(
    db,
  );
  await sql`insert into outbox (kind, subject, payload, next_attempt_at, created_at)
    values ('mail', 'maasikas.ee', ${JSON.stringify({ to: email })}, ${now}, ${now})`.execute(db);
  await sql`insert into questions (hash, name, document, variables, personal_data, maker, maker_name, created_by, created_at, expires_at)
    values (${'0'.repeat(64)}, 'Mari', '{ contacts }', ${JSON.stringify({ email })}, true, 'operator', 'sandbox', 'sandbox', ${now}, ${now})`.execute(
    db,
  );
  await ask('{ contacts(first: 5) { nodes { email } } }');
});

describe('what is held about a person', () => {
  it('is found in every table by the e-mail address, with why it is kept', async () => {
    const found = await look(` ${email.toUpperCase()} `);
    expect([...found.contacts].sort()).toEqual([used, unused].sort());
    expect(namesIn(found)).toEqual(
      expect.arrayContaining([
        'access_log',
        'contacts',
        'contact_versions',
        'domains',
        'domain_versions',
        'history',
        'outbox',
        'questions',
      ]),
    );
    expect(found.places.find(({ name }) => name === 'outbox')).toMatchObject({ kept: null });
    expect(found.places.find(({ name }) => name === 'domains')).toMatchObject({
      kept: 'while the domain exists',
    });
  });

  it('has no secrets: neither transfer codes nor the links of mails', async () => {
    const text = JSON.stringify(await look(email));
    expect(text).toContain('https://x.example/confirm/…');
    expect(text).not.toContain('ab12ab12');
    expect(text).not.toMatch(/"(transfer_code|auth_info|password_hash|hash)":/);
  });

  it('is found in a column that is added later, and not in those of somebody with a longer name', async () => {
    const { db } = world.container.database;
    await sql`create table newsletters (id int primary key, reader text)`.execute(db);
    await sql`insert into newsletters values (1, ${email}), (2, ${`x${email}`}), (3, ${`${email}x`})`.execute(
      db,
    );
    const found = await look(email);
    expect(found.places.find(({ name }) => name === 'newsletters')?.rows).toEqual([{ id: 1, reader: email }]);
    await sql`drop table newsletters`.execute(db);
  });

  it('is written to the access log, under the contacts and a name that tells nobody', async () => {
    await look(email);
    const { rows } = await sql<{ object_type: string; object_keys: string[] }>`
      select object_type, object_keys from access_log order by id desc limit 2`.execute(
      world.container.database.db,
    );
    const keys = Object.fromEntries(rows.map((row) => [row.object_type, row.object_keys]));
    expect([...(keys.contact ?? [])].sort()).toEqual([used, unused].sort());
    expect(keys.person).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)]);
  });

  it('is shown for a whole identity code or address only, to operators with the role', async () => {
    for (const one of ['', 'mari', '@', '5551', 'a@', '%@%']) expect(personKey(one)).toBeUndefined();
    expect(personKey(' 38001085718 ')).toBe('38001085718');
    const refused = await ask('{ personData(person: "mari") { key } }');
    expect(refused.errors).toMatchObject([{ extensions: { resultCode: 2005 } }]);
    expect(withoutSecrets('a 0b9ffa53-9e37-4d17-8f25-4a4c1c9d4f7e b')).toBe(
      'a 0b9ffa53-9e37-4d17-8f25-4a4c1c9d4f7e b',
    );
  });
});

describe('erasure', () => {
  const erase = (more: object = {}) =>
    mutate('personErase', { person: email, ...more }, 'contacts histories mails questions kept', operator);

  it('changes nothing in a dry run', async () => {
    const { data } = await ask(
      'mutation ($input: PersonEraseInput!) { personErase(input: $input, dryRun: true) { contacts mails questions kept outcome } }',
      { input: { person: email } },
    );
    expect(data.personErase).toMatchObject({ contacts: 1, mails: 1, questions: 1, kept: [used] });
    expect((await look(email)).contacts).toHaveLength(2);
  });

  it('removes what nothing needs, keeps the rest, and records that it was done without saying for whom', async () => {
    expect(await erase()).toMatchObject({
      contacts: 1,
      histories: 0,
      mails: 1,
      questions: 1,
      kept: [used],
      userErrors: [],
    });
    const after = await look(email);
    expect(namesIn(after)).not.toContain('questions');
    // The mail that has not been sent yet.
    expect(after.places.find(({ name }) => name === 'outbox')?.rows).toHaveLength(1);
    const { rows } = await sql<{ object_key: string; snapshot: Loose }>`
      select object_key, snapshot from history where object_type = 'person' order by id desc limit 1`.execute(
      world.container.database.db,
    );
    expect(rows[0]).toMatchObject({
      object_key: expect.stringMatching(/^[0-9a-f]{16}$/),
      snapshot: { contacts: 1, mails: 1, questions: 1 },
    });
    expect(JSON.stringify(rows)).not.toContain('maasikas');
    expectRefused(await mutate('personErase', { person: 'mari' }, 'contacts', operator), 2005);
  });

  it('removes the history of a contact when it was deleted long enough ago', async () => {
    const { db } = world.container.database;
    await sql`update history set at = at - interval '2 years' where object_type = 'contact' and object_key = ${unused}`.execute(
      db,
    );
    expect(await erase()).toMatchObject({ contacts: 0, histories: 1, userErrors: [] });
    const { rows } = await sql`select from history where object_type = 'contact' and object_key = ${unused}
      and (changes::text ilike ${`%${email}%`} or snapshot::text ilike ${`%${email}%`})`.execute(db);
    expect(rows).toEqual([]);
  });
});
