import type { FastifyReply } from 'fastify';
import { limit } from '../../../base/limits.ts';
import { add, money } from '../../../base/money.ts';
import { type Html, html } from '../../kit/html.ts';
import { type Action, inputOf } from './action.ts';
import { actionNamed } from './actions.ts';
import { backLink, changesInWords, dryRunRows, formOf } from './doing.ts';
import { actionForm } from './forms.ts';
import {
  type ConsoleRequest,
  type Graph,
  type MutationArguments,
  NotSignedIn,
  type Result,
} from './graph.ts';
import { problemList, sendConsole, sendNotFound } from './layout.ts';
import { type Column, facts, table, tag } from './parts.ts';
import { mayDo } from './role.ts';
import { pageWithin } from './session.ts';

/** The actions on several rows of a list; each row is one call of the same mutation as for a single row. */
export interface RowActions<Row> {
  readonly actions: readonly Action[];
  /** The row's label, and the input fields that name it; false if no action applies to it. */
  readonly of: (row: Row) => { readonly about: string; readonly fields: Fields } | false;
  /** The name of the list in the graph, if an action can be done to everything that its filter finds. */
  readonly whole?: string;
}

/** Everything that the filter of a list finds: the address of its first page, and how many rows there are. */
interface Whole {
  readonly address: string;
  readonly total: number;
}

type Fields = Readonly<Record<string, string | number | null | undefined>>;

export const mostRows = limit('rows of a page of the console', 50, 'A person chooses among them.');
const aboutName = 'about';

/** The column of check boxes. The value of a row is a form of its own: its label and the fields that name it. */
export const choiceColumn = <Row>({ of }: RowActions<Row>): Column<Row> => ({
  head: 'Choose',
  cell: (row) => {
    const chosen = of(row);
    if (!chosen) return false;
    const known = Object.entries(chosen.fields).map(([name, value]) => [name, String(value ?? '')]);
    const value = new URLSearchParams([[aboutName, chosen.about], ...known]);
    return html`<input type="checkbox" form="many" name="row" value="${value.toString()}" aria-label="Choose ${chosen.about}">`;
  },
});

/** Tells whether the operator may do one of the actions. */
export const mayAny = (actions: readonly Action[]): boolean =>
  actions.some(({ operators }) => mayDo(operators));

/** The bar above the list; the script shows the box for all rows and the count. */
export const choiceBar = <Row>(
  { actions, of, whole }: RowActions<NoInfer<Row>>,
  rows: readonly Row[],
  back: string,
  everything?: Whole,
): Html =>
  html`${
    mayAny(actions) &&
    rows.some((row) => of(row)) &&
    html`<form id="many" method="post" class="many" aria-label="With the chosen rows">
<input type="hidden" name="back" value="${back}">
<label id="all-rows" hidden><input type="checkbox"> All on this page</label>
${
  whole !== undefined &&
  everything &&
  everything.total > rows.length &&
  html`<label><input type="checkbox" name="whole" value="${everything.address}"> All ${everything.total} of the list, on every page</label>`
}
<span class="soft small" id="chosen" role="status">Choose rows to work on several at once.</span>
<span class="row">${actions
      .filter(({ operators }) => mayDo(operators))
      .map(
        ({ field, button, grave }) =>
          html`<button class="${grave ? 'danger' : 'quiet'} compact" formaction="/operator/many/${field}">${button} …</button>`,
      )}</span></form>`
  }`;

interface Row {
  /** The row as submitted. */
  readonly text: string;
  readonly about: string;
  readonly fields: URLSearchParams;
}

/**
 * Reads only the fields that name the row's object; all others are entered once for all rows. The label comes from
 * the form, which could be forged, so values that it does not contain are added: nobody confirms one object by the
 * label of another.
 */
function readRow(text: string, names: readonly string[]): Row {
  const given = new URLSearchParams(text);
  const fields = new URLSearchParams([...given].filter(([name]) => names.includes(name)));
  const words = given.get(aboutName) ?? '';
  const known = words.split(/[ ,]+/);
  const unsaid = [...fields.values()].filter((value) => value && !known.includes(value));
  return { text, about: [words, ...unsaid].filter(Boolean).join(', '), fields };
}

