import { type Html, html } from '../../kit/html.ts';
import { actions } from './actions.ts';
import { movementColumns, userColumns } from './columns.ts';
import type { OperatorRegistrarQuery } from './documents.generated.ts';
import { actionForm } from './forms.ts';
import type { ConsolePage } from './layout.ts';
import { addressOf } from './lists.ts';
import { facts, restOf, section, table, tag, toDo, when } from './parts.ts';

type Registrar = NonNullable<OperatorRegistrarQuery['registrars']>['nodes'][number];

export interface Limits {
  readonly points: number | undefined;
  readonly seconds: number;
}

export function registrarPage(
  registrar: Registrar,
  data: OperatorRegistrarQuery,
  limits: Limits,
): ConsolePage {
  const { code, name, suspendedAt, suspensionReason } = registrar;
  const { ledger, apiUsers } = data;
  const back = `/operator/registrars/${encodeURIComponent(code)}`;
  const options = { fixed: { code }, back };
  return {
    title: name,
    here: '/operator/registrars',
    main: html`<h1>${name} ${tag(code)} ${suspendedAt && tag('suspended', 'bad')}</h1>
${suspendedAt && html`<p class="notice bad">Suspended since ${when(suspendedAt)}: ${suspensionReason}</p>`}
<div class="halves">
${section(
  'balance',
  'Balance',
  html`<p class="amount">${registrar.balance ?? '–'} EUR</p>
${actionForm(actions.accountAdjust, { fixed: { registrar: code }, back })}`,
)}
${section('about', 'Details', aboutRegistrar(registrar, data, limits))}
</div>
${section(
  'users',
  `Users (${apiUsers?.totalCount ?? 0})`,
  html`${table('Users', apiUsers?.nodes ?? [], [{ head: 'User', cell: ({ username }) => username }, ...userColumns(back)])}
${restOf(apiUsers?.nodes.length ?? 0, apiUsers?.totalCount ?? 0, addressOf('/operator/users', { registrar: code }))}
${actionForm(actions.apiUserCreate, { fixed: { registrar: code }, back })}
${
  apiUsers?.nodes[0] &&
  actionForm(actions.apiUserUpdate, {
    title: 'Give a user a new password',
    button: 'Set the password',
    back,
    asks: ['password'],
    choices: { username: apiUsers.nodes.map(({ username }) => username) },
  })
}`,
)}
${section(
  'ledger',
  'Movements',
  html`${table('Movements', ledger?.nodes ?? [], movementColumns)}
${restOf(ledger?.nodes.length ?? 0, ledger?.totalCount ?? 0, addressOf('/operator/ledger', { registrar: code }))}`,
)}
${toDo(html`${actionForm(actions.registrarUpdate, { ...options, values: knownOf(registrar) })}
${suspendedAt ? actionForm(actions.registrarReinstate, options) : actionForm(actions.registrarSuspend, options)}${actionForm(actions.registrarPortfolioMove, { fixed: { registrar: code }, back })}`)}`,
  };
}

function aboutRegistrar(registrar: Registrar, data: OperatorRegistrarQuery, limits: Limits): Html {
  const { code, allowedIps } = registrar;
  const counted = (path: string, list: { readonly totalCount: number } | null) =>
    html`<a href="${addressOf(path, { registrar: code })}">${list?.totalCount ?? 0}</a>`;
  return facts([
    ['E-mail', registrar.email],
    ['Phone', registrar.phone],
    ['Website', registrar.website],
    ['Registration number', registrar.regNo],
    ['Country', registrar.countryCode],
    ['Address', registrar.billingAddress],
    ['Invoices go to', registrar.billingEmail],
    ['Domains', counted('/operator/domains', data.domains)],
    ['Contacts', counted('/operator/contacts', data.contacts)],
    ['Access tokens', counted('/operator/tokens', data.accessTokens)],
    ['Webhooks', counted('/operator/webhooks', data.webhooks)],
    [
      'Budget',
      limits.points === undefined ? 'none' : `${limits.points} points in ${limits.seconds} s for each user`,
    ],
    [
      'May call from',
      allowedIps.length === 0
        ? 'anywhere its users may sign in'
        : allowedIps.map(({ address, committed }) => `${address}${committed ? '' : ' (not yet)'}`).join(', '),
    ],
  ]);
}

/** The initial values of the form. */
const knownOf = ({ name, email, phone, website, regNo, countryCode }: Registrar): URLSearchParams =>
  new URLSearchParams(
    Object.entries({ name, email, phone, website, regNo, countryCode }).flatMap(([field, value]) =>
      value === null ? [] : [[field, value]],
    ),
  );
