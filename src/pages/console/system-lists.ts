import { type OperatorRole, operatorRoles } from '../../core/actor.ts';
import { inWords } from '../../core/text.ts';
import { html } from '../shared/html.ts';
import { actions, titleOf } from './actions.ts';
import { movementColumns, userColumns } from './columns.ts';
import { byRegistrar, registrarsFor } from './finding.ts';
import { actionForm } from './forms.ts';
import { addressOf, all, type Filter, list } from './lists.ts';
import { changesOf, invoiceLink, invoiceTag, objectLink, registrarLink, tag, when } from './parts.ts';
import { mayRevoke } from './role.ts';

const ofRegistrar = (code: string | undefined) => code && { registrar: { eq: code } };

const registrars = list({
  name: 'registrars',
  path: '/registrars',
  title: 'Registrars',
  filters: [
    { name: 'q', label: 'Name, code or number' },
    { name: 'state', label: 'State', choices: { suspended: 'suspended', working: 'not suspended' } },
  ],
  ask: (page, { q, state }) => ({
    ...page,
    where: all(q && registrarsFor(q), state && { suspendedAt: { isNull: state === 'working' } }),
  }),
  rows: (data) => data.registrars,
  columns: () => [
    { head: 'Code', cell: ({ code }) => registrarLink(code) },
    {
      head: 'Name',
      cell: ({ name, suspendedAt }) => html`${name} ${suspendedAt && tag('suspended', 'bad')}`,
    },
    { head: 'E-mail', cell: ({ email }) => email },
    {
      head: 'Domains',
      cell: ({ code }) =>
        html`<a href="${addressOf('/operator/domains', { registrar: code })}">Its domains</a>`,
    },
    { head: 'Balance', cell: ({ balance }) => balance, isNumber: true },
  ],
  many: {
    whole: 'registrars',
    actions: [actions.registrarSuspend, actions.registrarReinstate],
    of: ({ code, name }) => ({ about: `${code}, ${name}`, fields: { code } }),
  },
  forms: (back) =>
    html`${actionForm(actions.registrarCreate, { back })}${actionForm(actions.registrarNotify, { back })}${actionForm(actions.bankTransferRecord, { back })}`,
});

const users = list({
  name: 'users',
  path: '/users',
  title: 'Users',
  about: 'The users of registrars.',
  filters: [
    { name: 'q', label: 'Part of the user name' },
    byRegistrar,
    { name: 'may', label: 'May sign in', choices: { yes: 'yes', no: 'no' } },
  ],
  ask: (page, { q, registrar, may }) => ({
    ...page,
    where: all(
      q && { username: { contains: q } },
      ofRegistrar(registrar),
      may && { active: { eq: may === 'yes' } },
    ),
  }),
  rows: (data) => data.apiUsers,
  columns: (back) => [
    { head: 'User', cell: ({ username }) => username },
    { head: 'Registrar', cell: ({ registrar }) => registrarLink(registrar.code) },
    ...userColumns(back),
  ],
  many: {
    whole: 'apiUsers',
    actions: [actions.apiUserDelete],
    of: ({ username }) => ({ about: username, fields: { username } }),
  },
});

