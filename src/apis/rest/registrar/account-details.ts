import { z } from 'zod';
import { failure, refuseWith } from '../../../base/errors.ts';
import type { Money } from '../../../base/money.ts';
import { disableAutoReload } from '../../../registry/operations/account/disable-auto-reload.ts';
import { setAutoReload } from '../../../registry/operations/account/set-auto-reload.ts';
import { showAccountDetails } from '../../../registry/operations/account/show-account-details.ts';
import { switchUser } from '../../../registry/operations/account/switch-user.ts';
import { updateAccount } from '../../../registry/operations/account/update-account.ts';
import { registrarRows } from '../../../registry/operations/readers/rows.ts';
import type { ApiUser } from '../../../registry/operations/readers/shown.ts';
import { registrySettings } from '../../../registry/operations/settings.ts';
import { shownOnce } from '../../../registry/operations/shown-once.ts';
import { abilitiesOf } from '../../../registry/rules/registrar/abilities.ts';
import { fields, flag as given, optional, orFlat, text as sent, word, wrapper } from '../codec.ts';
import { type RestCall, type RestRoute, route } from '../route.ts';
import { data, flag, number, orNull, text } from '../shapes.ts';
import { success } from './envelope.ts';
import { authShape, authView } from './portal.ts';
import { idIn, putOrPatch, selfService } from './self-service.ts';

const accountFields = {
  billing_email: optional(sent({ description: 'The address for invoices; blank for the general address' })),
  iban: optional(sent({ description: 'The bank account; blank clears it' })),
  accept_pdf_invoices: optional(given({ description: 'Whether invoices are mailed as PDF' })),
};
const accountBody = orFlat(fields({ account: wrapper(accountFields) }), 'account', accountFields);
const anotherUser = { new_user_id: word({ description: 'The user to switch to' }) };
type AccountBody = z.infer<typeof accountBody>;

const userShape = z.object({
  id: number('The number of the user', 3),
  username: text('The name it signs in with', 'alpha'),
  role: text('Its first role', 'super'),
  registrar_name: text('The name of the registrar', 'Alpha Domains'),
  active: flag('Whether it may sign in'),
});
const reloadShape = z.object({
  name: z.literal('threshold'),
  amount: z.number().meta({ description: 'By how many euros', examples: [100] }),
  threshold: z.number().meta({ description: 'At which balance', examples: [10] }),
});

const reload = (amount: Money, threshold: Money): z.infer<typeof reloadShape> => ({
  name: 'threshold',
  amount: Number(amount),
  threshold: Number(threshold),
});

async function update(call: RestCall<AccountBody>) {
  const { billing_email, iban, accept_pdf_invoices } = call.body.account;
  await call.run(updateAccount, {
    billingEmail: billing_email,
    iban,
    acceptPdfInvoices: accept_pdf_invoices,
  });
  return success({ account: call.body.account }, 1000, 'Your account has been updated');
}
const updateRoute = route({
  method: 'PUT',
  path: '/accounts',
  operation: updateAccount,
  request: { body: accountBody },
  docs: {
    data: data({
      account: z.object({
        billing_email: z.string().optional(),
        iban: z.string().optional(),
        accept_pdf_invoices: z.boolean().optional(),
      }),
    }),
  },
  handle: update,
});

