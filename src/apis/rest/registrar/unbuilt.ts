import { refuseUnsupported } from '../../../registry/operations/registrar/refuse-unsupported.ts';
import type { Method, RestRoute } from '../route.ts';

/**
 * Identity verification, sign-in with eeID, accreditation, key pairs made by the registry, and the EPP console
 * (docs/rules/registrar.md#not-built). The body is ignored.
 */
const unbuilt: readonly (readonly [Method, string])[] = [
  ['POST', '/contacts/verify/:contact_id'],
  ['GET', '/contacts/download_poi/:contact_id'],
  ['POST', '/contacts/approve_verification/:contact_id'],
  ['POST', '/contacts/reject_verification/:contact_id'],
  ['POST', '/api_users/verify/:api_user_id'],
  ['GET', '/api_users/download_poi/:api_user_id'],
  ['POST', '/api_users/approve_verification/:api_user_id'],
  ['POST', '/api_users/reject_verification/:api_user_id'],
  ['POST', '/certificates/p12'],
  ['POST', '/registrar/auth/tara_callback'],
  ['POST', '/registrar/accreditation/push_results'],
  ['POST', '/registrar/xml_console'],
  ['GET', '/registrar/xml_console/load_xml'],
];

export const unbuiltRoutes = unbuilt.map(
  ([method, path]): RestRoute => ({
    method,
    path,
    operation: refuseUnsupported,
    extension: true,
    docs: { onlyRefuses: true },
    handle: ({ run }) => run(refuseUnsupported, {}),
  }),
);
