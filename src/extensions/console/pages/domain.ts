import type { LocalDate } from '../../../base/calendar.ts';
import { inWords } from '../../../base/text.ts';
import { type Html, html } from '../../kit/html.ts';
import { actions } from './actions.ts';
import { domainColumns } from './columns.ts';
import type { OperatorContactQuery, OperatorDomainQuery } from './documents.generated.ts';
import { actionForm } from './forms.ts';
import type { ConsolePage } from './layout.ts';
import { documentsOf } from './legal-documents.ts';
import { addressOf } from './lists.ts';
import {
  contactLink,
  facts,
  historyOf,
  registrarLink,
  restOf,
  section,
  statusTags,
  table,
  tag,
  toDo,
  when,
} from './parts.ts';

type Domain = NonNullable<OperatorDomainQuery['domain']>;
type Person = Domain['registrant'];

/** Chooses a past day to show; deleted names have one too. */
export const asOfForm = (name: string, today: LocalDate, day?: LocalDate): Html =>
  html`<form class="filter" action="${pathOf(name)}" aria-label="Look back"><p class="field"><label for="as-of">As it was at the end of</label>
<input type="date" id="as-of" name="asOf" required max="${today}" value="${day}"></p><button class="quiet">Look back</button>${
    day && html`<a href="${pathOf(name)}">As it is now</a>`
  }</form>`;

const pathOf = (name: string): string => `/operator/domains/${encodeURIComponent(name)}`;

/**
 * The page of a domain: its life cycle, contacts, money, history and possible actions. With a day in the past it shows
 * what is known of that day.
 */
export function domainPage(domain: Domain, now: Date, today: LocalDate, day?: LocalDate): ConsolePage {
  const { name, punycode, registrar, statuses, history } = domain;
  const people: readonly (readonly [string, Person])[] = [
    ['Registrant', domain.registrant],
    ...domain.adminContacts.map((person) => ['Admin', person] as const),
    ...domain.techContacts.map((person) => ['Tech', person] as const),
  ];
  return {
    title: day ? `${name} on ${day}` : name,
    main: html`<h1>${name} ${domain.disputed && tag('disputed', 'bad')} ${day && tag(`as of ${day}`, 'warn')}</h1>
${asOfForm(name, today, day)}
<p>${statusTags(statuses)} ${punycode !== name && html`<code>${punycode}</code>`} <span class="soft">with</span>
${registrarLink(registrar.code)} <span class="soft">${registrar.name}</span></p>
${section('life', 'Life cycle', html`${lifeBar(domain, now, day)}${steps(domain, now)}`)}
<div class="halves">
${section(
  'people',
  'People',
  table('People', people, [
    { head: 'Role', cell: ([role]) => role },
    { head: 'Name', cell: ([, { code, name: person }]) => contactLink(code, person) },
    { head: 'E-mail', cell: ([, { email }]) => email },
  ]),
)}
${section(
  'technical',
  'In the DNS',
  html`${facts([
    [
      'Nameservers',
      domain.nameservers.length === 0
        ? 'none'
        : html`${domain.nameservers.map(({ hostname, ipv4, ipv6 }) => html`<code>${hostname}</code> ${[...ipv4, ...ipv6].join(' ')}<br>`)}`,
    ],
    [
      'DNSSEC',
      domain.dnssecKeys.length === 0
        ? 'not signed'
        : domain.dnssecKeys.map(({ keyTag, algorithm }) => `${keyTag} (algorithm ${algorithm})`).join(', '),
    ],
    ...statuses.filter(({ note }) => note).map(({ name: status, note }) => [status, note] as const),
  ])}`,
)}
</div>
${!day && ofNow(domain)}
${historyOf(history, day ? `${pathOf(name)}?asOf=${day}` : pathOf(name))}`,
  };
}

/** The parts that only the present has: money, actions and documents. */
const ofNow = (domain: Domain): Html => html`${section(
  'money',
  'Money',
  html`${domain.renewQuote && html`<p>Renewing for a year costs ${domain.renewQuote.price} ${domain.renewQuote.currency}, until ${when(domain.renewQuote.expiresAt)}.</p>`}
${table(
  'Money',
  domain.transactions?.nodes ?? [],
  [
    { head: 'When', cell: ({ createdAt }) => when(createdAt) },
    { head: 'What', cell: ({ description }) => description },
    { head: 'Amount', cell: ({ amount }) => amount, isNumber: true },
  ],
  'It was not charged for anything.',
)}`,
)}
<div class="halves">
${section('may', 'What the registrar may do now', mayDo(domain))}
${toDo(forms(domain))}
</div>
${documentsOf(domain.legalDocuments)}`;

const mayDo = ({ allowedActions }: Domain): Html =>
  html`<ul class="may">${[
    ...(allowedActions ?? []).filter(({ allowed }) => !allowed),
    ...(allowedActions ?? []).filter(({ allowed }) => allowed),
  ].map(
    ({
      action,
      allowed,
      reasons,
    }) => html`<li>${tag(allowed ? 'yes' : 'no', allowed ? 'good' : 'bad')} ${inWords(action)}
${reasons.map(({ explanation, message, resultCode }) => html`<br><span class="soft small">${explanation ?? message} (${resultCode})</span>`)}</li>`,
  )}</ul>`;

/** The actions in the registrar's place. */
const inPlace = [
  actions.domainTransfer,
  actions.domainUpdate,
  actions.domainContactsAdd,
  actions.domainContactsRemove,
  actions.domainNameserversAdd,
  actions.domainNameserverReplace,
  actions.domainNameserversSet,
  actions.domainDnssecKeysAdd,
  actions.domainDnssecKeysRemove,
];

