import { inWords } from '../../../base/text.ts';
import { html } from '../../kit/html.ts';
import { actions } from './actions.ts';
import type {
  OperatorContactsQuery,
  OperatorDomainsQuery,
  OperatorInvoicesQuery,
  OperatorRegistrarQuery,
} from './documents.generated.ts';
import { actionForm } from './forms.ts';
import {
  type Column,
  contactLink,
  domainLink,
  invoiceLink,
  invoiceTag,
  registrarLink,
  statusTags,
  tag,
  when,
} from './parts.ts';

type RowOf<C extends { nodes: readonly unknown[] } | null> = NonNullable<C>['nodes'][number];

/** Columns that several lists share. */
export const domainColumns: readonly Column<RowOf<OperatorDomainsQuery['domains']>>[] = [
  { head: 'Name', cell: ({ name }) => domainLink(name) },
  { head: 'Statuses', cell: ({ statuses }) => statusTags(statuses) },
  { head: 'Expires', cell: ({ expiresAt }) => when(expiresAt) },
  { head: 'Deleted on', cell: ({ deleteDate }) => when(deleteDate) },
  { head: 'Registrant', cell: ({ registrant }) => registrant.name },
  { head: 'Registrar', cell: ({ registrar }) => registrarLink(registrar.code) },
];

export const contactColumns: readonly Column<RowOf<OperatorContactsQuery['contacts']>>[] = [
  { head: 'Name', cell: ({ code, name }) => contactLink(code, name) },
  { head: 'Code', cell: ({ code }) => html`<code>${code}</code>` },
  { head: 'E-mail', cell: ({ email }) => email },
  { head: 'Registrar', cell: ({ registrar }) => registrar && registrarLink(registrar.code) },
];

export const invoiceColumns: readonly Column<RowOf<OperatorInvoicesQuery['invoices']>>[] = [
  { head: 'Number', cell: invoiceLink },
  { head: 'Status', cell: ({ status }) => invoiceTag(status) },
  {
    head: 'For',
    cell: ({ description, initiator }) => html`${description} <span class="soft small">${initiator}</span>`,
  },
  { head: 'Created', cell: ({ createdAt }) => when(createdAt) },
  { head: 'Amount', cell: ({ amount, currency }) => `${amount} ${currency}`, isNumber: true },
];

export const movementColumns: readonly Column<RowOf<OperatorRegistrarQuery['ledger']>>[] = [
  { head: 'When', cell: ({ createdAt }) => when(createdAt) },
  { head: 'What', cell: ({ description }) => description },
  { head: 'Amount', cell: ({ amount }) => amount, isNumber: true },
  { head: 'Balance', cell: ({ balance }) => balance, isNumber: true },
];

/** The columns of a user except the name, and its actions. */
export const userColumns = (back: string): readonly Column<RowOf<OperatorRegistrarQuery['apiUsers']>>[] => [
  { head: 'Roles', cell: ({ roles }) => roles.map(inWords).join(', ') },
  { head: 'May sign in', cell: ({ active }) => tag(active ? 'yes' : 'no', active ? 'good' : 'bad') },
  { head: 'Last seen', cell: ({ lastLoginAt }) => when(lastLoginAt) },
  {
    head: '',
    cell: ({ username, active }) =>
      html`<div class="row">${actionForm(actions.apiUserUpdate, {
        fixed: { username, active: !active },
        back,
        isCompact: true,
        button: active ? 'Lock out' : 'Let in',
        about: username,
      })}${actionForm(actions.apiUserDelete, { fixed: { username }, back, isCompact: true, about: username })}</div>`,
  },
];
