import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { askOf, expectDone, mutateOf } from '../../../support/operator.ts';
import { newOperator } from '../../../support/operators.ts';
import { samplesOfWrites } from '../../../support/samples-of-writes.ts';
import { type Loose, operator, type TestWorld, testWorld } from '../../../support/world.ts';

/** Refunds and payments are in refunds.test.ts, domains in bulk.test.ts: here is each of the other lists with something in it. */
let world: TestWorld;
const ask = askOf(() => world);
const mutate = mutateOf(() => world);
const reason = 'Asked for it';
let names: Readonly<Record<string, string>>;

beforeAll(async () => {
  world = await testWorld();
  const { contacts } = await samplesOfWrites(world);
  const { db } = world.container.database;
  const now = world.clock.now();
  await sql`insert into payment_disagreements (payment_reference, kind, details, raised_at) values ('differs', 'AMOUNT', '{}', ${now})`.execute(
    db,
  );
  await sql`insert into outbox (kind, subject, payload, next_attempt_at, created_at, dead_at)
    values ('mail', 'dead-letter', '{"to": "a@example.com", "subject": "x", "text": "x"}', ${now}, ${now}, ${now})`.execute(
    db,
  );
  const { name: person } = await newOperator(world, 'VIEWER');
  names = { person, contact: contacts.unused };
});

const one = (name: string) => ({ eq: name });
it.each<[string, object, (known: typeof names) => object, string]>([
  ['disputes', { disputeClose: true }, () => ({ name: one('vaidlus.ee') }), 'vaidlus.ee'],
  ['reservedNames', { nameUnreserve: true }, () => ({ name: one('hoitud.ee') }), 'hoitud.ee'],
  ['blockedNames', { nameUnblock: true }, () => ({ name: one('kinni.ee') }), 'kinni.ee'],
  ['reservations', { reservationCancel: true }, () => ({ name: { contains: 'portaal' } }), ''],
  ['boards', { boardRevoke: true }, () => ({ name: one('a') }), 'a'],
  ['questions', { questionRevoke: true }, () => ({ name: one('a') }), 'a'],
  ['accessTokens', { accessTokenRevoke: true }, () => ({ name: one('a') }), 'a'],
  ['apiUsers', { apiUserUpdate: { active: false } }, () => ({ username: one('alpha-teine') }), 'alpha-teine'],
  ['apiUsers', { apiUserDelete: true }, () => ({ username: one('alpha-teine') }), 'alpha-teine'],
  ['registrars', { registrarReinstate: true }, () => ({ code: one('DELTA') }), 'DELTA'],
  ['registrars', { registrarSuspend: { reason } }, () => ({ code: one('DELTA') }), 'DELTA'],
  ['operators', { operatorDisable: true }, ({ person = '' }) => ({ name: one(person) }), ''],
  ['contacts', { contactDelete: { reason } }, ({ contact = '' }) => ({ code: one(contact) }), 'ALPHA:UNUSED'],
  ['invoices', { invoiceStatusUpdate: { status: 'CANCELLED' } }, () => ({ status: { eq: 'UNPAID' } }), ''],
  [
    'paymentDisagreements',
    { paymentDisagreementResolve: { note: 'x' } },
    () => ({ paymentReference: one('differs') }),
    'differs',
  ],
  ['outbox', { outboxItemRetry: true }, () => ({ subject: one('dead-letter') }), 'dead-letter'],
])('a write to everything that a filter finds works with %s: %j', async (list, write, where, subject) => {
  const input = { list: { [list]: where(names) }, write };
  const started = await mutate('bulkStart', input, 'work { id total operation }', operator);
  expectDone(started);
  const { db } = world.container.database;
  const last = await sql<{ id: string }>`select coalesce(max(id), 0) as id from history`.execute(db);
  await world.container.jobs.runJobs(['bulk']);
  const { data } = await ask(
    'query ($id: ID!) { bulkWork(id: $id) { state total done rows(first: 100) { nodes { subject state message } } } }',
    { id: started.work.id },
  );
  const { rows, ...work } = data.bulkWork as Loose;
  expect(started.work.total).toBeGreaterThan(0);
  expect({ ...work, rows: rows.nodes }).toEqual({
    ...{ state: 'DONE', total: started.work.total, done: started.work.total },
    rows: Array(started.work.total).fill({
      subject: subject || expect.any(String),
      state: 'DONE',
      message: null,
    }),
  });
  // These two are kept in no history.
  const done: Readonly<Record<string, string>> = {
    paymentDisagreements: `payment_disagreements where payment_reference = 'differs' and resolved_at is not null`,
    outbox: `outbox where subject = 'dead-letter' and dead_at is null`,
  };
  const since = last.rows[0]?.id ?? 0;
  const effect = done[list] ?? `history where id > ${since} and operation = '${started.work.operation}'`;
  const { rows: found } = await sql`select from ${sql.raw(effect)}`.execute(db);
  expect(found.length).toBeGreaterThanOrEqual(started.work.total);
});
