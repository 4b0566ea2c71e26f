import { inWords } from '../../../base/text.ts';
import { type Html, html } from '../../kit/html.ts';
import { zoneFileName } from '../../public/zones/document.ts';
import { actions, periods } from './actions.ts';
import type {
  OperatorJobsQuery,
  OperatorOutboxQuery,
  OperatorPricesQuery,
  OperatorSettingsQuery,
  OperatorZonesQuery,
} from './documents.generated.ts';
import { actionForm } from './forms.ts';
import type { ConsolePage } from './layout.ts';
import { addressOf, tabBar } from './lists.ts';
import { jobTabs, outboxTabs, retries, zoneTabs } from './machinery-lists.ts';
import { choiceBar, choiceColumn } from './many.ts';
import { delayOf, formatSeconds, restOf, section, table, tag, toDo, when } from './parts.ts';

export function outboxPage({ outbox, pending, dead }: OperatorOutboxQuery): ConsolePage {
  const back = '/operator/outbox';
  return {
    title: 'Outbox',
    here: back,
    main: html`<h1>Outbox</h1>${tabBar(outboxTabs, back)}
<p>Mail, accounting, e-invoices, refunds, and notifications to the services that own invoices. Each is delivered at least once, or waits here for an operator.
${outbox && tag(delayOf(outbox.lagSeconds), outbox.lagSeconds > 300 ? 'warn' : 'good')}</p>
${section(
  'dead',
  `Dead letters (${dead?.totalCount ?? 0})`,
  html`${choiceBar(retries, dead?.nodes ?? [], back)}${table(
    'Dead letters',
    dead?.nodes ?? [],
    [
      choiceColumn(retries),
      { head: 'Kind', cell: ({ kind }) => inWords(kind) },
      { head: 'About', cell: ({ subject }) => subject },
      { head: 'Given up', cell: ({ deadAt }) => when(deadAt) },
      { head: 'Attempts', cell: ({ attempts }) => attempts, isNumber: true },
      { head: 'Last error', cell: ({ lastError }) => lastError },
      {
        head: '',
        cell: ({ id, kind, subject }) =>
          actionForm(actions.outboxItemRetry, {
            fixed: { id },
            back,
            isCompact: true,
            about: `${inWords(kind)}, ${subject}`,
          }),
      },
    ],
    'None: everything was delivered or is still being retried.',
  )}${restOf(dead?.nodes.length ?? 0, dead?.totalCount ?? 0, '/operator/outbox/all?state=dead')}`,
)}
${section(
  'pending',
  `In delivery (${pending?.totalCount ?? 0})`,
  html`${table(
    'In delivery',
    pending?.nodes ?? [],
    [
      { head: 'Kind', cell: ({ kind }) => inWords(kind) },
      { head: 'About', cell: ({ subject }) => subject },
      { head: 'Since', cell: ({ createdAt }) => when(createdAt) },
      { head: 'Attempts', cell: ({ attempts }) => attempts, isNumber: true },
      { head: 'Next', cell: ({ nextAttemptAt }) => when(nextAttemptAt) },
      { head: 'Last error', cell: ({ lastError }) => lastError },
    ],
    'Nothing waits.',
  )}${restOf(pending?.nodes.length ?? 0, pending?.totalCount ?? 0, '/operator/outbox/all?state=pending')}`,
)}`,
  };
}

export function jobsPage({ jobs }: OperatorJobsQuery): ConsolePage {
  const back = '/operator/jobs';
  return {
    title: 'Jobs',
    here: back,
    main: html`<h1>Jobs</h1>${tabBar(jobTabs, back)}
<p>Jobs that run on a schedule, each in one process at a time.</p>
${section(
  'all',
  'All',
  table('Jobs', jobs ?? [], [
    {
      head: 'Job',
      cell: ({ name, description }) => html`${inWords(name)}<div class="soft small">${description}</div>`,
    },
    {
      head: 'State',
      cell: ({ lastError, lagSeconds }) =>
        lastError !== null
          ? tag('fails', 'bad')
          : lagSeconds > 300
            ? tag(`late by ${formatSeconds(lagSeconds)}`, 'warn')
            : tag('works', 'good'),
    },
    { head: 'Next', cell: ({ nextDueAt }) => (nextDueAt ? when(nextDueAt) : 'nothing waits') },
    {
      head: 'Last run',
      cell: ({ name, lastFinishedAt }) =>
        lastFinishedAt
          ? html`<a href="${addressOf('/operator/jobs/runs', { job: name })}">${when(lastFinishedAt)}</a>`
          : 'not yet',
    },
    { head: 'Running in', cell: ({ heldBy }) => heldBy },
    { head: 'Last error', cell: ({ lastError }) => lastError },
    {
      head: '',
      cell: ({ name }) =>
        actionForm(actions.jobsRun, {
          fixed: { jobs: name },
          back,
          isCompact: true,
          button: 'Run',
          about: inWords(name),
        }),
    },
  ]),
)}
${actionForm(actions.jobsRun, { fixed: { jobs: null }, back })}`,
  };
}

