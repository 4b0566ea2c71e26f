import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { allowedIpsOfRegistrars } from '../../store/registry/allowed-ips.ts';
import { defineQuery } from '../operation.ts';

/**
 * Lists the allowed addresses of the caller's registrar for REST. In the graph they are a field of the registrar
 * (docs/rules/self-service.md#addresses).
 */
export const listAllowedIps = defineQuery({
  name: 'allowed-ip.list',
  summary: "Lists the addresses from which the registrar's users may call.",
  permits: ['registrar:super'],
  scope: 'READ',
  input: z.object({}),
  errors: [],
  rest: 'GET /registry/v1/white_ips',
  run: ({ db, actor }) => allowedIpsOfRegistrars(db, [registrarOf(actor).registrarId]),
});