/** docs/rules/self-service.md#account. */
const routes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/accounts/details',
    operation: showAccountDetails,
    docs: {
      data: data({
        account: z.object({
          billing_email: orNull(
            text(
              'The address for invoices; the general address if no other was set',
              'billing@alpha.example',
            ),
          ),
          iban: text('Its bank account; blank: none', 'EE382200221020145685'),
          iban_max_length: z.literal(34),
          linked_users: z
            .array(userShape)
            .meta({ description: 'Other users of the same person, to switch to' }),
          api_users: z.array(userShape).meta({ description: 'Its users; for super users only' }),
          white_ips: z
            .array(
              z.object({
                id: number('The number of the address', 23),
                ipv4: orNull(text('An address or network', '192.0.2.1')),
                ipv6: orNull(text('An address or network', '2001:db8::1')),
                interfaces: z.array(z.enum(['api', 'registrar'])),
                committed: flag('Whether it counts'),
              }),
            )
            .meta({ description: 'Allowed addresses; for super users only' }),
          balance_auto_reload: orNull(reloadShape),
          accept_pdf_invoices: flag('Whether invoices are mailed as PDF'),
          min_deposit: z.number().meta({ description: 'The least top-up', examples: [0] }),
        }),
        roles: z.array(z.string()),
        interfaces: z.array(z.string()),
      }),
    },
    handle: async ({ run }) => {
      const { registrar, minimumDeposit, linked, users, addresses } = await run(showAccountDetails, {});
      const { auto_reload_amount: amount, auto_reload_threshold: threshold } = registrar;
      return success({
        account: {
          billing_email: registrar.billing_email ?? registrar.email,
          iban: registrar.iban ?? '',
          iban_max_length: 34,
          linked_users: linked.map((user) => userView(user, user.registrar_name)),
          api_users: users.map((user) => userView(user, registrar.name)),
          white_ips: addresses.map(({ id, network, interfaces, committed }) => {
            const address = network.replace(network.includes(':') ? /\/128$/ : /\/32$/, '');
            const isSix = address.includes(':');
            return { id, ipv4: isSix ? null : address, ipv6: isSix ? address : null, interfaces, committed };
          }),
          balance_auto_reload: amount !== null && threshold !== null ? reload(amount, threshold) : null,
          accept_pdf_invoices: registrar.accept_pdf_invoices,
          min_deposit: Number(minimumDeposit),
        },
        roles: ['super', 'epp', 'billing'],
        interfaces: ['registrar', 'api'],
      });
    },
  },
  ...putOrPatch(updateRoute),
  route({
    method: 'POST',
    path: '/accounts/update_auto_reload_balance',
    operation: setAutoReload,
    request: {
      body: fields({
        type: wrapper({
          amount: word({ description: 'By how many euros, without VAT', examples: ['100'] }),
          threshold: word({ description: 'At which balance', examples: ['10'] }),
        }),
      }),
    },
    docs: {
      data: data({
        settings: z.object({ balance_auto_reload: z.object({ type: reloadShape }) }),
      }),
    },
    handle: async (call) => {
      const registrar = await call.runAndShow(setAutoReload, call.body.type, registrarRows.one);
      const { auto_reload_amount: amount, auto_reload_threshold: threshold } = registrar ?? {};
      const type = amount && threshold ? reload(amount, threshold) : null;
      const message = 'Balance Auto-Reload setting has been updated';
      return success({ settings: { balance_auto_reload: { type } } }, 1000, message);
    },
  }),
  {
    method: 'GET',
    path: '/accounts/disable_auto_reload_balance',
    operation: disableAutoReload,
    docs: { data: data({ settings: z.object({}) }) },
    handle: async ({ run, headers }) => {
      // A GET that changes something: any page could make a browser send it, with a remembered password.
      if (headers['sec-fetch-site'] === 'cross-site')
        refuseWith(failure('AUTHORIZATION', 'Authorization error: a page of another site cannot do this'));
      await run(disableAutoReload, {});
      return success({ settings: {} }, 1000, 'Balance Auto-Reload setting has been disabled');
    },
  },
  route({
    method: 'PUT',
    path: '/accounts/switch_user',
    operation: switchUser,
    request: {
      body: orFlat(fields({ account: wrapper(anotherUser) }), 'account', anotherUser),
    },
    docs: {
      data: data({
        token: orNull(
          text(
            'The credentials to send after `Basic ` from now on; null for a repeated request',
            'YmV0YTp6Z18=',
          ),
        ),
        registrar: authShape,
      }),
    },
    handle: async (call) => {
      const user = { id: idIn(call.body.account.new_user_id) };
      const { actor, token, registrar, addressProcessing } = await call.runAndShow(
        switchUser,
        { user },
        async (db, value) => ({
          actor: value.actor,
          token: shownOnce(value),
          registrar: await registrarRows.one(db, { id: value.actor.registrarId }),
          addressProcessing: (await registrySettings(db)).addressProcessing,
        }),
      );
      const abilities = abilitiesOf(actor.roles);
      const shown = { ...actor, registrarName: registrar?.name ?? '', abilities, addressProcessing };
      return success(
        {
          token: token && Buffer.from(`${actor.username}:${token}`).toString('base64url'),
          registrar: authView(shown),
        },
        1000,
        `You are now signed in as a user "${actor.username}"`,
      );
    },
  }),
];

const userView = ({ id, username, roles, active }: ApiUser, registrar_name: string) => ({
  id,
  username,
  role: roles[0] ?? '',
  registrar_name,
  active,
});

export const accountDetailRoutes = routes.map(selfService);
