import { readFileSync } from 'node:fs';
import { parse, validate } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schemaOf } from '#src/apis/graphql/caller-schemas.ts';
import { callerKinds } from '#src/base/actor.ts';
import { documentOf, shifted } from '#src/extensions/workshop/ask/browser/document.ts';
import {
  addressOf,
  emptyQuestion,
  fitting,
  type Question,
  questionIn,
} from '#src/extensions/workshop/ask/browser/question.ts';
import { questionOf } from '#src/extensions/workshop/ask/browser/reading.ts';
import { catalogOf } from '#src/extensions/workshop/ask/catalog.ts';
import { cards } from '#src/extensions/workshop/ask/examples.ts';
import { listsInWords, numbersInWords } from '#src/extensions/workshop/ask/in-words.ts';
import type { List } from '#src/extensions/workshop/ask/list.ts';
import { buildSchema } from '../../../support/schema.ts';

const schema = buildSchema();

const today = '2026-11-18';
const catalog = (kind: (typeof callerKinds)[number]) => catalogOf(schemaOf(schema, kind));
const listNamed = (lists: readonly List[], name: string): List => {
  const found = lists.find((one) => one.name === name);
  if (!found) throw new Error(`no list ${name}`);
  return found;
};
const fits = (kind: (typeof callerKinds)[number], document: string) =>
  validate(schemaOf(schema, kind), parse(document)).map(({ message }) => message);

/** An order CREATED_AT is the field createdAt; the numbers of groups have words of their own. */
function isUnnamed({ way }: List, name: string): boolean {
  const { fields = {} } = listsInWords.find((one) => one.way.join() === way.join()) ?? {};
  const field = name.toLowerCase().replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return [name, field].every((one) => fields[one] === undefined && numbersInWords[one] === undefined);
}

/** The question of an address that has one. */
const read = (steps: string): Question => questionIn(steps) ?? emptyQuestion('');

