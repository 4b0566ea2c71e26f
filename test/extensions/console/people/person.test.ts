import { type RawBuilder, sql } from 'kysely';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { personDocument } from '#src/extensions/console/people/document.ts';
import { personKey, withoutSecrets } from '#src/extensions/console/people/person.ts';
import { isWaiting, secondConnection } from '../../../support/database.ts';
import { newDomain } from '../../../support/domains.ts';
import { askOf, expectDone, expectRefused, mutateOf } from '../../../support/operator.ts';
import { people, seed } from '../../../support/seed.ts';
import { alpha, type Loose, operator, type TestWorld, testWorld } from '../../../support/world.ts';

let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);
const email = 'mari.maasikas@kodu.example';
const ident = `EE:${people.mari}`;
const reason = 'Asked for it on paper';
let used: string;
let unused: string;

const look = async (variables: { email?: string; ident?: string }) => {
  const { data, errors } = await ask(
    'query ($ident: String, $email: String) { person(ident: $ident, email: $email) { key contacts places { name kept isWhole rows } } }',
    variables,
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return data.person as {
    key: string;
    contacts: string[];
    places: { name: string; kept: string | null; isWhole: boolean; rows: Loose[] }[];
  };
};
const namesIn = ({ places }: Awaited<ReturnType<typeof look>>): string[] => places.map(({ name }) => name);
const rowsOf = ({ places }: Awaited<ReturnType<typeof look>>, table: string): Loose[] =>
  places.find(({ name }) => name === table)?.rows ?? [];
const erase = (input: object) =>
  mutate(
    'personErase',
    { reason, ...input },
    'contacts histories mails questions boards approvals kept',
    operator,
  );
/** So that two moments differ. */
const later = () => world.clock.moveTo(new Date(world.clock.now().getTime() + 60_000));

beforeAll(async () => {
  world = await testWorld({ HISTORY_RETENTION: 'P1Y' });
  const { db } = world.container.database;
  used = await seed(world, alpha).contact({ email, ident: people.mari });
  unused = await seed(world, alpha).contact({ email: email.toUpperCase(), ident: people.mari });
  await newDomain(world, { name: 'maasikas.ee', registrant: used });
  expectDone(await mutate('contactUpdate', { code: used, phone: '+372.5551234' }, 'contact { code }', alpha));
  const now = world.clock.now();
  await sql`insert into outbox (kind, subject, payload, next_attempt_at, created_at, done_at)
    values ('mail', 'maasikas.ee', ${JSON.stringify({ to: email, text: `https://x.example/confirm/${'ab12'.repeat(12)}` })}, ${now}, ${now}, ${now})`.execute(
    db,
  );
  await sql`insert into outbox (kind, subject, payload, next_attempt_at, created_at)
    values ('mail', 'maasikas.ee', ${JSON.stringify({ to: email })}, ${now}, ${now})`.execute(db);
  await sql`insert into outbox (kind, subject, payload, next_attempt_at, created_at, dead_at)
    values ('mail', 'given up', ${JSON.stringify({ to: email })}, ${now}, ${now}, ${now})`.execute(db);
  await sql`insert into questions (hash, name, document, variables, personal_data, maker, maker_name, created_by, created_at, expires_at)
    values (${'0'.repeat(64)}, 'Mari', '{ contacts }', ${JSON.stringify({ email })}, true, 'operator', 'sandbox', 'sandbox', ${now}, ${now})`.execute(
    db,
  );
  await sql`insert into legal_documents (object_type, object_id, object_key, operation, registrar_id, actor_name, request_id, type, size, sha256, body, created_at)
    select 'domain', id, name, 'domain.update', registrar_id, 'alpha', 'r', 'pdf', 3, ${'0'.repeat(64)}, 'pdf', ${now} from domains where name = 'maasikas.ee'`.execute(
    db,
  );
  await ask('{ contacts(first: 5) { nodes { email } } }');
});

