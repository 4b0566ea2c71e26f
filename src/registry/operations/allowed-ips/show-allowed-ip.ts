import { z } from 'zod';
import { defineQuery } from '../operation.ts';
import { ownAddress } from './own-address.ts';

/**
 * Shows one address on the list of the caller's registrar for REST. Addresses of other registrars do not exist
 * (docs/rules/self-service.md#addresses).
 */
export const showAllowedIp = defineQuery({
  name: 'allowed-ip.show',
  summary: "Shows an address on the registrar's list.",
  permits: ['registrar:super'],
  scope: 'READ',
  input: z.object({ id: z.number() }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  rest: 'GET /registry/v1/white_ips/:white_ip_id',
  run: ({ db, actor }, { id }) => ownAddress(db, actor, id),
});
