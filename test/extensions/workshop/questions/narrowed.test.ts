import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { narrowed } from '#src/extensions/workshop/questions/narrowed.ts';
import { buildSchema } from '../../../support/schema.ts';

const schema = buildSchema();
const period = { span: 'P30D', from: '2026-10-20', to: '2026-11-19' } as never;
const byPeriod = (document: string, variables: Record<string, unknown> = {}) => {
  const found = narrowed({ document, variables }, { period }, schema);
  expect(validate(schema, parse(found.document))).toEqual([]);
  return { ...found, document: found.document.replaceAll(/\s+/g, ' ') };
};

/** What readers of a board choose narrows its questions: it never shows what their maker left out. */
describe('a period that a reader chooses', () => {
  it('takes the place of a time in a condition', () => {
    const { document, unmet } = byPeriod('{ domains(where: { createdAt: { gte: "-P7D" } }) { totalCount } }');
    expect(document).toContain('createdAt: {gte: "-P30D", lt: "PT0S"}');
    expect(unmet).toEqual([]);
  });

  it('leaves alone a condition that asks whether there is a time at all', () => {
    const literal = byPeriod('{ webhooks(where: { createdAt: { isNull: true } }) { totalCount } }');
    expect(literal.document).toContain('isNull: true');
    const variables = { w: { expiresAt: { isNull: false, gte: 'PT0S' } } };
    const given = byPeriod('query ($w: DomainWhere) { domains(where: $w) { totalCount } }', variables);
    expect(given.variables).toEqual(variables);
  });

  it('leaves a variable to the other lists that use it', () => {
    const { document, variables } = byPeriod(
      `query ($w: DomainWhere) { a: domains(where: $w) { totalCount }
        b: domains(where: $w, first: 3) { nodes { name } } }`,
      { w: { createdAt: { gte: '-P7D' }, zone: { eq: 'ee' } } },
    );
    expect(document.match(/gte: "-P30D"/g)).toHaveLength(2);
    // Neither list is without a time.
    expect(Object.values(variables)).toEqual([{ zone: { eq: 'ee' } }, { zone: { eq: 'ee' } }]);
    const nested = byPeriod(
      `query ($w: DomainEventWhere) { domainEvents(where: $w, first: 3) { nodes { at } }
        domains(first: 2) { nodes { registrar { code } } } }`,
      { w: { at: { gte: '-P7D' } } },
    );
    expect(nested.variables).toEqual({ w_narrowed1: {} });
  });

  it('keeps the default of a variable that is not given, and declares no unused variable', () => {
    const { document, variables } = byPeriod(
      'query ($w: DomainWhere = { zone: { eq: "ee" } }, $s: DateTime = "-P1D") { domains(where: $w) { totalCount } domainEvents(where: { at: { gte: $s } }) { totalCount } }',
    );
    expect(variables.w).toEqual({ zone: { eq: 'ee' } });
    expect(document).not.toContain('$s');
  });

  it('does not reach into fragments, which may be inside of rows', () => {
    const { document, unmet } = byPeriod(
      'query { ...Q } fragment Q on Query { domainEvents(where: { at: { gte: "-P1D" } }) { totalCount } }',
    );
    expect(document).toContain('at: {gte: "-P1D"}');
    expect(unmet).toEqual(['PERIOD']);
  });
});
