import { type OperatorRole, operatorRoles } from '../../../base/actor.ts';
import { inWords } from '../../../base/text.ts';
import { html } from '../../kit/html.ts';
import { actionOf, actions } from './actions.ts';
import { userColumns } from './columns.ts';
import { byRegistrar, registrarsFor } from './finding.ts';
import { actionForm } from './forms.ts';
import { addressOf, all, type Filter, list } from './lists.ts';
import { moneyLists } from './money-lists.ts';
import { changesOf, objectLink, registrarLink, tag, when } from './parts.ts';
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
        html`${actionOf(operation)?.title ?? inWords(operation)}${reason && html` <span class="soft">(${reason})</span>`}${changesOf(entry)}`,
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
  ...moneyLists,
  operatorLog,
  accessLog,
];
