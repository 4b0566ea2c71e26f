import { getNamedType, isObjectType } from 'graphql';
import { expect, it } from 'vitest';
import { measureIn } from '#src/apis/graphql/measures.ts';
import { buildSchema } from '../../support/schema.ts';

const ofNumbers = new Set(['Int', 'Float', 'Decimal', 'BigInt']);

const numbers = Object.values(buildSchema().getTypeMap())
  .filter((type) => isObjectType(type))
  .filter(({ name }) => !name.startsWith('__'))
  .flatMap((type) =>
    Object.values(type.getFields())
      .filter((field) => ofNumbers.has(getNamedType(field.type).name))
      .map((field) => ({ name: `${type.name}.${field.name}`, type: getNamedType(field.type).name, field })),
  );

it('each number of the graph says what it is, and the schema carries it', () => {
  expect(numbers.length).toBeGreaterThan(200);
  expect(numbers.filter(({ field }) => !measureIn(field)).map(({ name }) => name)).toEqual([]);
  const carried = numbers.filter(
    ({ field }) => (field.extensions.directives as { measure?: unknown } | undefined)?.measure === undefined,
  );
  expect(carried.map(({ name }) => name)).toEqual([]);
});

it('money has its unit, and what counts or identifies has none', () => {
  const money = numbers.filter(({ type, field }) => type === 'Decimal' && measureIn(field)?.kind !== 'RATE');
  expect(money.filter(({ field }) => measureIn(field)?.unit !== 'EUR').map(({ name }) => name)).toEqual([]);
  const keys = numbers.filter(({ field }) => measureIn(field)?.kind === 'KEY');
  expect(keys.filter(({ field }) => measureIn(field)?.unit !== undefined).map(({ name }) => name)).toEqual(
    [],
  );
});
