import {
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { anonymous, type OperatorActor, type RegistrarActor } from '#src/base/actor.ts';
import { fieldWays, splitLocal } from '#src/extensions/facade/fields.ts';
import { checkFields } from '#src/extensions/facade/forward.ts';
import { withoutRefused } from '#src/extensions/facade/narrowed.ts';
import { wayOf } from '#src/extensions/facade/ways.ts';
import { contact } from '#src/registry/entities/contact.ts';
import { domain } from '#src/registry/entities/domain.ts';
import { type Entity, entity, list, text } from '#src/registry/entities/entity.ts';
import { clearedByTransfer, emptyDraft, storedValues } from '#src/registry/entities/entity-rows.ts';
import { changesSeen } from '#src/registry/entities/history.ts';
import { declarationOf } from '#src/registry/operations/input.ts';
import { operations } from '#src/registry/operations/operation.ts';
import { comparedColumns } from '#src/registry/store/registry/contact-copies.ts';
import { allEntities } from '../../support/entities.ts';
import { buildSchema } from '../../support/schema.ts';

/** What a transfer does to a value that callers set is said where the field is declared, and what a facade does in its table. */
const madeUp = entity('things', {
  id: text(),
  note: text().nullable().order('By it.').settable({ transfer: 'cleared' }),
  tags: list().settable({ transfer: 'cleared' }),
  colour: text().settable({ transfer: 'kept' }),
  code: text().settable({ transfer: 'renewed' }),
  remark: text().nullable().settable({ transfer: 'cleared' }),
});

fieldWays.things = { note: 'refused', tags: 'mirrored', colour: 'mirrored', code: 'sent', remark: 'local' };

describe('a field that callers set', () => {
  it('is not declared without a word about transfers', () => {
    // @ts-expect-error: what a transfer does is missing.
    expect(text().settable({}).facts.settable).toEqual({});
  });

  it('is in the table of facades, each of them', async () => {
    const unsaid = (await allEntities()).flatMap((one) =>
      one.declared.filter(({ column, settable }) => settable && !fieldWays[one.table]?.[column]),
    );
    expect(unsaid.map(({ name }) => name)).toEqual([]);
  });

  it('is empty after a transfer that clears it, and in a new draft', () => {
    expect(clearedByTransfer(madeUp)).toEqual({ note: null, tags: [], remark: null });
    expect(emptyDraft(madeUp, 'code')).toEqual({ note: null, tags: [], colour: '', remark: null });
  });

  it('is shown in history to the registrar of that time only, where a transfer clears it', () => {
    const as = (registrarCode: string) => ({ kind: 'registrar', registrarCode }) as RegistrarActor;
    const changes = { note: { from: 'old', to: 'new' }, colour: { from: 'red', to: 'blue' } };
    const entry = { changes, snapshot: { registrar: 'ALPHA' } };
    const { colour } = changes;
    expect(changesSeen(madeUp, entry, as('ALPHA'))).toEqual(changes);
    expect(changesSeen(madeUp, entry, { kind: 'operator' } as OperatorActor)).toEqual(changes);
    expect(changesSeen(madeUp, entry, as('BETA'))).toEqual({ colour });
    expect(changesSeen(madeUp, entry, anonymous)).toEqual({ colour });
    const registrar = { from: 'ALPHA', to: 'BETA' };
    const transfer = {
      changes: { note: { from: 'old', to: null }, registrar },
      snapshot: { registrar: 'BETA' },
    };
    expect(changesSeen(madeUp, transfer, as('BETA'))).toEqual({ registrar });
    expect(changesSeen(madeUp, transfer, as('ALPHA'))).toEqual(transfer.changes);
    const removal = { changes: { note: { from: 'old', to: null } }, snapshot: null };
    expect(changesSeen(madeUp, removal, as('BETA'))).toEqual({});
  });

  it('is refused by a facade whose registry does not have it, unless it is left out', () => {
    const refused = expect.objectContaining({ failures: [expect.objectContaining({ path: ['note'] })] });
    expect(() => checkFields(madeUp, { note: 'x', colour: 'red' })).toThrow(refused);
    for (const input of [{}, { note: undefined }, { note: null, colour: 'red' }])
      expect(() => checkFields(madeUp, input)).not.toThrow();
  });

  it('is not sent on by a facade that keeps it itself', () => {
    const input = { id: 'x', remark: 'mine', colour: undefined, tags: [] };
    expect(splitLocal(madeUp, input)).toEqual({ local: { remark: 'mine' }, others: { id: 'x', tags: [] } });
    expect(splitLocal(madeUp, { remark: null })).toEqual({ local: { remark: null }, others: {} });
  });

  it('is removed by blank text, in the row of a facade and in its history', () => {
    const both = { remark: null, colour: '' };
    expect(storedValues(madeUp, { remark: '', colour: '' })).toEqual({ columns: both, values: both });
  });

  it('is missing in the graph of a facade that refuses it', () => {
    const named = (name: string) => ({
      name,
      fields: { note: { type: GraphQLString }, colour: { type: GraphQLString } },
    });
    const schema = new GraphQLSchema({
      query: new GraphQLObjectType({
        name: 'Query',
        fields: {
          thing: {
            type: new GraphQLObjectType(named('Thing')),
            args: {
              where: { type: new GraphQLInputObjectType(named('ThingWhere')) },
              input: { type: new GraphQLInputObjectType(named('ThingUpdateInput')) },
              by: {
                type: new GraphQLEnumType({ name: 'ThingOrderField', values: { NOTE: {}, COLOUR: {} } }),
              },
            },
          },
          other: { type: new GraphQLObjectType(named('ThingStatus')) },
        },
      }),
    });
    const left = withoutRefused(schema, 'Thing', madeUp);
    const fieldsOf = (name: string) => Object.keys((left.getType(name) as GraphQLObjectType).getFields());
    for (const name of ['Thing', 'ThingWhere', 'ThingUpdateInput'])
      expect(fieldsOf(name)).toEqual(['colour']);
    expect(fieldsOf('ThingStatus')).toEqual(['note', 'colour']);
    const orders = left.getType('ThingOrderField') as GraphQLEnumType;
    expect(orders.getValues().map(({ name }) => name)).toEqual(['COLOUR']);
  });
});

describe('the inputs of the operations that a facade sends on', () => {
  /** What names the object, whoever has it. */
  const keys: Readonly<Record<string, string>> = { domain: 'name', contact: 'code' };
  const entities: Readonly<Record<string, Entity>> = { domain, contact };

  /** Each plain field in an input, also inside an object: the path by which it is given. */
  const pathsIn = (input: z.core.$ZodType): string[][] => {
    const { inner } = declarationOf(input);
    if (!(inner instanceof z.ZodObject)) return inner instanceof z.ZodArray ? [] : [[]];
    return Object.entries(inner.shape).flatMap(([name, field]) =>
      pathsIn(field).map((path) => [name, ...path]),
    );
  };

  it('set only fields that say what becomes of them', () => {
    buildSchema();
    const unsaid: string[] = [];
    const judged = new Set<string>();
    for (const operation of operations.values()) {
      const { name } = operation;
      const [kind = ''] = name.split('.');
      const of = entities[kind];
      if (wayOf(operation) !== 'registry' || !of) continue;
      for (const path of pathsIn((operation as unknown as { readonly input: z.core.$ZodType }).input)) {
        const field = of.declared.find(({ name: own, object, part, history }) =>
          object ? path.join() === `${object},${part}` : path.join('.') === (history?.path ?? own),
        );
        if (!field || field.name === keys[kind]) continue;
        if (field.settable) judged.add(`${kind}.${field.name}`);
        else unsaid.push(`${name}: ${path.join('.')}`);
      }
    }
    expect(unsaid).toEqual([]);
    // And everything that is declared so is set by one of them.
    const declared = Object.entries(entities).flatMap(([kind, one]) =>
      one.declared.filter(({ settable }) => settable).map(({ name }) => `${kind}.${name}`),
    );
    expect([...judged].sort()).toEqual(declared.sort());
  });

  it('belong to the only entities that transfers and facades know', async () => {
    const settable = (await allEntities()).filter(({ declared }) => declared.some((field) => field.settable));
    expect(new Set(settable)).toEqual(new Set([domain, contact]));
    expect(Object.keys(fieldWays).sort()).toEqual(['contacts', 'domains', 'things']);
  });

  it('are in a copy of a contact exactly where a transfer keeps them', () => {
    for (const { column, settable } of contact.declared)
      if (settable) expect(comparedColumns.includes(column), column).toBe(settable.transfer === 'kept');
  });
});
