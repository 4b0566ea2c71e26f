import { inWords } from '../../../base/text.ts';
import { actions } from './actions.ts';
import { actionForm } from './forms.ts';
import { all, type Filter, list } from './lists.ts';
import type { RowActions } from './many.ts';
import { tag, when } from './parts.ts';
import { bulkRows, bulkWorks } from './works.ts';

export const outboxTabs = { '/operator/outbox': 'Waiting', '/operator/outbox/all': 'Everything' };
const kinds = {
  MAIL: 'mails',
  ACCOUNTING: 'accounting',
  E_INVOICE: 'e-invoices',
  OWNER_SERVICE: 'services that own invoices',
  REFUND: 'refunds',
};
const states = { pending: 'in delivery', done: 'delivered', dead: 'given up' };

/** Dead items can be retried, several at once. */
export const retries: RowActions<{
  readonly id: string;
  readonly databaseId: string;
  readonly kind: string;
  readonly subject: string;
  readonly deadAt: string | null;
}> = {
  whole: 'outbox',
  actions: [actions.outboxItemRetry],
  of: ({ id, databaseId, kind, subject, deadAt }) =>
    deadAt !== null && { about: `${inWords(kind)}, ${subject}, no. ${databaseId}`, fields: { id } },
};

const outboxAll = list({
  name: 'outboxAll',
  path: '/outbox/all',
  title: 'Everything in the outbox',
  tabs: outboxTabs,
  filters: [
    { name: 'q', label: 'Part of the subject' },
    { name: 'kind', label: 'Kind', choices: kinds },
    { name: 'state', label: 'State', choices: states },
  ],
  ask: (page, { q, kind, state }) => ({
    ...page,
    where: all(
      q && { subject: { contains: q } },
      // Both are chosen, from these alone.
      kind && { kind: { eq: kind as keyof typeof kinds } },
      state && { state: { eq: state.toUpperCase() as Uppercase<keyof typeof states> } },
    ),
  }),
  rows: (data) => data.outbox,
  columns: (back) => [
    { head: 'Kind', cell: ({ kind }) => inWords(kind) },
    { head: 'About', cell: ({ subject }) => subject },
    {
      head: 'State',
      cell: ({ doneAt, deadAt }) =>
        doneAt ? tag(states.done, 'good') : deadAt ? tag(states.dead, 'bad') : tag(states.pending, 'warn'),
    },
    { head: 'Since', cell: ({ createdAt }) => when(createdAt) },
    { head: 'Attempts', cell: ({ attempts }) => attempts, isNumber: true },
    { head: 'Last error', cell: ({ lastError }) => lastError },
    {
      head: '',
      cell: ({ id, kind, subject, deadAt }) =>
        deadAt !== null &&
        actionForm(actions.outboxItemRetry, {
          fixed: { id },
          back,
          isCompact: true,
          about: `${inWords(kind)}, ${subject}`,
        }),
    },
  ],
  many: { ...retries, of: (row) => retries.of(row) },
});

export const jobTabs = { '/operator/jobs': 'Jobs', '/operator/jobs/runs': 'Runs' };

const jobRuns = list({
  name: 'jobRuns',
  path: '/jobs/runs',
  title: 'Runs of jobs',
  about: 'Kept for 90 days.',
  tabs: jobTabs,
  filters: [
    { name: 'job', label: 'Job', read: (typed) => typed.toLowerCase().replaceAll(' ', '-') },
    { name: 'state', label: 'Result', choices: { failed: 'failed', well: 'succeeded' } },
  ],
  ask: (page, { job, state }) => ({
    ...page,
    where: all(job && { job: { eq: job } }, state && { failed: { eq: state === 'failed' } }),
  }),
  rows: (data) => data.jobRuns,
  columns: () => [
    { head: 'Job', cell: ({ job }) => inWords(job) },
    { head: 'Began', cell: ({ startedAt }) => when(startedAt) },
    { head: 'Ended', cell: ({ finishedAt }) => when(finishedAt) },
    {
      head: 'Result',
      cell: ({ error }) => (error === null ? tag('succeeded', 'good') : tag('failed', 'bad')),
    },
    { head: 'Error', cell: ({ error }) => error },
    { head: 'Items done', cell: ({ taken }) => taken, isNumber: true },
  ],
});

export const zoneTabs = { '/operator/zones': 'Today', '/operator/zones/prices': 'All prices' };
const byZone: Filter = { name: 'zone', label: 'Zone' };

const prices = list({
  name: 'prices',
  path: '/zones/prices',
  title: 'All prices',
  about: 'Including past and future prices.',
  tabs: zoneTabs,
  filters: [byZone, { name: 'when', label: 'From', choices: { ahead: 'a future day' } }],
  ask: (page, { zone, when: from }) => ({
    ...page,
    where: all(zone && { zone: { eq: zone } }, from && { validFrom: { gt: 'P0D' } }),
  }),
  rows: (data) => data.prices,
  columns: () => [
    { head: 'Zone', cell: ({ zone }) => zone },
    { head: 'For', cell: ({ operation }) => inWords(operation) },
    { head: 'Period', cell: ({ period }) => period.slice(1).toLowerCase() },
    { head: 'From', cell: ({ validFrom }) => when(validFrom) },
    { head: 'Until', cell: ({ validTo }) => when(validTo) },
    { head: 'Euros', cell: ({ price }) => price, isNumber: true },
  ],
});

export const machineryLists = [outboxAll, jobRuns, prices, bulkWorks, bulkRows];