describe('what is held about a person', () => {
  it('is found in every table by the e-mail address, with the reason why it is kept', async () => {
    const found = await look({ email: ` ${email.toUpperCase()} ` });
    expect([...found.contacts].sort()).toEqual([used, unused].sort());
    expect(namesIn(found)).toEqual(
      expect.arrayContaining([
        'access_log',
        'contacts',
        'contact_versions',
        'domains',
        'domain_versions',
        'history',
        'legal_documents',
        'outbox',
        'questions',
      ]),
    );
    expect(found.places.find(({ name }) => name === 'outbox')).toMatchObject({ kept: null, isWhole: true });
    expect(found.places.find(({ name }) => name === 'domains')).toMatchObject({
      kept: 'while the domain exists',
    });
    expect(rowsOf(found, 'legal_documents')).toMatchObject([{ object_key: 'maasikas.ee' }]);
  });

  it('is the same by country and identity code, and nobody is found with another country', async () => {
    const byEmail = await look({ email });
    const byIdent = await look({ ident: ident.toLowerCase() });
    expect(byIdent.key).toBe(ident);
    expect(byIdent.contacts).toEqual(byEmail.contacts);
    expect(namesIn(byIdent)).toEqual(expect.arrayContaining(['contacts', 'domains', 'history', 'outbox']));
    expect((await look({ ident: `LV:${people.mari}` })).contacts).toEqual([]);
  });

  it('leaves out mail to an address that somebody else has too', async () => {
    const shared = 'office@kodu.example';
    const [one, other] = [
      await seed(world, alpha).contact({ email: shared, ident: people.peeter }),
      await seed(world, alpha).contact({ email: shared, ident: people.jaan }),
    ];
    const found = await look({ ident: `EE:${people.peeter}` });
    expect(found.contacts).toContain(one);
    expect(JSON.stringify(found)).not.toContain(other);
  });

  it('includes what a user of a registrar and an operator have done', async () => {
    const { db } = world.container.database;
    await sql`update api_users set email = 'Anna@Alpha.example', identity_code = 'EE60001019906' where username = 'alpha'`.execute(
      db,
    );
    for (const who of [{ email: 'anna@alpha.example' }, { ident: 'EE:60001019906' }]) {
      const found = await look(who);
      expect(namesIn(found)).toEqual(expect.arrayContaining(['api_users', 'history']));
      expect(rowsOf(found, 'history')).toContainEqual(expect.objectContaining({ actor_name: 'alpha' }));
    }
    await sql`insert into operators (name, email, role, created_by, created_at) values ('Anna Aru', 'anna@registry.example', 'VIEWER', 'x', now())`.execute(
      db,
    );
    expect(namesIn(await look({ email: 'anna@registry.example' }))).toContain('operators');
  });

  it('has no secrets: neither transfer codes nor the links of mails', async () => {
    const text = JSON.stringify(await look({ email }));
    expect(text).toContain('https://x.example/confirm/…');
    expect(text).not.toContain('ab12ab12');
    expect(text).not.toMatch(/"(transfer_code|auth_info|password_hash|hash)":/);
    expect(withoutSecrets('a 0b9ffa53-9e37-4d17-8f25-4a4c1c9d4f7e b')).toBe(
      'a 0b9ffa53-9e37-4d17-8f25-4a4c1c9d4f7e b',
    );
  });

  it('is found in a column that is added later, and not in those of somebody with a longer name', async () => {
    const { db } = world.container.database;
    await sql`create table newsletters (id int primary key, reader text)`.execute(db);
    await sql`insert into newsletters values (1, ${email}), (2, ${`x${email}`}), (3, ${`${email}x`})`.execute(
      db,
    );
    const found = await look({ email });
    expect(rowsOf(found, 'newsletters')).toEqual([{ id: 1, reader: email }]);
    await sql`drop table newsletters`.execute(db);
  });

  it('is written to the access log, under the contacts and a name that tells nobody', async () => {
    await look({ email });
    const { rows } = await sql<{ object_type: string; object_keys: string[] }>`
      select object_type, object_keys from access_log order by id desc limit 2`.execute(
      world.container.database.db,
    );
    const keys = Object.fromEntries(rows.map((row) => [row.object_type, row.object_keys]));
    expect([...(keys.contact ?? [])].sort()).toEqual([used, unused].sort());
    expect(keys.person).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)]);
  });

  it('is a document in which nothing that people wrote becomes markup', () => {
    const places = [{ name: 'outbox', kept: null, isWhole: false, rows: [{ to: '<b>&"', id: 1 }] }];
    const text = personDocument({ key: email, contacts: [], places });
    expect(text).toContain('&#60;b&#62;&#38;&#34;');
    expect(text).toContain('Only the newest 1 are shown.');
  });

  it('is shown for one whole identity code or address, and for nothing that many people share', async () => {
    const keys = [
      ...['mari', '@', 'a@', '%@%'].map((one) => ({ email: one })),
      ...[people.mari, 'EE:', 'EE:mari', 'EST:5551', 'US:1980-01-08'].map((one) => ({ ident: one })),
    ];
    for (const one of keys)
      expect(personKey(one), JSON.stringify(one)).toMatchObject({ code: 'PARAMETER_VALUE_SYNTAX' });
    expect(personKey({ ident: ' ee:38001085718 ' })).toMatchObject({ text: 'EE:38001085718' });
    const code = async (args: string) => {
      const { errors } = await ask(`{ person${args} { key } }`);
      return errors?.[0]?.extensions?.resultCode as unknown;
    };
    expect(await code('(email: "mari")')).toBe(2005);
    expect(await code(`(email: "${email}", ident: "${ident}")`)).toBe(2005);
    expect(await code('')).toBe(2003);
  });
});

