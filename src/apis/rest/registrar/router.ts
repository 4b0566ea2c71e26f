import type { Authenticator } from '../../access/authenticator.ts';
import type { RestApi } from '../route.ts';
import { accountRoutes } from './account.ts';
import { accountDetailRoutes } from './account-details.ts';
import { activityRoutes } from './activities.ts';
import { apiUserRoutes } from './api-users.ts';
import { bulkRoutes } from './bulk.ts';
import { certificateRoutes } from './certificates.ts';
import { changeSetRoutes } from './change-sets.ts';
import { clientHoldRoutes } from './client-hold.ts';
import { contactRoutes } from './contacts.ts';
import { withDetails } from './details.ts';
import { dnssecRoutes } from './dnssec.ts';
import { domainChangeRoutes } from './domain-changes.ts';
import { domainContactRoutes } from './domain-contacts.ts';
import { domainRoutes } from './domains.ts';
import { refusalEnvelope } from './envelope.ts';
import { invoiceRoutes } from './invoices.ts';
import { nameserverRoutes } from './nameservers.ts';
import { notificationRoutes } from './notifications.ts';
import { portalRoutes } from './portal.ts';
import { publicListRoutes } from './public-lists.ts';
import { renewalRoutes } from './renewals.ts';
import { statisticsRoutes } from './statistics.ts';
import { transferRoutes } from './transfers.ts';
import { unbuiltRoutes } from './unbuilt.ts';
import { whiteIpRoutes } from './white-ips.ts';
import { registrarWordings } from './wordings.ts';

export const registrarRoutes = [
  ...accountRoutes,
  ...activityRoutes,
  ...accountDetailRoutes,
  ...invoiceRoutes,
  ...notificationRoutes,
  ...contactRoutes,
  ...domainRoutes,
  ...domainChangeRoutes,
  ...renewalRoutes,
  ...domainContactRoutes,
  ...nameserverRoutes,
  ...dnssecRoutes,
  ...clientHoldRoutes,
  ...transferRoutes,
  ...bulkRoutes,
  ...changeSetRoutes,
  ...portalRoutes,
  ...statisticsRoutes,
  ...publicListRoutes,
  ...apiUserRoutes,
  ...certificateRoutes,
  ...whiteIpRoutes,
  ...unbuiltRoutes,
];

/** The registrar API: /registry/v1, and /repp/v1 for clients that know it by that name. */
export const registrarApi = (authenticator: Authenticator): RestApi => ({
  name: 'registrar',
  prefixes: ['/registry/v1', '/repp/v1'],
  routes: registrarRoutes.map(withDetails),
  authenticate: (sender) => authenticator.registrar(sender),
  wordings: registrarWordings,
  refusal: refusalEnvelope,
});
