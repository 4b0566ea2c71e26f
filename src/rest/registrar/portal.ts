import type { Calendar } from '../../core/calendar.ts';
import { shortest } from '../../core/money.ts';
import { searchContacts } from '../../operations/contacts/search-contacts.ts';
import { showAbilities } from '../../operations/registrar/show-abilities.ts';
import { type RegistrarObjects, showSummary } from '../../operations/registrar/show-summary.ts';
import type { DomainTransfer } from '../../store/domain-transfers.ts';
import type { RestRoute } from '../door.ts';
import { success } from './envelope.ts';
import { given } from './paging.ts';

/** What registrars' portals need beyond the spec (design/client-compat.md). */
export const portalRoutes: readonly RestRoute[] = [
  {
    method: 'GET',
    path: '/registrar/auth',
    operation: showAbilities,
    extension: true,
    handle: async ({ run }) => {
      const { userId, username, roles, registrarName, abilities } = await run(showAbilities, {});
      return success({
        id: userId,
        username,
        roles,
        registrar_name: registrarName,
        legaldoc_mandatory: false,
        address_processing: false,
        abilities: { can: abilities },
      });
    },
  },
  {
    method: 'GET',
    path: '/registrar/summary',
    operation: showSummary,
    extension: true,
    handle: async ({ run, calendar }) => {
      const { userId, username, lastLoginAt, registrar, account, objects } = await run(showSummary, {});
      return success({
        id: userId,
        username,
        registrar_name: registrar?.name ?? null,
        registrar_reg_no: registrar?.reg_no ?? null,
        balance: { amount: shortest(account.balance), currency: account.currency },
        last_login_date: lastLoginAt && calendar.format(lastLoginAt),
        domains: objects?.domains ?? null,
        contacts: objects?.contacts ?? null,
        phone: registrar?.phone ?? null,
        email: registrar?.email ?? null,
        billing_email: registrar?.billing_email ?? null,
        billing_address: registrar?.billing_address ?? null,
        notification: objects ? latestNotification(objects, calendar) : null,
        notifications_count: objects?.unread ?? 0,
      });
    },
  },
  {
    method: 'GET',
    path: '/contacts/search',
    operation: searchContacts,
    extension: true,
    docs: {
      query: {
        query: {
          description: 'Part of a name, code or ident, in any case.',
          schema: { type: 'string' },
        },
        id: { description: 'The exact code of one contact.', schema: { type: 'string' } },
      },
    },
    handle: async ({ run, query }) => {
      const found = await run(searchContacts, { text: given(query, 'query'), code: given(query, 'id') });
      return success(
        found.map(({ code, name }) => ({
          value: code,
          label: `${code} ${name}`,
          selected: found.length === 1,
        })),
      );
    },
  },
];

function latestNotification({ latest, transfer }: RegistrarObjects, calendar: Calendar): object | null {
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

/** The words of EPP's transfer data (RFC 5731, trnData): who asked, who let go, and when. */
const transferData = (transfer: DomainTransfer, calendar: Calendar): object => ({
  name: transfer.domain_name,
  trStatus: transfer.status,
  reID: transfer.new_registrar_code,
  reDate: calendar.format(transfer.requested_at),
  acID: transfer.old_registrar_code,
  acDate: transfer.transferred_at && calendar.format(transfer.transferred_at),
  exDate: calendar.format(transfer.expires_at),
});