const tokens = list({
  name: 'tokens',
  path: '/tokens',
  title: 'Access tokens',
  about: 'Tokens that authenticate without a password. A revoked token is refused at once.',
  filters: [{ name: 'q', label: 'Name or owner' }, byRegistrar],
  ask: (page, { q, registrar }) => ({
    ...page,
    where: all(
      q && { or: [{ name: { contains: q } }, { createdBy: { contains: q } }] },
      ofRegistrar(registrar),
    ),
  }),
  rows: (data) => data.accessTokens,
  columns: (back) => [
    { head: 'Name', cell: ({ name }) => name },
    {
      head: 'Owner',
      cell: ({ registrar, role }) =>
        registrar ? registrarLink(registrar.code) : tag(role ? `operator, ${role}` : 'operator'),
    },
    { head: 'For', cell: ({ scopes }) => scopes.map(inWords).join(', ') },
    {
      head: 'Created',
      cell: ({ createdAt, createdBy }) => html`${when(createdAt)} <span class="soft">by ${createdBy}</span>`,
    },
    { head: 'Last used', cell: ({ lastUsedAt }) => when(lastUsedAt) },
    { head: 'Until', cell: ({ expiresAt }) => when(expiresAt) },
    {
      head: '',
      cell: (token) =>
        mayRevoke(token) &&
        actionForm(actions.accessTokenRevoke, {
          fixed: { id: token.id },
          back,
          isCompact: true,
          about: token.name,
        }),
    },
  ],
  forms: (back) => actionForm(actions.accessTokenCreate, { back }),
  many: {
    whole: 'accessTokens',
    actions: [actions.accessTokenRevoke],
    of: ({ id, name, registrar, createdAt, createdBy }) =>
      mayRevoke({ registrar, createdBy }) && {
        about: `${name}, of ${registrar?.code ?? 'an operator'}, made by ${createdBy} on ${createdAt.slice(0, 19).replace('T', ' ')}`,
        fields: { id },
      },
  },
});

const operators = list({
  name: 'operators',
  path: '/operators',
  title: 'Operators',
  about: 'The people who run the registry. Machines have tokens of OPERATOR_TOKENS instead.',
  filters: [
    { name: 'q', label: 'Part of the name or address' },
    { name: 'role', label: 'Role', choices: Object.fromEntries(operatorRoles.map((role) => [role, role])) },
    { name: 'state', label: 'State', choices: { working: 'may sign in', disabled: 'disabled' } },
  ],
  ask: (page, { q, role, state }) => ({
    ...page,
    where: all(
      q && { or: [{ name: { contains: q } }, { email: { contains: q } }] },
      role && { role: { eq: role as OperatorRole } },
      state && { disabledAt: { isNull: state === 'working' } },
    ),
  }),
  rows: (data) => data.operators,
  columns: (back) => [
    { head: 'Name', cell: ({ name, disabledAt }) => html`${name} ${disabledAt && tag('disabled', 'bad')}` },
    { head: 'E-mail', cell: ({ email }) => email },
    { head: 'Role', cell: ({ role }) => tag(role) },
    { head: 'Last signed in', cell: ({ lastSignInAt }) => when(lastSignInAt) },
    {
      head: 'Added',
      cell: ({ createdAt, createdBy }) => html`${when(createdAt)} <span class="soft">by ${createdBy}</span>`,
    },
    {
      head: '',
      cell: ({ id, name, disabledAt }) =>
        !disabledAt &&
        html`<div class="row">${actionForm(actions.operatorUpdate, { fixed: { id }, back, about: name })}${actionForm(
          actions.operatorDisable,
          { fixed: { id }, back, isCompact: true, about: name },
        )}</div>`,
    },
  ],
  forms: (back) => actionForm(actions.operatorCreate, { back }),
  many: {
    whole: 'operators',
    actions: [actions.operatorDisable],
    of: ({ id, name, email, disabledAt }) => !disabledAt && { about: `${name}, ${email}`, fields: { id } },
  },
});

const webhooks = list({
  name: 'webhooks',
  path: '/webhooks',
  title: 'Webhooks',
  about: 'Addresses that receive events. Registrars manage them themselves.',
  filters: [
    { name: 'q', label: 'Part of the address' },
    byRegistrar,
    { name: 'state', label: 'State', choices: { failing: 'failing', off: 'switched off' } },
  ],
  ask: (page, { q, registrar, state }) => ({
    ...page,
    where: all(
      q && { url: { contains: q } },
      ofRegistrar(registrar),
      state === 'failing' && { failingSince: { isNull: false } },
      state === 'off' && { enabled: { eq: false } },
    ),
  }),
  rows: (data) => data.webhooks,
  columns: () => [
    {
      head: 'Address',
      cell: ({ url, description }) => html`<code>${url}</code> <span class="soft">${description}</span>`,
    },
    { head: 'Registrar', cell: ({ registrar }) => registrarLink(registrar.code) },
    { head: 'Events', cell: ({ events }) => events.map(inWords).join(', ') },
    {
      head: 'State',
      cell: ({ enabled, failingSince }) =>
        failingSince !== null
          ? html`${tag('failing', 'bad')} since ${when(failingSince)}`
          : tag(enabled ? 'works' : 'off', enabled ? 'good' : 'warn'),
    },
    { head: 'Created', cell: ({ createdAt }) => when(createdAt) },
  ],
});

