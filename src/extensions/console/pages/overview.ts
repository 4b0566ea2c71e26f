import { Html, html } from '../../kit/html.ts';
import { eachNumber } from '../../workshop/charts/chart-columns.ts';
import { chartOf } from '../../workshop/charts/chart-model.ts';
import { pictureOf } from '../../workshop/charts/chart-picture.ts';
import { contactColumns, domainColumns, invoiceColumns } from './columns.ts';
import type { OperatorOverviewQuery, OperatorSearchQuery } from './documents.generated.ts';
import type { ConsolePage } from './layout.ts';
import { addressOf } from './lists.ts';
import { type Column, delayOf, registrarLink, restOf, section, type Tone, table } from './parts.ts';

interface Figure {
  readonly href: string;
  readonly value: string | number;
  readonly text: string;
  readonly tone?: Tone;
}

/** The state of the registry today, and what needs an operator's attention. */
export function overviewPage(data: OperatorOverviewQuery): ConsolePage {
  const {
    pending,
    dead,
    jobs,
    paymentDisagreements,
    domains,
    months,
    expiring,
    held,
    paid,
    unpaid,
    overdue,
    leaving,
    registrars,
  } = data;
  const failing = jobs?.filter(({ lastError }) => lastError !== null).length ?? 0;
  const lag = Math.max(0, ...(jobs ?? []).map(({ lagSeconds }) => lagSeconds));
  const thisMonth = months?.at(-1)?.period;
  const late: Tone = failing > 0 ? 'bad' : lag > 300 ? 'warn' : '';
  const figures: readonly Figure[] = [
    { href: '/operator/domains', value: domains?.totalCount ?? '–', text: 'domains' },
    { href: '/operator/registrars', value: registrars?.totalCount ?? '–', text: 'registrars' },
    {
      href: '/operator/domains?status=serverHold',
      value: held?.totalCount ?? '–',
      text: 'on hold by the registry',
    },
    count('/operator/payments', paymentDisagreements?.totalCount, 'payments that disagree', 'bad'),
    {
      href: '/operator/domains?leaving=soon',
      value: leaving?.totalCount ?? '–',
      text: 'to be deleted within 30 days',
    },
    { href: '/operator/invoices?status=UNPAID', value: unpaid?.totalCount ?? '–', text: 'unpaid invoices' },
    count('/operator/invoices?due=past', overdue?.totalCount, 'overdue invoices', 'warn'),
    count('/operator/outbox', dead?.totalCount, 'dead letters', 'bad'),
    {
      href: '/operator/outbox',
      value: pending?.totalCount ?? '–',
      text: `mails and messages being sent, ${delayOf(pending?.lagSeconds ?? 0)}`,
    },
    {
      href: failing > 0 ? '/operator/jobs/runs?state=failed' : '/operator/jobs',
      value: failing,
      text: `failing jobs, ${delayOf(lag)}`,
      tone: late,
    },
  ];
  const charts = [
    chart(
      'expiries',
      'Expiries ahead',
      'domains',
      expiring?.months.map((one) => [one.expiresAt, one.count]),
      monthsFrom(thisMonth, 0),
    ),
    chart(
      'income',
      'Paid invoices',
      'euros',
      paid?.months.map((one) => [one.paidAt, one.sum]),
      monthsFrom(thisMonth, -12),
    ),
  ];
  return {
    title: 'Console',
    here: '/operator',
    main: html`<h1>Overview</h1>
<ul class="figures">${figures.map(
      ({ href, value, text, tone = '' }) =>
        html`<li class="${tone}"><a href="${href}"><strong>${value}</strong><span>${text}</span>${tone && html`<em>Needs attention</em>`}</a></li>`,
    )}</ul>
<h2>By month</h2>
<div class="charts">${months && inTime(months)}${charts.map(chartCard)}</div>`,
  };
}

const count = (href: string, value: number | undefined, text: string, tone: Tone): Figure => ({
  href,
  value: value ?? '–',
  text,
  ...(value && { tone }),
});

interface Chart {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly rows: readonly { readonly month: string; readonly value: string }[];
}

function chart(
  id: string,
  title: string,
  unit: string,
  rows: readonly (readonly [string | null, number | string])[] = [],
  months: readonly string[] = [],
): Chart {
  const values = new Map(months.map((month) => [month, '0']));
  for (const [day, value] of rows) if (day !== null) values.set(`${day.slice(0, 7)}-01`, String(value));
  const dated = [...values].map(([month, value]) => ({ month, value }));
  return {
    id: `chart-${id}`,
    title,
    unit,
    rows: dated.sort((one, other) => one.month.localeCompare(other.month)),
  };
}

