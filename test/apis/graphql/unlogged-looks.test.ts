import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { subscribe } from '../../support/live.ts';
import { seed } from '../../support/seed.ts';
import { operator, type TestWorld, testWorld } from '../../support/world.ts';

/** A look at personal data that cannot be written down is not answered: what the database says then is told as everywhere. */
let world: TestWorld;
let url: string;
beforeAll(async () => {
  world = await testWorld();
  url = await world.listen();
  await seed(world).contact();
  const { db } = world.container.database;
  // As a primary that is going away.
  await sql`create function refuse_looks() returns trigger language plpgsql as
    $$ begin raise exception 'terminating connection' using errcode = '57P01'; end $$`.execute(db);
  await sql`create trigger refuse_looks before insert on access_log execute function refuse_looks()`.execute(
    db,
  );
});

const away = {
  message: expect.any(String),
  extensions: expect.objectContaining({ code: 'SERVICE_UNAVAILABLE', resultCode: 2400, retryable: true }),
};

it.each([
  ['JSON', 'application/json'],
  ['GraphQL', 'application/graphql-response+json'],
  ['CSV', 'text/csv'],
])('is 503 with a code and Retry-After: %s', async (_, accept) => {
  const { status, headers, body, text } = await world.request({
    method: 'POST',
    url: '/graphql',
    auth: operator,
    headers: { accept },
    payload: { query: '{ contacts { nodes { code name email } } }' },
  });
  expect({ status, body: body.errors ?? text }).toEqual({ status: 503, body: [away] });
  expect(headers['retry-after']).toMatch(/^\d+$/);
  expect(body.data ?? null).toBeNull();
});

it('is an error that says so in a stream', async () => {
  const live = await subscribe(url, 'subscription { contactsChanged { contact { name } } }', {
    auth: operator,
  });
  await seed(world).contact();
  const event = await live.next();
  expect(event.errors).toEqual([away]);
  expect(event.data ?? null).toBeNull();
});

it('is not about looks at what is not personal', async () => {
  const { status } = await world.request({
    method: 'POST',
    url: '/graphql',
    auth: operator,
    payload: { query: '{ contacts { totalCount } }' },
  });
  expect(status).toBe(200);
});