const paymentTabs = {
  '/operator/payments': 'Disagreements',
  '/operator/payments/all': 'All payments',
};

const forPayment = (action: 'paymentRefund' | 'paymentRefundAbandon', reference: string, back: string) =>
  actionForm(actions[action], { fixed: { reference }, back, isCompact: true, about: reference });

const disagreements = list({
  name: 'disagreements',
  path: '/payments',
  title: 'Payments that disagree',
  about: 'Cases where the payment provider and our books differ.',
  tabs: paymentTabs,
  filters: [
    { name: 'state', label: 'State', none: 'open', choices: { closed: 'settled' } },
    { name: 'q', label: 'Part of the reference' },
  ],
  ask: (page, { state, q }) => ({
    ...page,
    where: all({ resolvedAt: { isNull: state !== 'closed' } }, q && { paymentReference: { contains: q } }),
  }),
  rows: (data) => data.paymentDisagreements,
  none: 'None. The payment provider and our books agree.',
  columns: (back) => [
    {
      head: 'What',
      cell: ({
        kind,
        about,
        details,
      }) => html`<strong>${inWords(kind)}</strong> <span class="soft">${about}</span>
<details class="changes"><summary>Payload</summary><pre tabindex="0">${JSON.stringify(details, null, 2)}</pre></details>`,
    },
    {
      head: 'Payment',
      cell: ({ paymentReference, payment }) =>
        html`<code>${paymentReference}</code> ${payment && `${inWords(payment.state)}, ${payment.amount ?? '–'}`}`,
    },
    {
      head: 'Invoice',
      cell: ({ invoice }) =>
        invoice &&
        html`${invoiceLink(invoice)} ${invoiceTag(invoice.status)} ${invoice.amount} ${invoice.currency}, ${invoice.description}`,
    },
    { head: 'Raised', cell: ({ raisedAt }) => when(raisedAt) },
    {
      head: '',
      cell: ({ id, paymentReference, payment, resolvedAt, resolvedBy, note }) =>
        resolvedAt === null
          ? html`${actionForm(actions.paymentDisagreementResolve, { fixed: { id }, back, about: paymentReference })}
${payment && forPayment('paymentRefund', paymentReference, back)}`
          : html`${when(resolvedAt)} <span class="soft">by ${resolvedBy}</span> ${note}`,
    },
  ],
  many: {
    whole: 'paymentDisagreements',
    actions: [actions.paymentDisagreementResolve],
    of: ({ id, paymentReference, kind, resolvedAt }) =>
      resolvedAt === null && { about: `${paymentReference}, ${inWords(kind)}`, fields: { id } },
  },
});

const payments = list({
  name: 'paymentsAll',
  path: '/payments/all',
  title: 'All payments',
  about: 'Payments that the provider has reported. A stray one belongs to no invoice.',
  tabs: paymentTabs,
  filters: [
    { name: 'q', label: 'Part of the reference' },
    { name: 'stray', label: 'Stray', choices: { yes: 'yes', no: 'no' } },
  ],
  ask: (page, { q, stray }) => ({
    ...page,
    where: all(q && { reference: { contains: q } }, stray && { stray: { eq: stray === 'yes' } }),
  }),
  rows: (data) => data.payments,
  columns: (back) => [
    { head: 'When', cell: ({ occurredAt }) => when(occurredAt) },
    { head: 'Reference', cell: ({ reference }) => html`<code>${reference}</code>` },
    { head: 'State', cell: ({ state }) => inWords(state) },
    {
      head: 'Invoice',
      cell: ({ invoice }) =>
        invoice ? html`${invoiceLink(invoice)} ${invoiceTag(invoice.status)}` : tag('stray', 'warn'),
    },
    { head: 'Amount', cell: ({ amount }) => amount, isNumber: true },
    { head: 'Not refunded', cell: ({ standingAmount }) => standingAmount, isNumber: true },
    {
      head: '',
      cell: ({ reference, strayAmount, refundBegunAt }) =>
        refundBegunAt
          ? html`<span class="soft">refund in progress since</span> ${when(refundBegunAt)} ${forPayment('paymentRefundAbandon', reference, back)}`
          : Number(strayAmount) > 0 && forPayment('paymentRefund', reference, back),
    },
  ],
  many: {
    actions: [actions.paymentRefund],
    of: ({ reference, strayAmount, refundBegunAt }) =>
      !refundBegunAt && Number(strayAmount) > 0 && { about: reference, fields: { reference } },
  },
});

