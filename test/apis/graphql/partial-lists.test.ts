import { getNullableType, isListType, isObjectType } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildSchema } from '../../support/schema.ts';
import { operator, type TestWorld, testWorld } from '../../support/world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await testWorld();
});

const ask = (query: string, auth?: string) =>
  world.request({
    method: 'POST',
    url: '/graphql',
    headers: { accept: 'text/csv' },
    payload: { query },
    ...(auth && { auth }),
  });
const lines = (text: string): string[] => text.trim().split('\n');

describe('a list that shows a part of itself and is no connection', () => {
  it('says in a file how many there are', async () => {
    const { db } = world.container.database;
    const moment = world.clock.now();
    const owner = await db
      .selectFrom('registrars')
      .select('id')
      .where('code', '=', 'ALPHA')
      .executeTakeFirst();
    const hook = await db
      .insertInto('webhooks')
      .values({
        registrar_id: owner?.id ?? 0,
        url: 'https://example.com/',
        events: ['domain.changed'],
        secret: 'whsec_',
        created_by: 'alpha',
        created_at: moment,
        updated_at: moment,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const item = { subject: 'x', next_attempt_at: moment, created_at: moment };
    const payload = JSON.stringify({ event: 'domain.changed', message: '', data: {} });
    const mail = { recipient: 'a@a.example', subject: 'x', text: 'x', links: [], sent_at: moment };
    await db.deleteFrom('sandbox_mails').execute();
    await db.insertInto('sandbox_mails').values([mail, mail, mail]).execute();
    const many = Array.from({ length: 101 });
    await db
      .insertInto('outbox')
      .values([
        ...many.map(() => ({ ...item, kind: 'webhook', payload, webhook_id: hook.id })),
        ...many.map(() => ({ ...item, kind: 'mail', payload: '{}' })),
        ...many.map(() => ({ ...item, kind: 'mail', payload: '{}', dead_at: moment })),
      ])
      .execute();
    const id = Buffer.from(`Webhook:${hook.id}`).toString('base64');
    const own = `node(id: "${id}") { ... on Webhook`;
    for (const [query, total, shown, auth] of [
      ['{ sandboxMailbox(first: 2) { nodes { to } } }', '3', 2],
      ['{ sandboxMailbox { nodes { to } } }', '3', 3],
      [`{ ${own} { deliveries { nodes { id } } } } }`, '101', 20],
      [`{ ${own} { deliveries(first: 100) { nodes { id } } } } }`, '101', 100],
      ['{ outbox(first: 100, where: { state: { eq: PENDING } }) { nodes { id } } }', '101', 100, operator],
      ['{ outbox(first: 100, where: { state: { eq: DEAD } }) { gone: nodes { id } } }', '101', 100, operator],
    ] as const) {
      const { headers, text } = await ask(query, auth);
      expect({ query, total: headers['x-total-count'], truncated: headers['x-truncated'] }).toEqual({
        query,
        total,
        truncated: shown < Number(total) ? 'true' : undefined,
      });
      expect(lines(text)).toHaveLength(shown + 1);
    }
    // What stands inside of rows does not count for them.
    const { headers } = await ask('{ webhooks(first: 1) { nodes { id deliveries { nodes { id } } } } }');
    expect(headers).toMatchObject({ 'x-total-count': '1' });
    expect(headers['x-truncated']).toBeUndefined();
  });

  it('is no field of an object: each is a connection, or shows all that there is', () => {
    const bounded = Object.values(buildSchema().getTypeMap())
      .filter((type) => isObjectType(type))
      .flatMap((type) =>
        Object.values(type.getFields())
          .filter(
            ({ type: of, args, description }) =>
              isListType(getNullableType(of)) &&
              (args.some(({ name }) => name === 'first') ||
                /\bup to \d+|at most \d+/i.test(description ?? '')),
          )
          .map(({ name }) => `${type.name}.${name}`),
      )
      // These refuse what would be too many rows, and never show a part.
      .filter(
        (name) =>
          !name.endsWith('Connection.groups') &&
          !['Query.domainStatistics', 'Account.balances'].includes(name),
      );
    expect(bounded).toEqual([]);
  });
});