/** A submitted form over several rows. */
interface SentRows {
  readonly action: Action;
  readonly form: URLSearchParams;
  readonly rows: readonly Row[];
  readonly back: string;
}

/**
 * Does the same to each chosen row. The values are entered once, a dry run of each row is shown, and a second click
 * does for each row what was shown. Each row is a separate write, and the last page shows the result of each.
 */
export async function runActionOnRows(
  graph: Graph,
  asking: ConsoleRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const action = actionNamed((asking.request.params as { action: string }).action);
  const names = action?.names;
  if (!action || !names) return sendNotFound(reply, 'such action');
  const form = formOf(asking.request);
  const rows = [...new Set(form.getAll('row'))].map((text) => readRow(text, names));
  const asked = { action, form, rows, back: pageWithin(form.get('back')) };
  if (rows.length === 0 || rows.length > mostRows)
    return notDone(
      reply,
      asked,
      rows.length === 0 ? 'Choose at least one row.' : `At most ${mostRows} at once.`,
    );
  const open = otherFields(asked);
  if (open.length > 0 && form.get('asked') !== 'yes') return askForRest(reply, asked);
  const { needs } = action;
  if (needs && !needs.oneOf.some((name) => form.getAll(name).some(Boolean)))
    return askForRest(reply, asked, needs.otherwise);
  const outcomes = form.getAll('outcome');
  const isSure = form.get('confirmed') === 'yes' && outcomes.length === rows.length;
  const results: Result[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      results.push(await graph.act(asking, action, givenFor(asked, row, isSure ? index : undefined)));
    } catch (error) {
      // While nothing can have been done, the usual error page will do.
      if (!isSure || (index === 0 && error instanceof NotSignedIn)) throw error;
      asking.request.log.warn({ err: error }, 'a form over several rows stopped in the middle');
      break;
    }
  }
  return isSure ? report(reply, asked, results) : confirm(reply, asked, results);
}

/** A dry run of the row; with its index in the confirmed form, the write that was shown there. */
function givenFor(asked: SentRows, row: Row, confirmed: number | undefined): MutationArguments {
  const input = inputFor(asked, row);
  if (confirmed === undefined) return { input, dryRun: true };
  const key = asked.form.get('key');
  return {
    input,
    ifOutcome: asked.form.getAll('outcome')[confirmed] ?? '',
    ...(key && { idempotencyKey: `${key}-${confirmed}` }),
  };
}

/** The fields that do not name the row. */
const otherFields = ({ action: { fields, names = [] } }: SentRows) =>
  fields.filter(({ name }) => !names.includes(name));

/** The row's own fields, and those that were entered once for all rows. */
function inputFor(asked: SentRows, row: Row): Record<string, unknown> {
  const whole = new URLSearchParams(row.fields);
  for (const { name } of otherFields(asked))
    for (const value of asked.form.getAll(name)) whole.append(name, value);
  return inputOf(asked.action, whole);
}

/** The hidden fields of the next form: the rows, without the fields that name a row. */
const carried = ({ action, form }: SentRows, rows: readonly Row[]) => ({
  ...Object.fromEntries(action.fields.map(({ name }) => [name, form.getAll(name)])),
  row: rows.map(({ text }) => text),
  asked: 'yes',
});

const titleOf = ({ action, rows }: SentRows, count = rows.length): string =>
  `${action.button}: ${counted(count)}`;
const counted = (count: number): string => `${count} ${count === 1 ? 'row' : 'rows'}`;

const notDone = (reply: FastifyReply, { action, back }: SentRows, problem: string): FastifyReply =>
  sendConsole(reply, {
    title: action.title,
    status: 422,
    main: html`<h1>${action.title}</h1>${problemList('Nothing was done:', [problem])}${backLink(back)}`,
  });

function askForRest(reply: FastifyReply, asked: SentRows, problem?: string): FastifyReply {
  const { action, form, rows, back } = asked;
  const open = otherFields(asked).map(({ name }) => name);
  const known = Object.entries(carried(asked, rows)).filter(([name]) => !open.includes(name));
  return sendConsole(reply, {
    title: titleOf(asked),
    ...(problem && { status: 422 }),
    main: html`<h1>${titleOf(asked)}</h1>${problem && problemList('Nothing was done:', [problem])}
<div class="card"><p>${rows.map(({ about }) => about).join(', ')}</p>
${actionForm(action, { fixed: Object.fromEntries(known), values: form, back, isOpen: true, forMany: true, button: 'Show what happens' })}</div>${backLink(back)}`,
  });
}