describe('a question in four steps', () => {
  it('is a valid document of its caller, for every condition, group, number and column of every list', () => {
    for (const kind of callerKinds.filter((one) => one !== 'anonymous')) {
      const lists = catalog(kind);
      expect(lists.length).toBeGreaterThan(0);
      for (const list of lists) {
        const everything = {
          ...emptyQuestion(list.name),
          where: list.filters.map(({ name, kind: type, options }) => ({
            field: name,
            op: firstOps[type],
            values: type === 'choice' ? [options?.[0]?.name ?? ''] : [...(valuesFor[type] ?? [])],
          })),
          by: list.keys.slice(0, 3).map(({ name }) => ({ key: name, per: 'MONTH' })),
          show: list.numbers.map(({ name }) => name),
          columns: list.columns.map(({ name }) => name),
          compare: 'P1Y',
        };
        for (const rows of ['groups', 'list', 'number']) {
          const document = documentOf(fitting({ ...everything, rows }, list), list, today);
          expect(fits(kind, document), `${kind} ${list.name} ${rows}: ${document}`).toEqual([]);
          for (const { name } of list.filters)
            if (rows === 'number') expect(document).toContain(`${name}: {`);
        }
      }
    }
  });

  it('is the same after it was written as GraphQL and read again', () => {
    const lists = catalog('registrar');
    for (const steps of [
      'data=domains&where=expiresAt~next~12~M&by=EXPIRES_AT~MONTH&show=count',
      'data=domains&where=statuses~any~ok~serverHold&where=name~contains~a%2522b&rows=list&sort=EXPIRES_AT~ASC&column=name',
      'data=account.transactions&where=createdAt~last~1~Y&where=kind~in~REGISTRATION&by=CREATED_AT~MONTH&by=KIND&show=charged&show=count',
      'data=domains&where=createdAt~between~2026-01-01~2026-01-31&by=ZONE&show=count&show=share&sort=COUNT~DESC&first=10&atLeast=2',
      'data=domains&where=signed~yes&where=createdAt~older~2~Y&asOf=-P1Y&rows=number&show=count',
    ]) {
      const asked = read(steps);
      const list = listNamed(lists, asked.data ?? '');
      const first = fitting(asked, list);
      const document = documentOf(first, list, today);
      expect(fits('registrar', document), document).toEqual([]);
      const { question, leftOut } = questionOf(document, '', lists);
      expect(leftOut).toEqual([]);
      expect(documentOf(fitting(question, list), list, today)).toBe(document);
      expect(question.where.map(({ op }: { op: string }) => op)).toEqual(
        first.where.map(({ op }: { op: string }) => op),
      );
      expect(fitting(read(addressOf(first)), list)).toEqual(first);
    }
  });

  it('calls nothing by the name of a field, and offers first what people look for first', () => {
    for (const kind of callerKinds)
      for (const list of catalog(kind)) {
        const named = [...list.filters, ...list.keys, ...list.numbers, ...list.columns, ...list.orders];
        const technical = named.filter(({ name }) => /[a-z][A-Z]|[._]/.test(name) && isUnnamed(list, name));
        // Words for them belong in src/registry/entities/in-words.ts.
        expect(technical, `${kind} ${list.title}`).toEqual([]);
        const titles = list.columns.map(({ title }) => title);
        expect(new Set(titles).size, `${kind} ${list.title}: ${titles}`).toBe(titles.length);
      }
    const domains = listNamed(catalog('registrar'), 'domains');
    expect(domains.keys.slice(0, 4).map(({ title }) => title)).toEqual([
      'Registered',
      'Expires',
      'State',
      'Owner',
    ]);
    const money = listNamed(catalog('registrar'), 'account.transactions');
    expect(money.numbers.slice(0, 3).map(({ title }) => title)).toEqual(['How many', 'Share in %', 'Sum']);
  });

  it('orders groups by time, or with the most first, and leaves a query in the order that it has', () => {
    const lists = catalog('registrar');
    const list = listNamed(lists, 'domains');
    const written = (steps: string) => documentOf(fitting(read(`data=domains&${steps}`), list), list, today);
    expect(written('by=ZONE')).toContain('orderBy: { field: COUNT, direction: DESC }');
    expect(written('by=ZONE&sort=KEY~ASC')).toContain('orderBy: { field: KEY, direction: ASC }');
    expect(written('by=CREATED_AT~MONTH&by=ZONE')).not.toContain('orderBy');
    expect(written('rows=number')).not.toContain('orderBy');
    const { question } = questionOf(
      '{ domains { groups(by: [{ field: ZONE }]) { zone count } } }',
      '',
      lists,
    );
    expect(documentOf(fitting(question, list), list, today)).toContain('field: KEY, direction: ASC');
  });

  it('keeps what the steps do not have, or names it', () => {
    const lists = catalog('registrar');
    const { question, leftOut } = questionOf(
      `query ($since: DateTimeOrDuration = "-P1Y") { domains(where: { or: [{ zone: { eq: "ee" } }, { createdAt: { gte: $since } }] }, first: 5) {
        nodes { name transferCode registrant { name } } } }`,
      '',
      lists,
    );
    expect(question.where).toEqual([
      { field: 'or', op: 'own', values: ['or: [{ zone: { eq: "ee" } }, { createdAt: { gte: "-P1Y" } }]'] },
    ]);
    expect(leftOut).toEqual(['transferCode']);
    expect(question.columns).toEqual(['name', 'registrant.name']);
    expect(() => questionOf('mutation { domainRenew { __typename } }', '', lists)).toThrow('steps only ask');
    expect(() => questionOf('{ viewer { name } }', '', lists)).toThrow('no steps for viewer');
    expect(() => questionOf('{ nonsense', '', lists)).toThrow('Syntax Error');
  });

  it('ignores what an address makes up, and asks no incomplete condition', () => {
    const list = listNamed(catalog('registrar'), 'domains');
    const made = read(
      'data=domains&where=nonsense~is~x&where=expiresAt~next~1%7D~D&where=name~is~&by=NONSENSE&show=x&first=1)&sort=X~Y',
    );
    expect(documentOf(fitting(made, list), list, today)).toBe(
      'query Ask {\n  domains {\n    groups(by: []) {\n      count\n    }\n  }\n}',
    );
    expect(questionIn('view=bars')).toBeUndefined();
  });

  it('can be asked as it stands on cards and in the guide, with nothing lost', () => {
    const guide = readFileSync('docs/guides/analysts.md', 'utf8');
    const inGuide = [...guide.matchAll(/\(\/ask#([^)]+)\)/g)].map(([, steps = '']) => steps);
    expect(inGuide.length).toBeGreaterThanOrEqual(12);
    const onCards = cards.map(({ as, steps }) => `${steps}&as=${as}`);
    for (const steps of [...inGuide, ...onCards]) {
      const kind = steps.endsWith('as=operator') ? 'operator' : 'registrar';
      const asked = read(steps);
      const list = listNamed(catalog(kind), asked.data ?? '');
      const question = fitting(asked, list);
      expect(question.by, steps).toEqual(asked.by);
      expect(question.where, steps).toEqual(asked.where.length ? asked.where : question.where);
      expect(question.show, steps).toEqual(asked.show.length ? asked.show : question.show);
      const document = documentOf(question, list, today);
      expect(fits(kind, document), steps).toEqual([]);
      for (const { field } of list.periods ? [] : question.where)
        expect(document, steps).toContain(`${field}: {`);
    }
  });

  it('counts months as a calendar does', () => {
    expect(shifted('2026-03-31', 'M', -1)).toBe('2026-02-28');
    expect(shifted('2024-02-29', 'Y', 1)).toBe('2025-02-28');
    expect(shifted('2026-12-31', 'D', 1)).toBe('2027-01-01');
  });
});

const firstOps: Readonly<Record<List['filters'][number]['kind'], string>> = {
  moment: 'between',
  day: 'between',
  choice: 'in',
  states: 'any',
  texts: 'any',
  text: 'contains',
  yesno: 'yes',
  number: 'atLeast',
  amount: 'within',
};
const valuesFor: Readonly<Record<string, readonly string[]>> = {
  moment: ['2026-01-01', '2026-02-01'],
  day: ['2026-01-01', '2026-02-01'],
  states: ['ok'],
  texts: ['ALPHA:TAMM'],
  text: ['a'],
  number: ['1'],
  amount: ['1', '2.50'],
};
