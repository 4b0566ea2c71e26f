import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { schemaOf } from '#src/apis/graphql/caller-schemas.ts';
import { documentOf } from '#src/extensions/workshop/ask/browser/document.ts';
import { fitting, questionIn } from '#src/extensions/workshop/ask/browser/question.ts';
import { statementOf } from '#src/extensions/workshop/ask/browser/statement.ts';
import { catalogOf } from '#src/extensions/workshop/ask/catalog.ts';
import { rowsOf, theList } from '#src/extensions/workshop/charts/table-rows.ts';
import { buildSchema } from '../../support/schema.ts';
import { alpha } from '../../support/world.ts';
import { call, inBrowser, raiseCurtain, type Stage } from './stage.ts';

const slow = 300_000;

/** Questions of every kind; each must say the same in GraphQL and in SQL. */
const questions = [
  'data=domains&by=STATUS&show=count',
  'data=domains&where=expiresAt~next~12~M&by=EXPIRES_AT~MONTH&show=count',
  'data=domains&by=CREATED_AT~YEAR&by=SIGNED&show=count&show=share',
  'data=domains&by=REGISTRANT_NAME&show=count&sort=COUNT~DESC&first=3',
  'data=domains&by=ZONE&show=count&show=share&atLeast=2',
  'data=domains&by=NAMESERVER_HOSTNAME&show=count',
  'data=domains&where=statuses~any~ok~serverHold&where=name~contains~a&rows=number&show=count',
  'data=domains&where=statuses~without~ok&where=createdAt~older~1~M&by=REGISTRANT_COUNTRY_CODE&show=count&sort=KEY~ASC',
  'data=domains&where=signed~yes&where=createdAt~between~2020-01-01~2026-10-31&rows=number&show=count',
  'data=account.transactions&where=createdAt~last~1~Y&by=CREATED_AT~MONTH&by=KIND&show=charged&show=count',
  'data=account.transactions&where=amount~atMost~-5&by=KIND&show=count&show=sum&show=median&show=min&show=max',
  'data=contacts&where=statuses~without~linked&rows=list&column=code&column=name&sort=CODE~ASC',
  'data=invoices&by=STATUS&show=count&show=sum&show=share',
  'data=invoices&where=bulk~no&by=STATUS&show=count&show=sum',
  'data=account.balances&where=period~last~6~M&per=MONTH&show=balance',
  'data=account.balances&where=period~last~20~D&per=DAY&show=balance',
  'data=domainEvents&where=kind~in~TRANSFERRED~DELETED&by=AT~QUARTER&by=KIND&show=count',
];

/** As people read it: numbers without zeros at their end, moments as their day. */
const plain = (text: string) =>
  /^-?\d+(\.\d+)?$/.test(text) ? String(Number(text)) : text.replace(/^(\d{4}-\d{2}-\d{2}).*/, '$1');

inBrowser('the SQL of a question', () => {
  let stage: Stage;
  let page: Page;
  beforeAll(async () => {
    stage = await raiseCurtain();
    page = await stage.open('/sql#as=alpha');
    await page.locator('.cm-content').waitFor();
  }, slow);

  async function answerInSql(sql: string): Promise<string[][]> {
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      String(new URLSearchParams({ sql, as: 'alpha' })),
    );
    const lastLine = sql.split('\n').at(-1) ?? '';
    await page.locator('.cm-line').last().getByText(lastLine, { exact: true }).waitFor();
    await page.locator('#run').click();
    await page.waitForFunction(() => document.querySelector<HTMLElement>('#cancel')?.hidden, undefined, {
      timeout: slow,
    });
    expect(await page.locator('#problem').textContent(), sql).toBe('');
    const cells = await page
      .locator('#table-view tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent ?? '')),
      );
    return cells.map((row) => row.map(plain));
  }

  async function answerInGraph(query: string): Promise<string[][]> {
    const { body } = await call(stage, '/graphql', alpha, { query });
    const { rows, columns } = rowsOf(theList(body.data) ?? []);
    return rows.map((row: Record<string, string>) =>
      columns.map((column: string) => plain(row[column] ?? '')),
    );
  }

  it('has the same rows as its GraphQL, whatever the steps are', { timeout: slow }, async () => {
    const schema = schemaOf(buildSchema(), 'registrar');
    const today = String(stage.container.calendar.dateOf(stage.container.clock.now()));
    // The day on which the newest domain came: it was not there when the day began.
    const query =
      '{ domains(first: 1, orderBy: { field: CREATED_AT, direction: DESC }) { nodes { createdAt } } }';
    const { body } = await call(stage, '/graphql', alpha, { query });
    const [newest] = rowsOf(theList(body.data) ?? []).rows;
    const past = `data=domains&asOf=${newest?.createdAt?.slice(0, 10)}&by=ZONE&show=count`;
    for (const steps of [...questions, past]) {
      const asked = questionIn(steps);
      const list = catalogOf(schema).find(({ name }) => name === asked?.data);
      if (!asked || !list) throw new Error(steps);
      const question = fitting(asked, list);
      const statement = statementOf(question, list, { title: 'Asked', today, isRegistrar: true });
      expect(statement, steps).not.toContain('Left out');
      const [inSql, inGraph] = [
        await answerInSql(statement ?? ''),
        await answerInGraph(documentOf(question, list, today)),
      ];
      expect(inGraph.length, steps).toBeGreaterThan(0);
      // Groups of the same size may come in any order.
      expect(inSql.toSorted(), `${steps}\n${statement}`).toEqual(inGraph.toSorted());
    }
  });

  it('stands beside the answer of the steps and of GraphiQL, and opens where it runs', {
    timeout: slow,
  }, async () => {
    const asking = await stage.open('/ask#data=domains&by=ZONE&show=count&compare=P1Y&as=alpha');
    await asking.locator('#answer[aria-busy="false"]').waitFor();
    await asking.getByRole('radio', { name: 'SQL', exact: true }).check();
    const statement = asking.locator('#statement');
    expect(await statement.textContent()).toContain('from domains');
    expect(await statement.textContent()).toContain('-- Left out: the comparison');
    await asking.getByRole('radio', { name: 'Answer', exact: true }).check();
    await asking.locator('#picture svg').waitFor();
    await asking.getByRole('radio', { name: 'SQL', exact: true }).check();
    await asking.locator('#in-sql').click();
    await asking.waitForURL(/\/sql#/);
    await asking.locator('.cm-content').getByText('from domains').waitFor();
    await asking.locator('#run').click();
    await asking.locator('#chart-view svg').waitFor({ timeout: slow });
    await asking.context().close();

    const query =
      '{ domains(where: { zone: { eq: "ee" } }) { groups(by: [{ field: STATUS }]) { status count } } }';
    const graphiql = await stage.open(`/graphql#${new URLSearchParams({ query, as: 'alpha', view: 'sql' })}`);
    await graphiql.locator('#statement').getByText('left join unnest(statuses)').waitFor();
    expect(await graphiql.locator('#in-sql').getAttribute('href')).toMatch(/^\/sql#sql=.*as=alpha$/);
    await graphiql.context().close();
    expect(stage.complaints).toEqual([]);
  });
});