/** A row with its result, which is missing if the run stopped before it. */
interface Judged {
  readonly row: Row;
  readonly result: Result | undefined;
}

const about: Column<Judged> = { head: 'About', cell: ({ row }) => row.about };
const judgedOf = ({ rows }: SentRows, results: readonly Result[]): readonly Judged[] =>
  rows.map((row, index) => ({ row, result: results[index] }));
const isWell = ({ result }: Judged): boolean => result?.problems.length === 0;

/** Returns the sums of the rows, if the action is about money. */
const sumsOf = (
  { adds = [], foresees = {} }: Action,
  rows: readonly Judged[],
): readonly (readonly [label: string, sum: string])[] =>
  rows.length === 0
    ? []
    : adds.map((field) => [
        `${foresees[field]} in all`,
        add(...rows.map(({ result }) => money(String(result?.made[field] ?? '0.00')))),
      ]);

/** The confirmation page: what happens to each row, and which rows cannot be done. */
function confirm(reply: FastifyReply, asked: SentRows, results: readonly Result[]): FastifyReply {
  const { action, form, back } = asked;
  const judged = judgedOf(asked, results);
  const well = judged.filter(isWell);
  const written = otherFields(asked).flatMap(({ name, label, means }) => {
    const values = form.getAll(name).filter(Boolean);
    return values.length === 0 ? [] : [[label, values.map((one) => means?.[one] ?? one).join(', ')] as const];
  });
  const outcome = well.map(({ result }) => result?.outcome);
  const sums = sumsOf(action, well);
  const title = [titleOf(asked, well.length), ...sums.slice(0, 1).map(([, sum]) => `${sum} EUR`)].join(', ');
  const fixed = {
    ...carried(
      asked,
      well.map(({ row }) => row),
    ),
    outcome,
  };
  return sendConsole(reply, {
    title: `${title}?`,
    ...(well.length === 0 && { status: 422 }),
    main: html`<h1>${title}?</h1>
<p class="notice">A dry run of each row succeeded for ${well.length} of ${judged.length}. Nothing has been done yet.</p>
<div class="card">${facts([...written, ...sums])}${table('What happens to each', judged, [
      about,
      {
        head: 'What happens',
        cell: (one) =>
          one.result && isWell(one)
            ? html`${tag('would work', 'good')} ${dryRunRows(action, one.result).map(([label, value]) => html`<div>${label}: ${value}</div>`)}`
            : html`${tag('would not work', 'bad')} ${one.result?.problems.join(' ')}`,
      },
    ])}
${well.length > 0 && html`<p>${action.grave}</p>${actionForm(action, { fixed, back, isConfirmed: true, forMany: true, button: title })}`}</div>${backLink(back)}`,
  });
}

function report(reply: FastifyReply, asked: SentRows, results: readonly Result[]): FastifyReply {
  const { action, rows, back } = asked;
  const judged = judgedOf(asked, results);
  const done = judged.filter(isWell).length;
  return sendConsole(reply, {
    title: titleOf(asked),
    main: html`<h1>${titleOf(asked)}</h1>
<p class="notice ${done === rows.length ? 'good' : 'bad'}" role="status">Done for ${done} of ${rows.length}.${
      results.length < rows.length &&
      ' It stopped in the middle. To go on, reload this page and send the form again: nothing is done twice.'
    }</p>
<div class="card">${table('Results', judged, [
      about,
      {
        head: 'Result',
        cell: ({ row, result }) => fateOf(action, result, row === rows[results.length]),
      },
    ])}</div>${backLink(back)}`,
  });
}

/** The result of a row; with `stoppedHere` it is unknown. */
function fateOf({ done }: Action, result: Result | undefined, stoppedHere: boolean): Html {
  if (!result) return stoppedHere ? tag('not known', 'warn') : tag('not tried', 'warn');
  const { problems, changed } = result;
  if (problems.length === 0) return html`${tag('done', 'good')} ${done}`;
  return html`${tag('not done', 'bad')} ${(changed ? changesInWords(changed) : problems).join(' ')}`;
}
