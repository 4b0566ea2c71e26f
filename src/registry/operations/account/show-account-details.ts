import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { everyRow, type ListQuery } from '../../../base/filter.ts';
import { allowedIpsOfRegistrars } from '../../store/registry/allowed-ips.ts';
import { apiUserList, linkedUsers } from '../../store/registry/api-users.ts';
import { registrarsById } from '../../store/registry/registrars.ts';
import { ofRegistrar } from '../lists.ts';
import { defineQuery } from '../operation.ts';
import { registrySettings } from '../settings.ts';

const everyUser: Omit<ListQuery, 'filter'> = {
  sort: [{ field: 'username', descending: false }],
  slice: everyRow,
};

/**
 * Shows the account settings of the caller's registrar for REST: billing address, IBAN, automatic top-up and the
 * users that the caller can switch to. Only super users also see all users and allowed addresses
 * (docs/rules/self-service.md#account).
 */
export const showAccountDetails = defineQuery({
  name: 'account.show-details',
  summary: "Shows the settings of the registrar's account: bills, IBAN, auto-reload, users, addresses.",
  permits: ['registrar'],
  scope: 'BILLING',
  input: z.object({}),
  errors: [],
  rest: 'GET /registry/v1/accounts/details',
  run: async ({ db, actor }) => {
    const { registrarId, roles, userId } = registrarOf(actor);
    const isSuper = roles.includes('super');
    const [[registrar], settings, linked, users, addresses] = await Promise.all([
      registrarsById(db, [registrarId]),
      registrySettings(db),
      linkedUsers(db, userId),
      isSuper ? apiUserList.rows(db, { ...everyUser, filter: ofRegistrar(registrarId) }) : [],
      isSuper ? allowedIpsOfRegistrars(db, [registrarId]) : [],
    ]);
    if (!registrar) throw new Error(`registrar ${registrarId} is gone`);
    return { registrar, minimumDeposit: settings.minimumDeposit, linked, users, addresses };
  },
});
