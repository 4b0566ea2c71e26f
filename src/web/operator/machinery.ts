import { html } from '../html.ts';
import { actions, periods } from './actions.ts';
import type {
  OperatorJobsQuery,
  OperatorNamesQuery,
  OperatorOutboxQuery,
  OperatorSettingsQuery,
  OperatorZonesQuery,
} from './documents.generated.ts';
import type { ConsolePage } from './layout.ts';
import { actionForm, domainLink, inWords, lasting, section, shownOf, table, tag, when } from './parts.ts';

export function outboxPage({ outbox }: OperatorOutboxQuery): ConsolePage {
  const back = '/operator/outbox';
  return {
    title: 'Outbox',
    here: back,
    main: html`<h1>Outbox</h1>
<p>Mail, accounting, e-invoices, refunds, and word to the services that invoices belong to. Each is delivered at least once, or waits here for you.
${outbox && tag(`lag ${lasting(outbox.lagSeconds)}`, outbox.lagSeconds > 300 ? 'warn' : 'good')}</p>
${section(
  'dead',
  `Dead letters (${outbox?.deadLetterCount ?? 0})`,
  html`${table(
    'Dead letters',
    outbox?.deadLetters ?? [],
    [
      { head: 'Kind', cell: ({ kind }) => kind },
      { head: 'About', cell: ({ subject }) => subject },
      { head: 'Given up', cell: ({ deadAt }) => when(deadAt) },
      { head: 'Attempts', cell: ({ attempts }) => attempts, isNumber: true },
      { head: 'Last error', cell: ({ lastError }) => lastError },
      {
        head: '',
        cell: ({ id, kind, subject }) =>
          actionForm(actions.deadLetterRevive, {
            fixed: { id },
            back,
            isCompact: true,
            about: `${kind}, ${subject}`,
          }),
      },
    ],
    'None: everything was delivered, or is still tried.',
  )}${shownOf(outbox?.deadLetters.length ?? 0, outbox?.deadLetterCount ?? 0)}`,
)}
${section(
  'pending',
  `On their way (${outbox?.pendingCount ?? 0})`,
  html`${table(
    'On their way',
    outbox?.pending ?? [],
    [
      { head: 'Kind', cell: ({ kind }) => kind },
      { head: 'About', cell: ({ subject }) => subject },
      { head: 'Since', cell: ({ createdAt }) => when(createdAt) },
      { head: 'Attempts', cell: ({ attempts }) => attempts, isNumber: true },
      { head: 'Next', cell: ({ nextAttemptAt }) => when(nextAttemptAt) },
      { head: 'Last error', cell: ({ lastError }) => lastError },
    ],
    'Nothing waits.',
  )}${shownOf(outbox?.pending.length ?? 0, outbox?.pendingCount ?? 0)}`,
)}`,
  };
}

