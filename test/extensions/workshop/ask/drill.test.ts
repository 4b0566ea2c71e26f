import { parse, validate } from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import { schemaOf } from '#src/apis/graphql/caller-schemas.ts';
import { sandboxSecrets } from '#src/extensions/sandbox/settings.ts';
import { seedWorld } from '#src/extensions/sandbox/world.ts';
import { documentOf } from '#src/extensions/workshop/ask/browser/document.ts';
import { rowsBehind } from '#src/extensions/workshop/ask/browser/drill.ts';
import { emptyQuestion, fitting, questionIn } from '#src/extensions/workshop/ask/browser/question.ts';
import { catalogOf } from '#src/extensions/workshop/ask/catalog.ts';
import { exampleCallers } from '#src/extensions/workshop/callers.ts';
import { rowsOf, theList } from '#src/extensions/workshop/charts/table-rows.ts';
import { type SecondContainer, secondContainer } from '../../../support/containers.ts';
import { buildSchema } from '../../../support/schema.ts';

const callers = exampleCallers({ published: sandboxSecrets });

/** The rows behind a number are as many as it says, in the demo world. */

const schema = buildSchema();
const kinds = { registrar: 'alpha', operator: 'operator' } as const;
type Kind = keyof typeof kinds;
const catalogs = {
  registrar: catalogOf(schemaOf(schema, 'registrar')),
  operator: catalogOf(schemaOf(schema, 'operator')),
};

let demo: SecondContainer;
let today: string;
beforeAll(async () => {
  demo = await secondContainer({ env: { LOG_LEVEL: 'silent', RATE_LIMIT_POINTS: '10000000' } });
  await seedWorld(demo.container, 'demo');
  today = demo.container.calendar.dateOf(demo.container.clock.now());
});

type Row = Record<string, string>;
type Question = ReturnType<typeof emptyQuestion>;

async function answer(kind: Kind, query: string) {
  expect(validate(schemaOf(schema, kind), parse(query)), query).toEqual([]);
  const response = await demo.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: callers[kinds[kind]] },
    payload: { query },
  });
  const { data, errors } = response.json();
  expect(errors, query).toBeUndefined();
  return data;
}

const listOf = (kind: Kind, name: string) => {
  const list = catalogs[kind].find((one) => one.name === name);
  if (!list) throw new Error(name);
  return list;
};

async function groupsOf(kind: Kind, question: Question): Promise<Row[]> {
  const list = listOf(kind, question.data);
  return rowsOf(theList(await answer(kind, documentOf(question, list, today))) ?? []).rows;
}

function behind(kind: Kind, question: Question, row: Row, column: string): Question | undefined {
  const list = listOf(kind, question.data);
  const isRegistrar = kind === 'registrar';
  const found = rowsBehind({ question, list, lists: catalogs[kind], row, column, isRegistrar, today });
  return found && fitting(found, listOf(kind, found.data));
}

async function counted(kind: Kind, question: Question): Promise<number> {
  const document = documentOf(question, listOf(kind, question.data), today);
  const data = await answer(kind, document.replace(/nodes \{/, 'totalCount nodes {'));
  return Number(/"totalCount":(\d+)/.exec(JSON.stringify(data))?.[1]);
}

/** Keys whose rows the registry cannot list: it has no such condition. */
const without = ['REGISTRANT_COUNTRY_CODE', 'REGISTRANT_TYPE', 'OVERDUE'];

describe('the rows behind a number', () => {
  for (const kind of ['registrar', 'operator'] as const)
    for (const list of catalogs[kind].filter(({ periods }) => !periods))
      it(`are as many as it says, for each key of ${list.name}, as ${kind}`, async () => {
        for (const { name, isTime } of list.keys.filter(
          (key) => key.name !== 'DIRECTION' || kind === 'registrar',
        )) {
          const question = fitting(
            {
              ...emptyQuestion(list.name),
              by: [{ key: name, per: isTime ? 'QUARTER' : '' }],
              show: ['count'],
            },
            list,
          );
          const rows = await groupsOf(kind, question);
          const found = rows.flatMap((row) => {
            const next = behind(kind, question, row, 'count');
            return next ? [{ row, next }] : [];
          });
          const isLedger = list.name === 'ledger' || list.name === 'account.transactions';
          const cannot = without.includes(name) || (isLedger && ['ZONE', 'REGISTRAR'].includes(name));
          const known = rows.filter((row) => Object.values(row).every((value) => value !== ''));
          if (!cannot) expect(found.length, name).toBeGreaterThanOrEqual(known.length);
          for (const { row, next } of found.slice(0, 3))
            expect([name, row, await counted(kind, next)]).toEqual([name, row, Number(row.count)]);
        }
      });

  it('keep the conditions of the question, and its day in the past', async () => {
    const list = listOf('operator', 'domains');
    const steps =
      'data=domains&asOf=-P3M&where=zone~is~ee&by=EXPIRES_AT~MONTH&by=REGISTRAR&show=count&compare=P1M';
    const question = fitting(questionIn(steps) ?? emptyQuestion('domains'), list);
    const plain = { ...question, compare: '' };
    const [row = {}] = await groupsOf('operator', plain);
    const next = behind('operator', plain, row, 'count');
    expect(next).toMatchObject({ asOf: '-P3M', rows: 'list', view: 'table' });
    expect(next && (await counted('operator', next))).toBe(Number(row.count));
    // A picture that shows only one of the keys has the rows of all of the other.
    const { 'registrar.code': _, ...month } = row;
    expect(
      behind('operator', plain, month, 'count')?.where.map(({ field }: { field: string }) => field),
    ).toEqual(['zone', 'expiresAt']);
  });

  it('are those of the past for numbers of the past, where the list has one', async () => {
    const question = fitting(
      questionIn('data=domains&by=ZONE&show=count&compare=P3M') ?? emptyQuestion('domains'),
      listOf('operator', 'domains'),
    );
    const [row = {}] = await groupsOf('operator', question);
    const next = behind('operator', question, row, 'before.count');
    expect(next?.asOf).toBe('-P3M');
    expect(next && (await counted('operator', next))).toBe(Number(row['before.count']));
    const bounded = { ...question, where: [{ field: 'createdAt', op: 'last', values: ['1', 'Y'] }] };
    expect(behind('operator', bounded, row, 'before.count')).toBeUndefined();
  });

  it('of a period are its events, and the domains at its end', async () => {
    for (const kind of ['registrar', 'operator'] as const) {
      const show = [
        'registered',
        'renewed',
        'expired',
        'deleted',
        'transferredIn',
        'transferredOut',
        'atEnd',
      ];
      const question = fitting(
        { ...emptyQuestion('domainStatistics'), per: 'QUARTER', show, by: [{ key: 'ZONE', per: '' }] },
        listOf(kind, 'domainStatistics'),
      );
      for (const row of (await groupsOf(kind, question)).slice(-6))
        for (const column of show) {
          const next = behind(kind, question, row, column);
          expect([kind, row, column, next && (await counted(kind, next))]).toEqual([
            kind,
            row,
            column,
            Number(row[column]),
          ]);
        }
    }
    const balances = fitting(emptyQuestion('account.balances'), listOf('registrar', 'account.balances'));
    const [first = {}] = await groupsOf('registrar', balances);
    const movements = behind('registrar', balances, first, 'balance');
    expect(movements).toMatchObject({ data: 'account.transactions', rows: 'list' });
    expect(behind('registrar', balances, first, 'termsEnded')).toBeUndefined();
  });
});