export const ledgerTabs = { '/operator/ledger': 'Movements', '/operator/ledger/proof': 'Proof' };

const ledger = list({
  name: 'ledger',
  path: '/ledger',
  title: 'Ledger',
  about: 'Every movement of money on the accounts of registrars.',
  tabs: ledgerTabs,
  filters: [byRegistrar, { name: 'q', label: 'Part of the description' }],
  ask: (page, { q, registrar }) => ({
    ...page,
    registrar: registrar ?? null,
    where: all(q && { description: { contains: q } }),
  }),
  rows: (data) => data.ledger,
  columns: () => [
    { head: 'Registrar', cell: ({ registrar }) => registrarLink(registrar.code) },
    ...movementColumns,
  ],
});

const logTabs = { '/operator/log': 'What was done', '/operator/log/looks': 'Who has seen personal data' };
const aboutWhom: Filter = { name: 'q', label: 'Part of the subject' };
const byWhom: Filter = { name: 'actor', label: 'By' };
const byActor = (text: string | undefined) => text && { actor: { contains: text } };
const aboutObject = (text: string | undefined) => text && { objectKey: { contains: text } };

const operatorLog = list({
  name: 'operatorLog',
  path: '/log',
  title: 'What operators have done',
  tabs: logTabs,
  filters: [aboutWhom, byWhom, { name: 'operation', label: 'Part of the operation' }],
  ask: (page, { q, actor, operation }) => ({
    ...page,
    where: all(aboutObject(q), byActor(actor), operation && { operation: { contains: operation } }),
  }),
  rows: (data) => data.operatorLog,
  columns: () => [
    { head: 'When', cell: ({ at }) => when(at) },
    {
      head: 'Who',
      cell: ({ actor, actorKind }) => html`${actor} ${actorKind === 'TOKEN' && tag('token')}`,
    },
    {
      head: 'What',
      cell: ({ operation, reason, entry }) =>
        html`${titleOf(operation) ?? inWords(operation)}${reason && html` <span class="soft">(${reason})</span>`}${changesOf(entry)}`,
    },
    { head: 'About', cell: ({ objectType, objectKey }) => objectLink(objectType, objectKey) },
  ],
});

const accessLog = list({
  name: 'accessLog',
  path: '/log/looks',
  title: 'Who has seen personal data',
  about: 'Personal data that operators have seen. Kept for two years.',
  tabs: logTabs,
  filters: [aboutWhom, byWhom],
  ask: (page, { q, actor }) => ({ ...page, where: all(aboutObject(q), byActor(actor)) }),
  rows: (data) => data.accessLog,
  columns: () => [
    { head: 'When', cell: ({ at }) => when(at) },
    { head: 'Whose data', cell: ({ objectType, objectKey }) => objectLink(objectType, objectKey) },
    { head: 'By', cell: ({ actor }) => actor },
    { head: 'Request', cell: ({ requestId }) => html`<code class="small">${requestId}</code>` },
  ],
});

export const systemLists = [
  registrars,
  users,
  tokens,
  operators,
  webhooks,
  disagreements,
  payments,
  ledger,
  operatorLog,
  accessLog,
];
