import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { requestSchema } from '#src/apis/rest/codec.ts';
import { contactChangesBody, newContactBody } from '#src/apis/rest/registrar/contact-body.ts';
import { registrationBody, updateBody } from '#src/apis/rest/registrar/domain-body.ts';
import { fieldWays } from '#src/extensions/facade/fields.ts';
import { contact } from '#src/registry/entities/contact.ts';
import { domain } from '#src/registry/entities/domain.ts';
import { entity, maxLength, text } from '#src/registry/entities/entity.ts';
import { settable } from '#src/registry/operations/input.ts';
import { allEntities } from '../../support/entities.ts';
import { testWorld } from '../../support/world.ts';

/** The most characters of a text are said once, where it is declared. */
const madeUp = entity('things', {
  note: text().atMost(3).settable({ transfer: 'kept' }),
  endless: text().settable({ transfer: 'kept' }),
});

describe('the most characters of a declared text', () => {
  it('are those of the input, counted as the database counts them, and of the document', () => {
    const input = settable(madeUp, 'note', 'A note.');
    expect(input.safeParse('äö🦉').success).toBe(true);
    expect(input.safeParse('abcd').error?.issues).toMatchObject([
      { message: 'Must have at most 3 characters' },
    ]);
    expect(maxLength(madeUp, 'note')).toEqual({ maxLength: 3 });
    expect(() => settable(madeUp, 'endless', 'A text.')).toThrow('things.endless has no limit');
  });

  it('are refused by the column too, unless a registry upstream may report more', async () => {
    const { db } = (await testWorld()).container.database;
    const { rows } = await sql<{ table: string; definition: string }>`
      select conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition
      from pg_constraint where contype = 'c'`.execute(db);
    const limited = (await allEntities()).flatMap(({ table, declared }) =>
      declared
        .filter(({ most, column }) => most && !fieldWays[table]?.[column])
        .map(({ column, most }) => ({ table, column, most })),
    );
    expect(limited.length).toBeGreaterThan(3);
    for (const { table, column, most } of limited) {
      const limit = new RegExp(String.raw`length\(${column}\) <= ${most}\b`);
      const found = rows.some((one) => one.table === table && limit.test(one.definition));
      expect(found, `${table} needs: check (char_length(${column}) <= ${most})`).toBe(true);
    }
  });

  it.each([
    ['a new domain', domain, registrationBody],
    ['a change of a domain', domain, updateBody],
    ['a new contact', contact, newContactBody],
    ['a change of a contact', contact, contactChangesBody],
  ])('are in the document of %s', (_, { declared }, body) => {
    const found = lengthsIn(requestSchema(body));
    for (const { column, object, settable: set, most } of declared)
      if (set && most)
        expect(found.get(object ? column.slice(object.length + 1) : column), column).toEqual([most]);
  });
});

/** Each `maxLength` in a schema, by the name of its property. */
function lengthsIn(schema: unknown, found = new Map<string, (number | undefined)[]>()) {
  if (typeof schema !== 'object' || schema === null) return found;
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'properties')
      for (const [property, one] of Object.entries(value as Record<string, unknown>)) {
        const lengths = new Set([...(found.get(property) ?? []), ...lengthOf(one)]);
        found.set(property, [...lengths]);
      }
    lengthsIn(value, found);
  }
  return found;
}

/** Of a schema, or of the one beside null. */
function lengthOf(schema: unknown): (number | undefined)[] {
  const {
    anyOf,
    maxLength: most,
    type,
  } = schema as { anyOf?: unknown[]; maxLength?: number; type?: unknown };
  if (anyOf) return anyOf.flatMap(lengthOf);
  return type === 'null' ? [] : [most];
}
