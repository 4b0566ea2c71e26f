import { readFileSync } from 'node:fs';
import { type GraphQLSchema, isEnumType, isInputObjectType, buildSchema as parseSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { isLocalDate } from '#src/base/calendar.ts';
import { facadeNarrowing } from '#src/extensions/facade/narrowed.ts';
import { sandboxNarrowing } from '#src/extensions/sandbox/narrowed.ts';
import { buildSchema } from '../support/schema.ts';

interface Markable {
  deprecationReason?: string | null | undefined;
}

/** `Since 2026-11-16, until 2027-12-01: use x instead.` */
function datesIn(reason: string) {
  const [, since = '', until = ''] = /^Since (\S+), until (\S+): ./.exec(reason) ?? [];
  return isLocalDate(since) && isLocalDate(until) ? { since, until } : undefined;
}

/** Everything in a schema that is marked as deprecated, with the reason. */
function deprecated(given: GraphQLSchema): { name: string; reason: string }[] {
  const found: { name: string; reason: string }[] = [];
  const see = (name: string, { deprecationReason }: Markable) => {
    if (deprecationReason) found.push({ name, reason: deprecationReason });
  };
  for (const type of Object.values(given.getTypeMap()).filter(({ name }) => !name.startsWith('__'))) {
    if (isEnumType(type)) for (const value of type.getValues()) see(`${type.name}.${value.name}`, value);
    if (isInputObjectType(type))
      for (const field of Object.values(type.getFields())) see(`${type.name}.${field.name}`, field);
    else if ('getFields' in type)
      for (const field of Object.values(type.getFields())) {
        see(`${type.name}.${field.name}`, field);
        for (const one of field.args) see(`${type.name}.${field.name}(${one.name}:)`, one);
      }
  }
  return found;
}

function brokenPromises(given: GraphQLSchema, changelog: string): string[] {
  return deprecated(given).flatMap(({ name, reason: why }) => {
    const { since = '', until = '' } = datesIn(why) ?? {};
    if (since === '') return [`${name}: "${why}" does not say since when, until when and what instead`];
    const aYearLater = `${Number(since.slice(0, 4)) + 1}${since.slice(4)}`;
    return [
      ...(until < aYearLater ? [`${name} goes less than twelve months after it was marked`] : []),
      ...(changelog.includes(`\`${name}\``) ? [] : [`${name} is not named in the changelog`]),
    ];
  });
}

describe('a deprecated element', () => {
  const textOf = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

  it.each([
    ['sandbox', {}],
    ['production', { narrowedBy: [sandboxNarrowing] }],
    ['facade', { narrowedBy: [facadeNarrowing] }],
    ['subgraph', { federation: true }],
  ])('keeps the promises of docs/versioning.md in the graph of a %s', (_, kind) => {
    expect(brokenPromises(buildSchema(kind), textOf('CHANGELOG.md'))).toEqual([]);
  });

  it('is there when docs/versioning.md does not say that nothing is', () => {
    expect(textOf('docs/versioning.md').includes('Nothing is deprecated today')).toBe(
      deprecated(buildSchema()).length === 0,
    );
  });

  it('would be found if it broke them', () => {
    const small = parseSchema(`
      type Query {
        old: Int @deprecated
        soon: Int @deprecated(reason: "Since 2026-11-16, until 2027-11-15: use now.")
        secret: Int @deprecated(reason: "Since 2026-11-16, until 2027-11-16: use now.")
        good(old: In @deprecated(reason: "Until 2030-01-01: use now.")): Int
        fine: Kind @deprecated(reason: "Since 2026-11-16, until 2027-11-16: use now.")
      }
      input In { old: Int @deprecated(reason: "Since 2026-02-30, until 2027-11-16: use now.") }
      enum Kind { OLD @deprecated(reason: "gone") NEW }`);
    expect(
      brokenPromises(small, 'Deprecated: `Query.fine`, `Query.soon`.').map((one) => one.split(/:? /)[0]),
    ).toEqual(['Query.old', 'Query.soon', 'Query.secret', 'Query.good(old:)', 'In.old', 'Kind.OLD']);
  });
});
