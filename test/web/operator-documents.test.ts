import { readdirSync, readFileSync } from 'node:fs';
import { buildSchema, isInputObjectType, isNonNullType, parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { type Action, documentOf } from '#src/console/action.ts';
import { actions } from '#src/console/actions.ts';

describe('what the console asks the graph', () => {
  const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const schema = buildSchema(textOf('schema/schema.graphql'));
  const folder = 'src/console/documents/';

  it.each(readdirSync(new URL(`../../${folder}`, import.meta.url)))('%s is valid', (file) => {
    expect(validate(schema, parse(textOf(`${folder}${file}`)))).toEqual([]);
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
