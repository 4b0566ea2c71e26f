import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { differences, withoutSecrets } from '#src/base/events.ts';
import { contact } from '#src/registry/entities/contact.ts';
import { domain } from '#src/registry/entities/domain.ts';
import { type Declared, entity, text } from '#src/registry/entities/entity.ts';
import { documentOf, historyReader } from '#src/registry/entities/history.ts';
import { allEntities } from '../../support/entities.ts';
import { askOf } from '../../support/operator.ts';
import { seed, twoNameservers } from '../../support/seed.ts';
import { advance, clockAt } from '../../support/time.ts';
import { alpha, type TestWorld, testWorld } from '../../support/world.ts';

/** What a declaration says of history holds without another word elsewhere. */

describe('a field that history conceals', () => {
  it('never has a value there, as soon as it is declared', () => {
    const madeUp = entity('made_up', { id: text(), door_code: text().historySecret() });
    const of = (door_code: string) => documentOf(madeUp, () => door_code);
    expect(of('1234')).toEqual({ doorCode: '1234' });
    expect(withoutSecrets(of('1234'))).toEqual({});
    expect(differences(of('1234'), of('5678'))).toEqual({
      doorCode: { from: '(secret)', to: '(secret, changed)' },
    });
    expect(differences(of('1234'), of('1234'))).toEqual({});
  });

  it('is concealed in every entity', async () => {
    const secrets: string[] = [];
    for (const { declared } of await allEntities())
      for (const { name, history } of declared) if (history && !history.isRead) secrets.push(name);
    expect(new Set(secrets)).toEqual(
      new Set(['transferCode', 'authInfo', 'passwordHash', 'password', 'secret', 'previousSecret']),
    );
    for (const name of secrets) expect(withoutSecrets({ [name]: 'x', other: 1 })).toEqual({ other: 1 });
  });

  it('cannot be part of an object', () => {
    expect(() => entity('made_up', { door_code: text().partOf('door').historySecret() })).toThrow(
      /history conceals whole fields/,
    );
  });
});

describe('a field that history keeps', () => {
  it('is null in documents from before it was declared', () => {
    const before = entity('made_up', { name: text().history() });
    const after = entity('made_up', {
      name: text().history(),
      colour: text().nullable().history(),
      ident_kind: text().nullable().history('ident.kind'),
      shape: text().history(),
    });
    const old = documentOf(before, () => 'old');
    expect(historyReader(after)(old)).toEqual({ name: 'old', colour: null, ident_kind: null, shape: '' });
  });

  describe('and that an entry lacks', () => {
    let world: TestWorld;
    let code: string;
    let then: string;
    const ask = askOf(() => world);
    const name = 'vana.ee';

    beforeAll(async () => {
      world = await testWorld({}, { clock: clockAt('2026-03-01T12:00:00+02:00') });
      code = await seed(world).contact({
        addr: { street: 'Pikk 1', city: 'Tallinn', zip: '10123', country_code: 'EE' },
      });
      await seed(world).domain(name, { registrant: code, admins: [code], nameservers: twoNameservers });
      then = world.clock.now().toISOString();
      await advance(world, { by: 'P1D' });
    });

    /** Each field that history keeps of the two, and each other key of their documents that is not what they are found by. */
    const keys = (): [string, string[]][] => [
      ...[domain, contact].flatMap(({ table, declared }) =>
        declared
          .filter(({ history }) => history?.isRead)
          .map((field): [string, string[]] => [table.slice(0, -1), pathOf(field)]),
      ),
      ...['adminContacts', 'techContacts', 'nameservers', 'dnssecKeys', 'forceDelete'].map(
        (key): [string, string[]] => ['domain', [key]],
      ),
    ];
    const pathOf = ({ name: own, object, part, history }: Declared): string[] =>
      object ? [object, String(part)] : (history?.path ?? own).split('.');

    it.each(keys().filter(([, [key]]) => key !== 'code'))('is no fault: %s %s', async (type, path) => {
      const { db } = world.container.database;
      const kept = await sql<{ id: number; snapshot: object }>`
        select id, snapshot from history where object_type = ${type} and snapshot <> 'null'::jsonb`.execute(
        db,
      );
      await sql`update history set snapshot = snapshot #- ${path}::text[]
        where object_type = ${type} and snapshot <> 'null'::jsonb`.execute(db);
      const { errors, data } = await ask(
        `{ domain(name: "${name}", asOf: "${then}") { name expiresAt outzoneAt deleteDate forceDeleteDate
            statuses { name note } nameservers { hostname } dnssecKeys { publicKey } registrant { name } contacts { name } }
          domains(asOf: "${then}", first: 9) { nodes { name expiresAt registrant { name email phone } } }
          contact(code: "${code}", asOf: "${then}") { code name email phone ident { code type countryCode } createdAt
            statuses { name } address { street city zip } disclosedAttributes }
          contacts(asOf: "${then}", first: 9) { nodes { code name } } }`,
        {},
        alpha,
      );
      for (const { id, snapshot } of kept.rows)
        await sql`update history set snapshot = ${JSON.stringify(snapshot)}::jsonb where id = ${id}`.execute(
          db,
        );
      expect(errors).toBeUndefined();
      expect(data).toMatchObject({ domain: { name }, contact: { code } });
    });
  });
});
