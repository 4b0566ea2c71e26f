import { inWords } from '../../../base/text.ts';
import { type Html, html } from '../../kit/html.ts';
import { actionOf, actions } from './actions.ts';
import type { OperatorBulkWorkQuery, OperatorBulkWorksQuery } from './documents.generated.ts';
import { actionForm } from './forms.ts';
import type { ConsolePage } from './layout.ts';
import { addressOf, all, list } from './lists.ts';
import { facts, registrarLink, restOf, section, type Tone, table, tag, when } from './parts.ts';

type WorkRow = NonNullable<OperatorBulkWorksQuery['bulkWorks']>['nodes'][number];
type Work = NonNullable<OperatorBulkWorkQuery['bulkWorks']>['nodes'][number];

const states = { RUNNING: 'in progress', DONE: 'done', STOPPED: 'stopped' } as const;
const tones: Readonly<Record<keyof typeof states, Tone>> = { RUNNING: 'warn', DONE: 'good', STOPPED: 'bad' };
const rowStates = { WAITING: 'not tried', DONE: 'done', REFUSED: 'refused' } as const;
const rowTones: Readonly<Record<keyof typeof rowStates, Tone>> = {
  WAITING: '',
  DONE: 'good',
  REFUSED: 'bad',
};

const here = '/operator/works';

/** Says in words what a work does. */
const what = ({ operation, registrar, toRegistrar }: WorkRow): string =>
  registrar && toRegistrar
    ? `Move the portfolio of ${registrar.code} to ${toRegistrar.code}`
    : `${actionOf(operation)?.title ?? inWords(operation)}${toRegistrar ? ` to ${toRegistrar.code}` : ''}`;

const bar = ({ total, done, refused }: WorkRow): Html =>
  html`<progress max="${Math.max(total, 1)}" value="${done + refused}" aria-label="Progress">${done + refused} of ${total}</progress>`;

export const bulkWorks = list({
  name: 'bulkWorks',
  path: '/works',
  title: 'Bulk work',
  about:
    'What operators do to many rows at once, in the background. Reports are kept for 90 days. To start a work, filter a list and choose all of it.',
  filters: [
    { name: 'state', label: 'State', choices: states },
    { name: 'by', label: 'Started by' },
  ],
  ask: (page, { state, by }) => ({
    ...page,
    where: all(
      // Chosen from these alone.
      state && { state: { eq: state as keyof typeof states } },
      by && { startedBy: { contains: by } },
    ),
  }),
  rows: (data) => data.bulkWorks,
  none: 'None yet.',
  columns: () => [
    { head: 'What', cell: (work) => html`<a href="${here}/${work.number}">${what(work)}</a>` },
    { head: 'State', cell: ({ state }) => tag(states[state], tones[state]) },
    { head: 'Progress', cell: bar },
    { head: 'Done', cell: ({ done }) => done, isNumber: true },
    { head: 'Refused', cell: ({ refused }) => refused, isNumber: true },
    { head: 'Of', cell: ({ total }) => total, isNumber: true },
    {
      head: 'Started',
      cell: ({ startedAt, startedBy }) => html`${when(startedAt)} <span class="soft">by ${startedBy}</span>`,
    },
  ],
});

export const bulkRows = list({
  name: 'bulkRows',
  path: '/works/rows',
  title: 'Report of a work',
  filters: [
    { name: 'work', label: 'Number of the work' },
    { name: 'state', label: 'State', choices: rowStates },
    { name: 'q', label: 'Part of the name' },
  ],
  ask: (page, { work = '', state, q }) => ({
    ...page,
    where: all(
      /^\d{1,9}$/.test(work) && { work: { eq: Number(work) } },
      state && { state: { eq: state as keyof typeof rowStates } },
      q && { subject: { contains: q } },
    ),
  }),
  rows: (data) => data.bulkRows,
  columns: () => [
    { head: 'About', cell: ({ subject }) => subject },
    { head: 'State', cell: ({ state }) => tag(rowStates[state], rowTones[state]) },
    { head: 'Why not', cell: ({ message }) => message },
    { head: 'When', cell: ({ doneAt }) => when(doneAt) },
  ],
});

/** Returns what was entered once for all rows; the reason and the registrar have rows of their own. */
const givenIn = ({ operation, given, toRegistrar }: Work): readonly (readonly [string, string])[] =>
  Object.entries(given as Readonly<Record<string, unknown>>)
    .filter(([name]) => name !== 'reason' && !(toRegistrar && name === 'registrar'))
    .map(([name, value]) => [
      actionOf(operation)?.fields.find((field) => field.name === name)?.label ?? inWords(name),
      [value].flat().map(textOf).join(', '),
    ]);

const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.values(value)
        .flat()
        .filter((part) => part !== null)
        .join(' ')
    : String(value);

/**
 * One work: its progress, the button that stops it, and what was refused. The page is refreshed every few seconds
 * until the work ends.
 */
export function workPage(work: Work): ConsolePage {
  const { number, id, state, total, done, refused, waiting, rows } = work;
  const address = `${here}/${number}`;
  const report = (query: Readonly<Record<string, string>>) =>
    addressOf(`${here}/rows`, { work: String(number), ...query });
  const isRunning = state === 'RUNNING';
  return {
    title: `${what(work)}: ${done + refused} of ${total}`,
    here,
    main: html`<h1>${what(work)} ${tag(states[state], tones[state])}</h1>
${section(
  'progress',
  isRunning ? 'Progress' : 'Result',
  html`<div class="progress">${bar(work)}<p role="status"><strong>${done}</strong> of ${total} done, <strong>${refused}</strong> refused${waiting > 0 && `, ${waiting} ${isRunning ? 'to come' : 'not tried'}`}.</p></div>
${isRunning && html`<p class="soft">It goes on after you leave this page. The page is refreshed every few seconds.</p>`}
${facts([
  ['Reason', work.reason],
  ...givenIn(work),
  ['From', work.registrar && registrarLink(work.registrar.code)],
  ['To', work.toRegistrar && registrarLink(work.toRegistrar.code)],
  ['Started', html`${when(work.startedAt)} by ${work.startedBy}`],
  ['Ended', work.finishedAt && when(work.finishedAt)],
  ['Stopped', work.stopReason],
])}
${isRunning && actionForm(actions.bulkStop, { fixed: { id }, back: address })}
<p><a href="${report({})}">The whole report</a> · <a href="${addressOf(`${here}/rows.csv`, { work: String(number) })}" download>Download it as CSV</a></p>`,
)}
${section(
  'refused',
  `Refused (${rows.totalCount})`,
  html`${table(
    'Refused',
    rows.nodes,
    [
      { head: 'About', cell: ({ subject }) => subject },
      { head: 'Why', cell: ({ message }) => message },
    ],
    isRunning ? 'None so far.' : 'None.',
  )}
${restOf(rows.nodes.length, rows.totalCount, report({ state: 'REFUSED' }))}`,
)}`,
  };
}
