import { z } from 'zod';
import type { Calendar } from '../../../base/calendar.ts';
import { shortest } from '../../../base/money.ts';
import { searchContacts } from '../../../registry/operations/contacts/search-contacts.ts';
import type { DomainTransfer } from '../../../registry/operations/readers/shown.ts';
import { showAbilities } from '../../../registry/operations/registrar/show-abilities.ts';
import { type RegistrarObjects, showSummary } from '../../../registry/operations/registrar/show-summary.ts';
import { fields, parameter } from '../codec.ts';
import { type RestCall, type RestRoute, route } from '../route.ts';
import { amount, count, data, flag, moment, named, number, orNull, schemaOf, text } from '../shapes.ts';
import { success } from './envelope.ts';

const user = {
  id: number('The number of the user', 1),
  username: text('The name it signs in with', 'alpha'),
};
const registrarName = text('The name of the registrar', 'Alpha Domains');
const transferShape = z.object({
  name: text('The name of the domain', 'tamm.ee'),
  trStatus: text('The state of the transfer', 'serverApproved'),
  reID: text('The registrar that requested it', 'BETA'),
  reDate: moment('When it asked'),
  acID: text('The losing registrar', 'ALPHA'),
  acDate: moment('When it was transferred, or requested if it is still pending'),
  exDate: moment('When the domain expires'),
});
const latestShape = z.object({
  id: number('The number of the message', 5),
  text: text('What happened', 'Registrant confirmed domain update: tamm.ee'),
  attached_obj_type: orNull(text('The type of the object it is about', 'Domain')),
  attached_obj_id: orNull(number('The number of the object it is about', 1)),
  created_at: moment('When it was written'),
  attached_obj_data: orNull(transferShape),
});

export const authShape = named(
  'SignedIn',
  z.object({
    ...user,
    roles: z.array(z.string()).meta({ description: 'What it may do', examples: [['super']] }),
    registrar_name: registrarName,
    legaldoc_mandatory: flag('Whether a legal document must be sent: never'),
    address_processing: flag('Whether new contacts must have a whole postal address'),
    abilities: z.object({
      can: z.record(z.string(), z.unknown()).meta({ description: 'Actions by the kind of object' }),
      cannot: z.object({}).meta({ description: 'Always empty' }),
    }),
  }),
);

/** The caller, in the form that portals store. */
export const authView = (caller: {
  readonly userId: number;
  readonly username: string;
  readonly roles: readonly string[];
  readonly registrarName: string;
  readonly abilities: Readonly<Record<string, unknown>>;
  readonly addressProcessing: boolean;
}): z.infer<typeof authShape> => ({
  id: caller.userId,
  username: caller.username,
  roles: [...caller.roles],
  registrar_name: caller.registrarName,
  legaldoc_mandatory: false,
  address_processing: caller.addressProcessing,
  abilities: { can: caller.abilities, cannot: {} },
});

const foundContacts = schemaOf(
  z.array(
    z.object({
      value: text('The code of the contact', 'ALPHA:TAMM'),
      label: text('Code and name', 'ALPHA:TAMM Jaan Tamm'),
      selected: flag('Whether it is the only one'),
    }),
  ),
);

/** Routes that registrars' portals need beyond the documented API (docs/rules/registrar.md#existing-clients). */
export const portalRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/registrar/auth',
    operation: showAbilities,
    extension: true,
    docs: {
      data: schemaOf(authShape),
    },
    handle: async ({ run }) => success(authView(await run(showAbilities, {}))),
  },
  {
    method: 'GET',
    path: '/registrar/summary',
    operation: showSummary,
    extension: true,
    docs: {
      data: data({
        ...user,
        registrar_name: orNull(registrarName),
        registrar_reg_no: orNull(text('Its registration number', '12345678')),
        balance: z.object({
          amount: amount('The available balance', '1000.0'),
          currency: text('Always EUR', 'EUR'),
        }),
        last_login_date: orNull(moment('When the user signed in before this time')),
        domains: orNull(count('How many domains it sponsors', 45)),
        contacts: orNull(count('How many contacts it has', 22)),
        phone: orNull(text('Its phone number', '+372.5555555')),
        email: orNull(text('Its e-mail address', 'info@alpha.example')),
        billing_email: orNull(text('The address for invoices', 'billing@alpha.example')),
        billing_address: orNull(text('Its postal address', 'Pikk 1, Tallinn')),
        notification: orNull(latestShape),
        notifications_count: orNull(count('How many messages are unread', 7)),
      }),
    },
    handle: async ({ run, calendar }) => {
      const { userId, username, earlierLoginAt, registrar, account, objects } = await run(showSummary, {});
      return success({
        id: userId,
        username,
        registrar_name: registrar?.name ?? null,
        registrar_reg_no: registrar?.reg_no ?? null,
        balance: { amount: shortest(account.balance), currency: account.currency },
        last_login_date: earlierLoginAt && calendar.format(earlierLoginAt),
        domains: objects?.domains ?? null,
        contacts: objects?.contacts ?? null,
        phone: registrar?.phone ?? null,
        email: registrar?.email ?? null,
        billing_email: registrar?.billing_email ?? registrar?.email ?? null,
        billing_address: registrar?.billing_address ?? null,
        notification: objects ? latestNotification(objects, calendar) : null,
        notifications_count: objects?.unread ?? null,
      });
    },
  },
  route({
    method: 'GET',
    path: '/contacts/search',
    operation: searchContacts,
    extension: true,
    request: {
      query: fields({
        query: parameter({ description: 'Part of a name, code or ident, in any case.' }),
        id: parameter({ description: 'The exact code of one contact.' }),
      }),
    },
    docs: { data: foundContacts },
    handle: ({ run, query }) => search(run, { text: query.query, code: query.id }),
  }),
  {
    method: 'GET',
    path: '/contacts/search/:contact_id',
    operation: searchContacts,
    extension: true,
    docs: { id: 'contactsSearchByCode', data: foundContacts },
    handle: ({ run, path }) => search(run, { code: path.contact_id }),
  },
];

async function search(
  run: RestCall['run'],
  wanted: { text?: string | undefined; code?: string | undefined },
) {
  const found = await run(searchContacts, wanted);
  return success(
    found.map(({ code, name }) => ({ value: code, label: `${code} ${name}`, selected: found.length === 1 })),
  );
}

function latestNotification(
  { latest, transfer }: RegistrarObjects,
  calendar: Calendar,
): z.infer<typeof latestShape> | null {
  if (!latest) return null;
  return {
    id: latest.id,
    text: latest.text,
    attached_obj_type: latest.attached_obj_type,
    attached_obj_id: latest.attached_obj_id,
    created_at: calendar.format(latest.created_at),
    attached_obj_data: transfer ? transferData(transfer, calendar) : null,
  };
}

/** The terms of EPP's transfer data (RFC 5731, trnData): who requested it, who acted on it, and when. */
const transferData = (transfer: DomainTransfer, calendar: Calendar): z.infer<typeof transferShape> => ({
  name: transfer.domain_name,
  trStatus: transfer.status,
  reID: transfer.new_registrar_code,
  reDate: calendar.formatInSeconds(transfer.requested_at),
  acID: transfer.old_registrar_code,
  // Portals parse every date, so none may be missing: until the transfer is done, it is the date of the request.
  acDate: calendar.formatInSeconds(transfer.transferred_at ?? transfer.requested_at),
  exDate: calendar.formatInSeconds(transfer.expires_at),
});
