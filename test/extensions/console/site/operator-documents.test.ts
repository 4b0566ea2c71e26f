import { readdirSync, readFileSync } from 'node:fs';
import { buildSchema, isInputObjectType, isNonNullType, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type Action, documentOf } from '#src/extensions/console/pages/action.ts';
import { actions } from '#src/extensions/console/pages/actions.ts';
import { documentNamed } from '#src/extensions/console/pages/documents.ts';

describe("the console's documents", () => {
  const textOf = (path: string) => readFileSync(new URL(`../../../../${path}`, import.meta.url), 'utf8');
  const schema = buildSchema(textOf('schema/schema.graphql'));
  const files = readdirSync(new URL('../../../../src/extensions/console/pages/documents', import.meta.url));
  const documents = files.map((file) => file.replace('.graphql', '')).filter((name) => name !== 'fragments');

  it.each(documents)('%s is valid', (name) => {
    expect(validate(schema, parse(documentNamed(name)))).toEqual([]);
  });

  it.each(Object.entries(actions) as [string, Action][])(
    '%s is valid, and asks for all that it needs',
    (name, action) => {
      expect(action.field).toBe(name);
      expect(validate(schema, parse(documentOf(action)))).toEqual([]);
      const input = schema.getType(`${name.charAt(0).toUpperCase()}${name.slice(1)}Input`);
      if (!isInputObjectType(input)) throw new TypeError(`${name} has no input`);
      const known = input.getFields();
      const asked = action.fields.map((field) => field.name);
      expect(asked.filter((field) => !(field in known))).toEqual([]);
      const needed = Object.values(known).filter(
        ({ type, defaultValue }) => isNonNullType(type) && defaultValue === undefined,
      );
      expect(needed.map((field) => field.name).filter((field) => !asked.includes(field))).toEqual([]);
      for (const { name: field, optional } of action.fields)
        if (isNonNullType(known[field]?.type)) expect(optional ?? false, field).toBe(false);
    },
  );
});