describe('erasure', () => {
  it('is refused for a person with a domain, saying why, and without a reason', async () => {
    const refused = await erase({ email });
    expectRefused(refused, 2305);
    expect(refused.userErrors[0].message).toContain(`the contact ${used} is on maasikas.ee`);
    expectRefused(await erase({ email, reason: ' ' }), 2003);
    expectRefused(await erase({ email: 'mari' }), 2005);
    expect((await look({ email })).contacts).toHaveLength(2);
  });

  it('changes nothing in a dry run', async () => {
    const { data } = await ask(
      'mutation ($input: PersonEraseInput!) { personErase(input: $input, dryRun: true) { contacts mails questions kept outcome } }',
      { input: { email, reason, partly: true } },
    );
    expect(data.personErase).toMatchObject({ contacts: 1, mails: 2, questions: 1 });
    expect(data.personErase.kept).toContain(used);
    expect((await look({ email })).contacts).toHaveLength(2);
  });

  it('removes the rest if asked, and records that it was done and why, without naming the person', async () => {
    expect(await erase({ email, partly: true })).toMatchObject({
      contacts: 1,
      histories: 1,
      mails: 2,
      questions: 1,
      kept: expect.arrayContaining([used, 'contacts', 'domains', 'history', 'legal_documents', 'outbox']),
      userErrors: [],
    });
    const after = await look({ email });
    expect(after.contacts).toEqual([used]);
    expect(namesIn(after)).not.toContain('questions');
    // The mail that has not been sent yet.
    expect(rowsOf(after, 'outbox')).toHaveLength(1);
    const { rows } = await sql<{ object_key: string; snapshot: Loose; reason: string }>`
      select object_key, snapshot, reason from history where object_type = 'person' order by id desc limit 1`.execute(
      world.container.database.db,
    );
    expect(rows[0]).toMatchObject({
      object_key: expect.stringMatching(/^[0-9a-f]{16}$/),
      snapshot: { contacts: 1, mails: 2, questions: 1 },
      reason,
    });
    expect(JSON.stringify(rows)).not.toContain('maasikas');
    const { data } = await ask('{ operatorLog(first: 5) { nodes { operation reason } } }');
    expect(data.operatorLog.nodes).toContainEqual({ operation: 'person.erase', reason });
  });

  it('leaves nothing of a contact that no domain has used: neither asOf, nor history, nor a kept answer', async () => {
    const kate = 'kate@kuu.example';
    const create = () =>
      ask(
        `mutation { contactCreate(idempotencyKey: "kate", input: { name: "Kate Kuu", email: "${kate}", phone: "+372.5550000",
          ident: { code: "${people.minor}", type: PRIV, countryCode: EE } }) { contact { code name email } userErrors { message } } }`,
        {},
        alpha,
      );
    const { contact } = (await create()).data.contactCreate;
    expect(contact).toMatchObject({ email: kate });
    const then = world.clock.now().toISOString();
    later();
    expect(await erase({ email: kate })).toMatchObject({
      contacts: 1,
      histories: 1,
      kept: [],
      userErrors: [],
    });
    const answers = [
      await create(),
      await ask(`{ contact(code: "${contact.code}", asOf: "${then}") { name email } }`, {}, alpha),
      await ask(`{ contacts(first: 100, asOf: "${then}") { nodes { code name email } } }`, {}, alpha),
      await ask(`{ contacts(first: 100, asOf: "${then}") { nodes { code name email } } }`),
      await ask(
        '{ accessLog(first: 100) { nodes { actor objectType objectKey } } operatorLog(first: 100) { nodes { objectKey reason entry { changes { field from to } } } } }',
      ),
    ];
    for (const answer of answers) expect(JSON.stringify(answer)).not.toMatch(/kate@|Kate Kuu/i);
    const after = await look({ email: kate });
    expect(after).toMatchObject({ contacts: [], places: [] });
    const { rows } =
      await sql`select object_id from history where object_type = 'contact' and history::text ~* 'kate@|Kate Kuu|${sql.raw(people.minor)}'`.execute(
        world.container.database.db,
      );
    expect(rows).toEqual([]);
  });

  const publishAbout = async (who: string): Promise<string> => {
    const asked = {
      name: `About ${who}`,
      document: `# ${who}\n{ domains { totalCount } }`,
      personalData: true,
    };
    return (await mutate('questionPublish', asked, 'question { id }', alpha)).question.id;
  };
  const personalIn = async (pattern: string) =>
    (
      await sql<Loose>`select object_type, event from history
        where concat_ws(' ', changes::text, snapshot::text) ~* ${pattern} and object_type <> 'domain'`.execute(
        world.container.database.db,
      )
    ).rows;

  it('leaves nothing of what registrars had deleted before and no domain had used, and names where the rest stays', async () => {
    const gone = 'gone@kuu.example';
    const made = await Promise.all([1, 2, 3, 4, 5].map(() => seed(world, alpha).contact({ email: gone })));
    const next = await seed(world, alpha).contact({ email: 'nobody@kuu.example' });
    later();
    // While they are there, domains of others are registered and changed.
    await seed(world, alpha).domain('vahel.ee', { registrant: next });
    for (const code of made) {
      expectDone(await mutate('contactUpdate', { code, name: 'Gerda Gone' }, 'contact { code }', alpha));
      expectDone(await mutate('contactDelete', { code }, 'deletedId', alpha));
    }
    later();
    // A later contact with the code of one that is gone, and a domain that has only that one.
    const [again = ''] = made;
    await seed(world, alpha).contact({ id: again.replace('ALPHA:', ''), email: 'another@kuu.example' });
    await seed(world, alpha).domain('uuesti.ee', { registrant: again });
    const { data } = await ask(
      'mutation ($input: PersonEraseInput!) { personErase(input: $input, dryRun: true) { histories } }',
      { input: { email: gone, reason } },
    );
    expect(data.personErase.histories).toBe(5);
    expect(await personalIn('Gerda|gone@')).not.toEqual([]);
    expect(await erase({ email: gone })).toMatchObject({
      contacts: 0,
      histories: 5,
      kept: [],
      userErrors: [],
    });
    expect(await personalIn('Gerda|gone@')).toEqual([]);
    const found = await look({ email: 'another@kuu.example' });
    expect(rowsOf(found, 'contacts')).toMatchObject([{ code: again }]);

    const evidence = 'evidence@kuu.example';
    const code = await seed(world, alpha).contact({ email: evidence });
    await seed(world, alpha).domain('tõend.ee', { registrant: next, techs: [code] });
    later();
    const part = { name: 'tõend.ee', contacts: [{ code, role: 'TECH' }] };
    expectDone(await mutate('domainContactsRemove', part, 'domain { name }', alpha));
    expectDone(await mutate('contactDelete', { code }, 'deletedId', alpha));
    later();
    expect(await erase({ email: evidence })).toMatchObject({
      ...{ contacts: 0, histories: 0, userErrors: [] },
      kept: expect.arrayContaining(['history', 'contact_versions']),
    });
  });

  it('shows nobody a later contact that has the code of one that was the person', async () => {
    const [before, since] = ['first@kuu.example', 'second@kuu.example'];
    const code = await seed(world, alpha).contact({ id: 'REUSED', email: before });
    later();
    expectDone(await mutate('contactDelete', { code }, 'deletedId', alpha));
    await seed(world, alpha).contact({ id: 'REUSED', email: since, name: 'Sirje Second' });
    await publishAbout(code);
    later();
    const found = await look({ email: before });
    expect(found.contacts).toEqual([code]);
    expect(JSON.stringify(found)).not.toMatch(/Sirje|second@/);
    expect(namesIn(found)).not.toContain('questions');
    expect(await erase({ email: before })).toMatchObject({ contacts: 0, histories: 1, questions: 0 });
    const { data } = await ask(`{ contact(code: "${code}") { name email } }`, {}, alpha);
    expect(data.contact).toEqual({ name: 'Sirje Second', email: since });
    expect(JSON.stringify(await look({ email: since }))).toContain('Sirje Second');
  });

  it('ends boards that name the person too, and leaves nothing in the history of questions and boards', async () => {
    const address = 'asked@kuu.example';
    await seed(world, alpha).contact({ email: address });
    const id = await publishAbout(address);
    const other = await publishAbout('somebody');
    const board = async (name: string, text: string) => {
      const { id } = (await mutate('boardPublish', { name, questions: [other] }, 'board { id }', alpha))
        .board;
      const cards = [{ question: other, text: null }, { text }].map((one, y) => ({
        ...one,
        x: 0,
        y,
        width: 6,
        height: 1,
      }));
      expectDone(await mutate('boardUpdate', { id, cards }, 'board { id }', alpha));
      return id as string;
    };
    const boards = [await board(address, 'x'), await board('y', `See ${address}`)];
    const third = await board('z', 'z');
    // It named the person once.
    expectDone(await mutate('questionUpdate', { id: other, name: address }, 'question { id }', alpha));
    expectDone(await mutate('questionUpdate', { id: other, name: 'Not any more' }, 'question { id }', alpha));
    later();
    expect(await personalIn(address)).not.toEqual([]);
    expect(await erase({ email: address })).toMatchObject({
      ...{ contacts: 1, questions: 1, boards: 2, kept: [], userErrors: [] },
    });
    expect(await personalIn(address)).toEqual([]);
    const { data } = await ask('{ questions { nodes { id name } } boards { nodes { id name } } }', {}, alpha);
    expect(data.questions.nodes).toContainEqual({ id: other, name: 'Not any more' });
    expect(data.questions.nodes.map((one: Loose) => one.id)).not.toContain(id);
    const open = data.boards.nodes.map((one: Loose) => one.id);
    expect(open).toContain(third);
    for (const one of boards) expect(open).not.toContain(one);
  });

  it('leaves nothing in answers to repeated requests: of REST, of approvals and of questions', async () => {
    const [name, address] = ['Kaja Kuu', 'kaja@kuu.example'];
    const body = {
      contact: {
        name,
        email: address,
        phone: '+372.5550001',
        ident: { ident: people.minor, ident_type: 'priv', ident_country_code: 'EE' },
      },
    };
    const personal = `kaja@|Kaja Kuu|${people.minor}`;
    const rest = (method: 'POST' | 'PUT', url: string, payload: object) =>
      world.request({
        method,
        url: `/registry/v1/contacts${url}`,
        auth: alpha,
        headers: { 'content-type': 'application/json', 'idempotency-key': `kaja${method}` },
        payload: JSON.stringify(payload),
      });
    const made = await rest('POST', '', body);
    expect(made.status, made.text).toBe(200);
    const { code } = (made.body.data as Loose).contact as Loose;
    const change = { contact: { name: `${name}-Tamm` } };
    expect((await rest('PUT', `/${code}`, change)).status).toBe(200);

    const { token } = await mutate(
      'accessTokenCreate',
      { name: 'asks', scopes: ['WRITE'], guards: { approvalNeeded: true } },
      'token',
      alpha,
    );
    const waiting = await ask(
      `mutation { contactCreate(input: { name: "${name}", email: "${address}", phone: "+372.5550001",
        ident: { code: "${people.minor}", type: PRIV, countryCode: EE } }) { userErrors { details } } }`,
      {},
      `Bearer ${token}`,
    );
    const id = waiting.data.contactCreate.userErrors[0].details.approval;
    const decline = () =>
      ask(
        `mutation { approvalDecline(idempotencyKey: "kaja", input: { id: "${id}" }) {
          approval { state summary changes { name fields { field from to } } } userErrors { message } } }`,
        {},
        alpha,
      );
    expect(JSON.stringify(await decline())).toContain(address);
    const publish = () =>
      ask(
        `mutation ($document: String!) { questionPublish(idempotencyKey: "kaja-asks", input: { name: "${address}", document: $document, personalData: true }) {
          question { name document } userErrors { message } } }`,
        { document: `# ${address}\n{ domains { totalCount } }` },
        alpha,
      );
    expect(JSON.stringify(await publish())).toContain(address);
    later();
    expect(await erase({ email: address })).toMatchObject({ contacts: 1, questions: 1, userErrors: [] });

    const answers = [
      (await rest('POST', '', body)).text,
      (await rest('PUT', `/${code}`, change)).text,
      JSON.stringify(await decline()),
      JSON.stringify(await publish()),
    ];
    for (const answer of answers) expect(answer).not.toMatch(new RegExp(personal, 'i'));
    expect(answers[0]).toContain(code);
    const { rows } = await sql`select operation, answer, prepared from idempotency_keys
      where concat_ws(' ', answer, prepared) ~* ${personal}`.execute(world.container.database.db);
    expect(rows).toEqual([]);
  });

  it('leaves nothing waiting to be sent, but what goes to a registrar, unless something of the person stays', async () => {
    const address = 'waits@kuu.example';
    const code = await seed(world, alpha).contact({ email: address });
    const { db } = world.container.database;
    const wait = (kind: string, payload: object, subject = 'waits') =>
      sql`insert into outbox (kind, subject, payload, created_at, next_attempt_at)
        values (${kind}, ${subject}, ${JSON.stringify(payload)}, now(), now() + interval '1 day')`.execute(
        db,
      );
    await sql`update registrars set email = 'desk@alpha.example' where code = 'ALPHA'`.execute(db);
    await wait('mail', { to: address, subject: 'To the person', text: 'x' });
    await wait('mail', { to: [address.toUpperCase()], subject: 'To the person in a list', text: 'x' });
    await wait('mail', { to: 'desk@alpha.example', subject: 'To the registrar', text: address });
    await wait('mail', { to: [address, 'other@kuu.example'], subject: 'To others too', text: 'x' });
    await wait('webhook', { event: 'domain.changed', data: { name: code } });
    await wait('accounting', { customer: address });
    const waiting = async () =>
      (
        await sql<{ what: string }>`select coalesce(payload->>'subject', kind) as what from outbox
          where payload::text ~* ${`${address}|${code}`} order by id`.execute(db)
      ).rows.map(({ what }) => what);
    later();
    expect(await erase({ email: address })).toMatchObject({ contacts: 1, mails: 3, userErrors: [] });
    expect(await waiting()).toEqual(['To the registrar', 'To others too', 'accounting']);
  });

  /** Somebody else has a contact until the erasure waits for it, and ends what it does then. */
  const meanwhile = async (
    code: string,
    does: (RawBuilder<unknown> | (() => Promise<unknown>))[],
    erasing: () => Promise<Loose>,
  ) => {
    const other = await secondConnection();
    if (!other) throw new Error('there is no second connection to an embedded database');
    return other.transaction(async (db) => {
      await sql`select from contacts where code = ${code} for update`.execute(db);
      const erased = erasing();
      await expect
        .poll(() => isWaiting(world.container.database, '%from contacts where id = any%for update%'), {
          timeout: 60_000,
        })
        .toBe(true);
      for (const one of does) await (typeof one === 'function' ? one() : one.execute(db));
      return { erased };
    });
  };
  const onServer = inject('testDatabase').kind === 'postgres';

  it.runIf(onServer)('erases what is written while it runs, too', async () => {
    const address = 'late@kuu.example';
    const code = await seed(world, alpha).contact({ email: address, name: 'Liina Late' });
    later();
    const shown = JSON.stringify({ ok: true, value: { code }, shown: { contact: { code, email: address } } });
    const { erased } = await meanwhile(
      code,
      [
        sql`insert into idempotency_keys (scope, key, operation, input_hash, answer, prepared, created_at)
          values ('registrar:1', 'late', 'contact.update', 'x', ${shown}, ${JSON.stringify({ value: address })}, now() - interval '1 hour')`,
        sql`insert into outbox (kind, subject, payload, created_at, next_attempt_at, done_at)
          values ('webhook', 'late', ${JSON.stringify({ data: { name: code } })}, now(), now(), now())`,
        sql`insert into outbox (kind, subject, payload, created_at, next_attempt_at)
          values ('mail', 'late', ${JSON.stringify({ to: address, subject: 'x', text: 'x' })}, now(), now() + interval '1 day')`,
      ],
      () => erase({ email: address }),
    );
    expect(await erased).toMatchObject({ contacts: 1, mails: 2, userErrors: [] });
    expect((await look({ email: address })).places).toEqual([]);
    const { rows } = await sql`select from idempotency_keys
      where concat_ws(' ', answer->>'shown', prepared::text) ~* ${`${address}|${code}`}`.execute(
      world.container.database.db,
    );
    expect(rows).toEqual([]);
  });

  it.runIf(onServer)(
    'erases contacts that are made while it runs, and what is written about them',
    async () => {
      const address = 'twice@kuu.example';
      const code = await seed(world, alpha).contact({ email: address });
      later();
      let made = '';
      const { erased } = await meanwhile(
        code,
        [
          async () => {
            made = await seed(world, alpha).contact({ email: address });
          },
          () => publishAbout(made),
        ],
        () => erase({ email: address }),
      );
      expect(await erased).toMatchObject({
        contacts: 2,
        histories: 2,
        questions: 1,
        kept: [],
        userErrors: [],
      });
      expect(await look({ email: address })).toMatchObject({ contacts: [], places: [] });
    },
  );

  it.runIf(onServer)('spares a contact that is corrected while it runs, and says so', async () => {
    const address = 'typo@kuu.example';
    const code = await seed(world, alpha).contact({ email: address });
    const corrects = [sql`update contacts set email = 'right@kuu.example' where code = ${code}`];
    const { erased } = await meanwhile(code, corrects, () => erase({ email: address }));
    expect(await erased).toMatchObject({
      contacts: null,
      userErrors: [{ resultCode: 2305, message: expect.stringContaining(code) }],
    });
    await sql`update contacts set email = ${address} where code = ${code}`.execute(
      world.container.database.db,
    );
    const again = await meanwhile(code, corrects, () => erase({ email: address, partly: true }));
    expect(await again.erased).toMatchObject({
      ...{ contacts: 0, userErrors: [] },
      kept: expect.arrayContaining([code, 'history']),
    });
    const { data } = await ask(`{ contact(code: "${code}") { email } }`, {}, alpha);
    expect(data.contact.email).toBe('right@kuu.example');
  });

  it('is refused for what a contact had before that is there under another address, and leaves that one alone', async () => {
    const code = await seed(world, alpha).contact({ email: 'before@maasikas.example' });
    later();
    expectDone(
      await mutate('contactUpdate', { code, email: 'since@maasikas.example' }, 'contact { code }', alpha),
    );
    later();
    const { userErrors } = await erase({ email: 'before@maasikas.example' });
    expect(userErrors).toMatchObject([{ resultCode: 2305, message: expect.stringContaining(code) }]);
    expect(await erase({ email: 'before@maasikas.example', partly: true })).toMatchObject({
      contacts: 0,
      kept: expect.arrayContaining([code, 'history']),
      userErrors: [],
    });
    const { data } = await ask(`{ contact(code: "${code}") { email } }`, {}, alpha);
    expect(data.contact.email).toBe('since@maasikas.example');
  });

  it('deletes no mail to a registrar whose address the contact has', async () => {
    const shared = 'info@alpha.example';
    const { db } = world.container.database;
    await sql`update registrars set email = ${shared} where code = 'ALPHA'`.execute(db);
    const ident = '38903111321';
    await seed(world, alpha).contact({ email: shared, ident });
    await sql`insert into outbox (kind, payload, subject, created_at, next_attempt_at, done_at)
      values ('mail', ${JSON.stringify({ to: shared, subject: 'Invoice', text: 'x' })}, 'ALPHA', now(), now(), now())`.execute(
      db,
    );
    expect(await erase({ ident: `EE:${ident}`, partly: true })).toMatchObject({ mails: 0, userErrors: [] });
  });

  it('keeps the history of a contact that a domain has used until HISTORY_RETENTION is over', async () => {
    const old = 'old@maasikas.example';
    const code = await seed(world, alpha).contact({ email: old, ident: people.minor.replace(/.$/, '2') });
    const next = await seed(world, alpha).contact({ email: 'next@maasikas.example' });
    later();
    await seed(world, alpha).domain('vana.ee', { registrant: next, techs: [code] });
    later();
    expectDone(
      await mutate(
        'domainContactsRemove',
        { name: 'vana.ee', contacts: [{ code, role: 'TECH' }] },
        'domain { name }',
        alpha,
      ),
    );
    later();
    expect(await erase({ email: old })).toMatchObject({ contacts: 1, histories: 0, userErrors: [] });
    expect(namesIn(await look({ email: old }))).toContain('history');
    const { db } = world.container.database;
    await sql`update history set at = at - interval '2 years' where object_type = 'contact' and object_key = ${code}`.execute(
      db,
    );
    expect(await erase({ email: old })).toMatchObject({ contacts: 0, histories: 1, userErrors: [] });
    expect((await look({ email: old })).places).toEqual([]);
  });

  it('and a registration with the contact at the same moment: one of them wins, and nothing is half done', async () => {
    for (const round of [1, 2, 3]) {
      const address = `race${round}@maasikas.example`;
      const code = await seed(world, alpha).contact({ email: address });
      later();
      const [erased, registered] = await Promise.all([
        erase({ email: address }),
        mutate(
          'domainRegister',
          { name: `race${round}.ee`, registrant: code, period: 'P1Y' },
          'domain { name }',
          alpha,
        ),
      ]);
      const isErased = erased.userErrors.length === 0;
      expect(registered.userErrors.length === 0).toBe(!isErased);
      if (!isErased) expectRefused(erased, 2305);
      else expectRefused(registered, 2303);
    }
  });
});