export type CurrentPrice = NonNullable<OperatorPricesQuery['prices']>['nodes'][number];

export function zonesPage(
  { zones, domains }: OperatorZonesQuery,
  prices: readonly CurrentPrice[],
): ConsolePage {
  const back = '/operator/zones';
  const counts = new Map(domains?.groups.map(({ zone, count }) => [zone, count]));
  const open = zones?.filter(({ closedAt }) => closedAt === null).map(({ origin }) => origin) ?? [];
  return {
    title: 'Zones and prices',
    here: back,
    main: html`<h1>Zones and prices</h1>${tabBar(zoneTabs, back)}
${zones?.map(({ origin, closedAt, nameservers }) =>
  section(
    `zone-${origin.replaceAll('.', '-')}`,
    `.${origin}`,
    html`<p class="soft">Domains: ${counts.get(origin) ?? 0} ${closedAt && html`${tag('closed', 'warn')} since ${when(closedAt)}`}</p>
<p class="soft">${
      nameservers.length > 0
        ? html`Nameservers: ${nameservers.join(', ')}. <a href="/operator/zones/${zoneFileName(origin)}" download>Zone file</a>`
        : 'It has no nameservers yet, and so no zone file.'
    }</p>
${priceTable(
  origin,
  prices.filter(({ zone }) => zone === origin),
)}`,
  ),
)}
${toDo(html`${actionForm(actions.priceSet, { back, choices: { zone: zones?.map(({ origin }) => origin) ?? [] } })}${actionForm(actions.zoneCreate, { back })}${actionForm(actions.zoneUpdate, { back, choices: { origin: zones?.map(({ origin }) => origin) ?? [] } })}${actionForm(actions.zoneClose, { back, choices: { origin: open } })}`)}`,
  };
}

/** Operations by periods; the day from which a price is valid is its title. */
const priceTable = (origin: string, prices: readonly CurrentPrice[]): Html =>
  table(
    `Prices of ${origin}`,
    ['CREATE', 'RENEW'],
    [
      { head: 'In euros', cell: (operation) => inWords(operation) },
      ...periods
        .filter((period) => prices.some((one) => one.period === period))
        .map((period) => ({
          head: period.slice(1).toLowerCase(),
          isNumber: true as const,
          cell: (operation: string) =>
            html`${prices
              .filter((one) => one.operation === operation && one.period === period)
              .map(({ price, validFrom }) => html`<span title="from ${validFrom}">${price}</span> `)}`,
        })),
    ],
  );

export function settingsPage({ settings }: OperatorSettingsQuery): ConsolePage {
  const back = '/operator/settings';
  return {
    title: 'Settings',
    here: back,
    main: html`<h1>Settings</h1>
<p>Periods and limits of the registry. A change takes effect at once. <a href="/guides/rules/registrar#settings">What each setting means</a></p>
${section(
  'all',
  'All',
  table('Settings', settings ?? [], [
    {
      head: 'Setting',
      cell: ({ name, about }) => html`<code>${name}</code><br><span class="soft">${about}</span>`,
    },
    {
      head: 'Value',
      cell: ({ value, defaultValue }) => html`${value} ${value !== defaultValue && tag('changed', 'warn')}`,
    },
    { head: 'Unit', cell: ({ unit }) => unit },
    { head: 'Default', cell: ({ defaultValue }) => defaultValue },
  ]),
)}
${toDo(actionForm(actions.settingSet, { back, choices: { name: settings?.map(({ name }) => name) ?? [] } }))}`,
  };
}