export function jobsPage({ jobs }: OperatorJobsQuery): ConsolePage {
  const back = '/operator/jobs';
  return {
    title: 'Jobs',
    here: back,
    main: html`<h1>Jobs</h1>
<p>What happens because time passes. Each works by itself in one process at a time.</p>
${section(
  'all',
  'All',
  table('Jobs', jobs ?? [], [
    { head: 'Job', cell: ({ name }) => inWords(name) },
    {
      head: 'State',
      cell: ({ lastError, lagSeconds }) =>
        lastError !== null
          ? tag('fails', 'bad')
          : lagSeconds > 300
            ? tag(`late by ${lasting(lagSeconds)}`, 'warn')
            : tag('well', 'good'),
    },
    { head: 'Next', cell: ({ nextDueAt }) => (nextDueAt ? when(nextDueAt) : 'nothing waits') },
    { head: 'Worked last', cell: ({ lastFinishedAt }) => when(lastFinishedAt) },
    { head: 'At it now', cell: ({ heldBy }) => heldBy },
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

export function zonesPage({ zones, prices, domains }: OperatorZonesQuery): ConsolePage {
  const back = '/operator/zones';
  const counts = new Map(domains?.groups.map(({ zone, count }) => [zone, count]));
  const priceOf = (zone: string, operation: string, period: string) =>
    prices?.filter((one) => one.zone === zone && one.operation === operation && one.period === period) ?? [];
  return {
    title: 'Zones and prices',
    here: back,
    main: html`<h1>Zones and prices</h1>
${zones?.map(({ origin }) => {
  const priced = periods.filter((period) =>
    prices?.some((one) => one.zone === origin && one.period === period),
  );
  return section(
    `zone-${origin.replaceAll('.', '-')}`,
    `.${origin}`,
    html`<p class="soft">${counts.get(origin) ?? 0} domains</p>
${table(
  `Prices of ${origin}`,
  ['CREATE', 'RENEW'],
  [
    { head: 'In euros', cell: (operation) => inWords(operation) },
    ...priced.map((period) => ({
      head: period.slice(1).toLowerCase(),
      isNumber: true as const,
      cell: (operation: string) =>
        html`${priceOf(origin, operation, period).map(({ price, validFrom }) => html`<span title="from ${validFrom}">${price}</span> `)}`,
    })),
  ],
)}`,
  );
})}
${section('do', 'What you can do', html`<div class="acts">${actionForm(actions.priceSet, { back, choices: { zone: zones?.map(({ origin }) => origin) ?? [] } })}${actionForm(actions.zoneCreate, { back })}</div>`)}`,
  };
}

export function namesPage({ blocked, reserved, disputed }: OperatorNamesQuery): ConsolePage {
  const back = '/operator/names';
  return {
    title: 'Names',
    here: back,
    main: html`<h1>Names that cannot simply be registered</h1>
<div class="halves">
${section(
  'blocked',
  `Blocked (${blocked?.totalCount ?? 0})`,
  html`${table('Blocked names', blocked?.nodes ?? [], [
    { head: 'Name', cell: ({ name }) => name },
    {
      head: '',
      cell: ({ name }) =>
        actionForm(actions.nameUnblock, { fixed: { name }, back, isCompact: true, about: name }),
    },
  ])}${shownOf(blocked?.nodes.length ?? 0, blocked?.totalCount ?? 0)}`,
)}
${section(
  'disputed',
  `Disputed (${disputed?.totalCount ?? 0})`,
  html`${table('Disputed names', disputed?.nodes ?? [], [
    { head: 'Name', cell: ({ name }) => domainLink(name) },
    {
      head: '',
      cell: ({ name }) =>
        actionForm(actions.disputeClose, { fixed: { name }, back, isCompact: true, about: name }),
    },
  ])}${shownOf(disputed?.nodes.length ?? 0, disputed?.totalCount ?? 0)}`,
)}
${section(
  'reserved',
  `Reserved (${reserved?.totalCount ?? 0})`,
  html`${table('Reserved names', reserved?.nodes ?? [], [
    { head: 'Name', cell: ({ name }) => name },
  ])}${shownOf(reserved?.nodes.length ?? 0, reserved?.totalCount ?? 0)}`,
)}
</div>
${section('do', 'What you can do', html`<div class="acts">${actionForm(actions.nameBlock, { back })}${actionForm(actions.nameReserve, { back })}${actionForm(actions.disputeOpen, { back })}</div>`)}`,
  };
}

export function settingsPage({ settings }: OperatorSettingsQuery): ConsolePage {
  const back = '/operator/settings';
  return {
    title: 'Settings',
    here: back,
    main: html`<h1>Settings</h1>
<p>Periods and limits of the registry. A change holds from now on.</p>
${section(
  'all',
  'All',
  table('Settings', settings ?? [], [
    { head: 'Setting', cell: ({ name }) => html`<code>${name}</code>` },
    {
      head: 'Value',
      cell: ({ value, defaultValue }) => html`${value} ${value !== defaultValue && tag('changed', 'warn')}`,
    },
    { head: 'By default', cell: ({ defaultValue }) => defaultValue },
  ]),
)}
${section('do', 'What you can do', actionForm(actions.settingSet, { back, choices: { name: settings?.map(({ name }) => name) ?? [] } }))}`,
  };
}