/** The first days of thirteen months, beginning that many months from this one: months without data are drawn too. */
const monthsFrom = (month: string | undefined, offset: number): string[] =>
  month === undefined
    ? []
    : Array.from({ length: 13 }, (_, index) => {
        const first = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + offset + index;
        return `${Math.floor(first / 12)}-${String((first % 12) + 1).padStart(2, '0')}-01`;
      });

/** Drawn on the server, so that the page needs no script. */
const drawn = ({ title, rows }: Chart): Html => {
  const data = chartOf(rows, { across: 'month', value: 'value', by: '' }, { document: 'per: MONTH' });
  return new Html(
    pictureOf(data, { title, width: 340, height: 190, isSmall: true, colours: ['var(--accent)'] }),
  );
};

/** The numbers are below each chart, for readers who cannot see it. */
const chartCard = (chart: Chart): Html => {
  const { id, title, unit, rows } = chart;
  return html`<section class="card" aria-labelledby="${id}-title"><h3 id="${id}-title">${title}</h3>
<div class="chart" id="${id}">${rows.length > 0 && drawn(chart)}</div>
<details><summary>As numbers</summary>${table(
    `${title} by month`,
    rows,
    [
      { head: 'Month', cell: ({ month }) => month.slice(0, 7) },
      { head: unit, cell: ({ value }) => value, isNumber: true },
    ],
    'No data for this time.',
  )}</details></section>`;
};

type Month = NonNullable<OperatorOverviewQuery['months']>[number];

/** The number of domains and what happened to them in each of twelve months, zeros included. */
function inTime(months: readonly Month[]): Html {
  const rows = months.map(({ period, atEnd, registered, renewed, transferredIn, deleted }) => ({
    month: period,
    atEnd: String(atEnd),
    registered: String(registered),
    renewed: String(renewed),
    transferred: String(transferredIn),
    deleted: String(deleted),
  }));
  const draw = (title: string, value: string, kind: string): Html =>
    html`<div class="chart"><p class="soft small">${title}</p>${new Html(
      pictureOf(chartOf(rows, { across: 'month', value, by: '', kind }, { document: 'per: MONTH' }), {
        title,
        width: 420,
        height: 210,
        isSmall: true,
      }),
    )}</div>`;
  const head = (name: keyof (typeof rows)[number], text: string): Column<(typeof rows)[number]> => ({
    head: text,
    cell: (row) => row[name],
    isNumber: true,
  });
  return html`<section class="card wide" aria-labelledby="in-time"><h3 id="in-time">Twelve months</h3>
<div class="halves">${draw('Domains at the end of each month', 'atEnd', 'line')}
${draw('What happened to domains in each month', eachNumber, 'bars')}</div>
<details><summary>As numbers</summary>${table('Domains in twelve months', rows, [
    { head: 'Month', cell: ({ month }) => month.slice(0, 7) },
    head('atEnd', 'at the end'),
    head('registered', 'registered'),
    head('renewed', 'renewed'),
    head('transferred', 'transferred'),
    head('deleted', 'deleted'),
  ])}</details></section>`;
}

type SearchResult = OperatorSearchQuery;

/** The results of a search, by kind; each kind links to its whole list. */
export function searchPage(
  text: string,
  { domains, contacts, invoices, registrars }: SearchResult,
): ConsolePage {
  const found = <Row>(
    title: string,
    path: string,
    list: { readonly totalCount: number; readonly nodes: readonly Row[] } | null,
    columns: readonly Column<Row>[],
  ): Html =>
    section(
      title.toLowerCase(),
      `${title} (${list?.totalCount ?? 0})`,
      html`${table(title, list?.nodes ?? [], columns)}
${restOf(list?.nodes.length ?? 0, list?.totalCount ?? 0, addressOf(path, { q: text }))}`,
    );
  return {
    title: text ? `Search: ${text}` : 'Search',
    text,
    main: html`<h1>${text ? `Found for “${text}”` : 'Everything there is'}</h1>
${found('Domains', '/operator/domains', domains, domainColumns)}
${found('People', '/operator/contacts', contacts, contactColumns)}
${found('Invoices', '/operator/invoices', invoices, invoiceColumns)}
${found('Registrars', '/operator/registrars', registrars, [
  { head: 'Code', cell: ({ code }) => registrarLink(code) },
  { head: 'Name', cell: ({ name }) => name },
])}`,
  };
}
