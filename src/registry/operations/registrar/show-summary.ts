import { z } from 'zod';
import { isPermitted, registrarOf } from '../../../base/actor.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import { accountOf } from '../../store/registry/accounts.ts';
import { apiUserByName } from '../../store/registry/api-users.ts';
import { countContacts } from '../../store/registry/contacts.ts';
import { type DomainTransfer, transfersById } from '../../store/registry/domain-transfers.ts';
import { countDomains } from '../../store/registry/domains.ts';
import { latestUnread, type Notification, notificationsList } from '../../store/registry/notifications.ts';
import { registrarsById } from '../../store/registry/registrars.ts';
import { defineQuery } from '../operation.ts';

/**
 * Collects the first page of a portal: the user, the registrar, its balance, and the counts of its domains, contacts
 * and unread poll messages (docs/rules/registrar.md#existing-clients). A user with only the billing role gets no
 * domains, contacts or poll messages, here as elsewhere (docs/rules/registrar.md#roles).
 */
export const showSummary = defineQuery({
  name: 'registrar.show-summary',
  summary: "Sums up the registrar's account, objects and unread poll messages.",
  permits: ['registrar'],
  scope: 'BILLING',
  input: z.object({}),
  errors: [],
  rest: 'GET /registry/v1/registrar/summary',
  run: async ({ db, actor }) => {
    const { userId, username, registrarId } = registrarOf(actor);
    const [registrar] = await registrarsById(db, [registrarId]);
    const user = await apiUserByName(db, username);
    return {
      userId,
      username,
      earlierLoginAt: user?.earlier_login_at ?? null,
      registrar,
      account: await accountOf(db, registrarId),
      objects: isPermitted(actor, ['registrar:epp']) ? await objectsOf(db, registrarId) : undefined,
    };
  },
});

export interface RegistrarObjects {
  readonly domains: number;
  readonly contacts: number;
  readonly unread: number;
  readonly latest: Notification | undefined;
  /** The object of the latest message, if it is about a transfer. */
  readonly transfer: DomainTransfer | undefined;
}

async function objectsOf(db: Db, registrarId: number): Promise<RegistrarObjects> {
  const latest = await latestUnread(db, registrarId);
  const about = latest?.attached_obj_type === 'DomainTransfer' ? latest.attached_obj_id : null;
  const [transfer] = about === null ? [] : await transfersById(db, [about]);
  return {
    domains: await countDomains(db, registrarId, undefined),
    contacts: await countContacts(db, registrarId, undefined),
    unread: await notificationsList(registrarId).count(db, { field: 'readAt', is: 'isNull', value: true }),
    latest,
    transfer,
  };
}
