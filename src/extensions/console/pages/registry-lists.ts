import { domainStatuses } from '../../../registry/rules/domain/statuses.ts';
import { html } from '../../kit/html.ts';
import { actions } from './actions.ts';
import { contactColumns, domainColumns, invoiceColumns } from './columns.ts';
import { byRegistrar, contactsFor, domainsFor, invoiceStatuses, invoicesFor } from './finding.ts';
import { actionForm } from './forms.ts';
import { all, type Filter, list } from './lists.ts';
import { domainLink, invoiceLink, invoiceTag, tag, when } from './parts.ts';

/** Choices whose labels are the values themselves. */
const asTheyAre = (words: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(words.map((word) => [word, word.toLowerCase()]));

const byName: Filter = { name: 'q', label: 'Part of the name' };
const named = (text: string | undefined) => text && { name: { contains: text } };

const domains = list({
  name: 'domains',
  path: '/domains',
  title: 'Domains',
  filters: [
    { name: 'q', label: 'Name or registrant' },
    byRegistrar,
    { name: 'status', label: 'Status', choices: Object.fromEntries(domainStatuses.map((one) => [one, one])) },
    { name: 'contact', label: "Contact's code" },
    { name: 'leaving', label: 'To be deleted', choices: { soon: 'within 30 days' } },
  ],
  ask: (page, { q, registrar, status, contact, leaving }) => ({
    ...page,
    where: all(
      q && domainsFor(q),
      registrar && { registrar: { eq: registrar } },
      status && { statuses: { contains: [status] } },
      contact && { contactCodes: { contains: [contact] } },
      leaving && { deleteDate: { lt: 'P30D' } },
    ),
  }),
  rows: (data) => data.domains,
  columns: () => domainColumns,
  many: {
    whole: 'domains',
    actions: [
      actions.domainStatusesSet,
      actions.domainLock,
      actions.domainUnlock,
      actions.domainPendingSettle,
      actions.domainTransfer,
      actions.domainUpdate,
      actions.domainContactsAdd,
      actions.domainContactsRemove,
      actions.domainNameserversAdd,
      actions.domainNameserverReplace,
      actions.domainNameserversSet,
      actions.domainDnssecKeysAdd,
      actions.domainDnssecKeysRemove,
      actions.domainForceDelete,
      actions.domainForceDeleteCancel,
    ],
    of: ({ name }) => ({ about: name, fields: { name } }),
  },
});

const contacts = list({
  name: 'contacts',
  path: '/contacts',
  title: 'People',
  about: 'Every view of personal data here is recorded in the access log.',
  filters: [{ name: 'q', label: 'Name, code, e-mail or number' }, byRegistrar],
  ask: (page, { q, registrar }) => ({
    ...page,
    where: all(q && contactsFor(q), registrar && { registrar: { eq: registrar } }),
  }),
  rows: (data) => data.contacts,
  columns: () => contactColumns,
  many: {
    whole: 'contacts',
    actions: [actions.contactDelete],
    of: ({ code, name }) => ({ about: `${code}, ${name}`, fields: { code } }),
  },
});

const invoices = list({
  name: 'invoices',
  path: '/invoices',
  title: 'Invoices',
  filters: [
    { name: 'q', label: 'Number or description' },
    { name: 'status', label: 'Status', choices: asTheyAre(invoiceStatuses) },
    { name: 'due', label: 'Due', choices: { past: 'overdue' } },
  ],
  ask: (page, { q, status, due }) => {
    const known = invoiceStatuses.find((one) => one === status);
    return {
      ...page,
      where: all(q && invoicesFor(q), known && { status: { eq: known } }, due && { overdueDays: { gte: 1 } }),
    };
  },
  rows: (data) => data.invoices,
  columns: () => invoiceColumns,
  many: {
    whole: 'invoices',
    actions: [actions.invoiceStatusUpdate, actions.invoiceRefund],
    of: ({ number, userUniqueId, status, description }) => ({
      about: `${number}, ${status.toLowerCase()}, ${description}`,
      fields: { number, userUniqueId },
    }),
  },
});

const kinds = ['FREE', 'PAID'] as const;
const states = ['PENDING', 'RESERVED', 'REGISTERED', 'EXPIRED'] as const;

const reservations = list({
  name: 'reservations',
  path: '/reservations',
  title: 'Reservations',
  about: 'Names that portals hold for companies being founded, free or paid.',
  filters: [
    byName,
    { name: 'kind', label: 'Kind', choices: asTheyAre(kinds) },
    { name: 'status', label: 'With a name that is', choices: asTheyAre(states) },
  ],
  ask: (page, { q, kind, status }) => {
    const ofKind = kinds.find((one) => one === kind);
    const inState = states.find((one) => one === status);
    return {
      ...page,
      where: all(named(q), ofKind && { kind: { eq: ofKind } }, inState && { status: { eq: inState } }),
    };
  },
  rows: (data) => data.reservations,
  columns: (back) => [
    {
      head: 'Names',
      cell: ({ entries }) =>
        html`${entries.map(({ name, status }) => html`<div>${status === 'REGISTERED' ? domainLink(name) : name} ${tag(status.toLowerCase(), status === 'PENDING' ? 'warn' : '')}</div>`)}`,
    },
    { head: 'Kind', cell: ({ kind }) => kind.toLowerCase() },
    { head: 'Until', cell: ({ entries }) => when(entries.find(({ expiresAt }) => expiresAt)?.expiresAt) },
    {
      head: 'Invoice',
      cell: ({ invoice }) => invoice && html`${invoiceLink(invoice)} ${invoiceTag(invoice.status)}`,
    },
    { head: 'Created', cell: ({ createdAt }) => when(createdAt) },
    {
      head: '',
      cell: ({ userUniqueId, entries }) =>
        userUniqueId !== null &&
        entries.some(({ status }) => status === 'PENDING' || status === 'RESERVED') &&
        actionForm(actions.reservationCancel, {
          fixed: { userUniqueId },
          back,
          isCompact: true,
          about: entries.map(({ name }) => name).join(', '),
        }),
    },
  ],
  many: {
    whole: 'reservations',
    actions: [actions.reservationCancel],
    of: ({ userUniqueId, entries }) =>
      userUniqueId !== null &&
      entries.some(({ status }) => status === 'PENDING' || status === 'RESERVED') && {
        about: entries.map(({ name }) => name).join(', '),
        fields: { userUniqueId },
      },
  },
});

const names = {
  '/operator/names': 'Reserved',
  '/operator/names/blocked': 'Blocked',
  '/operator/names/disputes': 'Disputes',
};

const reservedNames = list({
  name: 'reservedNames',
  path: '/names',
  title: 'Reserved names',
  about:
    'Registering one of these names requires its code. A name that a portal holds stays reserved until the reservation ends.',
  tabs: names,
  filters: [
    byName,
    { name: 'by', label: 'Reserved by', choices: { operator: 'operators', portal: 'portals' } },
  ],
  ask: (page, { q, by }) => ({ ...page, where: all(named(q), by && { byPortal: { eq: by === 'portal' } }) }),
  rows: (data) => data.reservedNames,
  columns: (back) => [
    { head: 'Name', cell: ({ name }) => name },
    { head: 'Since', cell: ({ createdAt }) => when(createdAt) },
    { head: 'Until', cell: ({ expiresAt }) => when(expiresAt) },
    {
      head: '',
      cell: ({ name, reservation }) =>
        reservation
          ? html`<a href="/operator/reservations?q=${encodeURIComponent(name)}">Its reservation</a>`
          : actionForm(actions.nameUnreserve, { fixed: { name }, back, isCompact: true, about: name }),
    },
  ],
  forms: (back) => actionForm(actions.nameReserve, { back }),
  many: {
    whole: 'reservedNames',
    actions: [actions.nameUnreserve],
    of: ({ name, reservation }) => !reservation && { about: name, fields: { name } },
  },
});

const blockedNames = list({
  name: 'blockedNames',
  path: '/names/blocked',
  title: 'Blocked names',
  about: 'These names cannot be registered.',
  tabs: names,
  filters: [byName],
  ask: (page, { q }) => ({ ...page, where: all(named(q)) }),
  rows: (data) => data.blockedNames,
  columns: (back) => [
    { head: 'Name', cell: ({ name }) => name },
    { head: 'Since', cell: ({ createdAt }) => when(createdAt) },
    {
      head: '',
      cell: ({ name }) =>
        actionForm(actions.nameUnblock, { fixed: { name }, back, isCompact: true, about: name }),
    },
  ],
  forms: (back) => actionForm(actions.nameBlock, { back }),
  many: {
    whole: 'blockedNames',
    actions: [actions.nameUnblock],
    of: ({ name }) => ({ about: name, fields: { name } }),
  },
});

const disputes = list({
  name: 'disputes',
  path: '/names/disputes',
  title: 'Disputes',
  about: 'Disputed names: registering one, or changing its registrant, requires the password of the dispute.',
  tabs: names,
  filters: [byName, { name: 'state', label: 'State', choices: { open: 'open', closed: 'closed' } }],
  ask: (page, { q, state }) => ({
    ...page,
    where: all(named(q), state && { closedAt: { isNull: state === 'open' } }),
  }),
  rows: (data) => data.disputes,
  columns: (back) => [
    { head: 'Name', cell: ({ name }) => domainLink(name) },
    { head: 'From', cell: ({ startsAt }) => when(startsAt) },
    { head: 'Until', cell: ({ expiresAt }) => when(expiresAt) },
    { head: 'Closed', cell: ({ closedAt }) => when(closedAt) },
    {
      head: '',
      cell: ({ name, closedAt }) =>
        closedAt === null &&
        actionForm(actions.disputeClose, {
          fixed: { name },
          back,
          isCompact: true,
          button: 'Close',
          about: name,
        }),
    },
  ],
  forms: (back) => actionForm(actions.disputeOpen, { back }),
  many: {
    whole: 'disputes',
    actions: [actions.disputeClose],
    of: ({ name, closedAt }) => closedAt === null && { about: name, fields: { name } },
  },
});

export const registryLists = [
  domains,
  contacts,
  invoices,
  reservations,
  reservedNames,
  blockedNames,
  disputes,
];