function forms({ name, disputed, forceDeleteDate, statuses }: Domain): Html {
  const options = { fixed: { name }, back: pathOf(name) };
  const isLocked = statuses.some((status) => status.name === 'serverObjUpdateProhibited');
  const waits = statuses.some((status) => status.name.startsWith('pending'));
  const own = statuses.map((status) => status.name).filter((status) => status.startsWith('server'));
  return html`${actionForm(actions.domainStatusesSet, { ...options, choices: { remove: own } })}
${forceDeleteDate ? actionForm(actions.domainForceDeleteCancel, options) : actionForm(actions.domainForceDelete, options)}
${disputed ? actionForm(actions.disputeClose, options) : actionForm(actions.disputeOpen, options)}
${waits && actionForm(actions.domainPendingSettle, options)}
${isLocked ? actionForm(actions.domainUnlock, options) : actionForm(actions.domainLock, options)}
${inPlace.map((action) => actionForm(action, options))}`;
}

/** The life cycle as a line: registration, expiry, removal from the DNS, deletion, and where the domain is now. */
function lifeBar(
  { createdAt, expiresAt, outzoneAt, deleteDate, forceDeleteDate }: Domain,
  now: Date,
  day = 'today',
): Html {
  const at = (reported: string): number => new Date(reported).getTime();
  const begin = at(createdAt);
  const ends = [expiresAt, outzoneAt, deleteDate ?? forceDeleteDate].flatMap((reported) =>
    reported ? [at(reported)] : [],
  );
  const end = Math.max(...ends, now.getTime());
  const share = (moment: number): number =>
    Math.min(100, Math.max(0, (100 * (moment - begin)) / Math.max(1, end - begin)));
  const parts: readonly (readonly [string, number])[] = [
    ['', share(at(expiresAt))],
    ['over', share(outzoneAt ? at(outzoneAt) : at(expiresAt))],
    ['gone', share(deleteDate ? at(deleteDate) : at(outzoneAt ?? expiresAt))],
  ];
  const drawn = parts.map(([kind, until], index) => {
    const x = Math.max(0, ...parts.slice(0, index).map(([, before]) => before));
    return { kind, x, width: Math.max(0, until - x) };
  });
  const today = share(now.getTime());
  // Set as SVG attributes, because the page's CSP forbids inline styles.
  return html`<div class="life" aria-hidden="true"><svg>${drawn.map(
    ({ kind, x, width }) =>
      html`<rect class="${kind}" x="${percent(x)}" width="${percent(width)}" height="100%"/>`,
  )}</svg><svg class="today"><rect x="${percent(today)}" width="3" height="22"/><text x="${percent(today)}" y="40" text-anchor="${
    today > 90 ? 'end' : today < 10 ? 'start' : 'middle'
  }">${day}</text></svg></div>`;
}

const percent = (share: number): string => `${share.toFixed(2)}%`;

function steps(domain: Domain, now: Date): Html {
  const { createdAt, updatedAt, expiresAt, outzoneAt, deleteDate, forceDeleteDate, reservation } = domain;
  const known: readonly (readonly [string | null | undefined, string])[] = [
    [reservation?.createdAt, 'reserved'],
    [createdAt, 'registered'],
    ...domain.statuses.map(
      ({ name, setAt }) => [name === 'ok' ? null : setAt, `${name} since then`] as const,
    ),
    [updatedAt === createdAt ? null : updatedAt, 'changed last'],
    [expiresAt, 'the paid period ends'],
    [outzoneAt, 'leaves the DNS'],
    [forceDeleteDate, 'forced deletion from this day'],
    [deleteDate, 'free to register again'],
  ];
  const dated = known.flatMap(([reported, text]) =>
    reported ? [{ reported, text, at: new Date(reported).getTime() }] : [],
  );
  return html`<ol class="steps">${dated
    .sort((one, other) => one.at - other.at)
    .map(
      ({ reported, text, at }) =>
        html`<li${at > now.getTime() ? html` class="ahead"` : ''}>${when(reported)} <span class="soft">${text}</span></li>`,
    )}</ol>`;
}

/** The page of a contact: its data, its domains and its history. */
export function contactPage(contact: NonNullable<OperatorContactQuery['contact']>): ConsolePage {
  const { code, name, domains, history, ident, registrar } = contact;
  const afterwards = { fixed: { code }, back: addressOf('/operator/contacts', { q: name }) };
  return {
    title: name,
    main: html`<h1>${name}</h1>
${section(
  'who',
  'Who it is',
  facts([
    ['Code', html`<code>${code}</code>`],
    ['E-mail', contact.email],
    ['Phone', contact.phone],
    ['Address', contact.address && Object.values(contact.address).filter(Boolean).join(', ')],
    ['Number', ident && `${ident.code} (${inWords(ident.type ?? '?')}, ${ident.countryCode ?? '?'})`],
    ['Registrar', registrar && html`${registrarLink(registrar.code)} ${registrar.name}`],
    ['Statuses', statusTags(contact.statuses ?? [])],
    ['Created', when(contact.createdAt)],
    ['Last changed', when(contact.updatedAt)],
  ]),
)}
${section(
  'domains',
  `Domains (${domains?.totalCount ?? 0})`,
  html`${table('Domains', domains?.nodes ?? [], domainColumns)}
${restOf(domains?.nodes.length ?? 0, domains?.totalCount ?? 0, addressOf('/operator/domains', { contact: code }))}`,
)}
${toDo(html`${actionForm(actions.contactMerge, afterwards)}${domains?.totalCount === 0 && actionForm(actions.contactDelete, afterwards)}`)}
${documentsOf(contact.legalDocuments)}
${historyOf(history, `/operator/contacts/${encodeURIComponent(code)}`)}`,
  };
}
