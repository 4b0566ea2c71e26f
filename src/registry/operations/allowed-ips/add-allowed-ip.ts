import { z } from 'zod';
import { nameOf, registrarOf } from '../../../base/actor.ts';
import { insertAllowedIp } from '../../store/registry/allowed-ips.ts';
import { lockRegistrar } from '../../store/registry/registrars.ts';
import { text, texts } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { writeToOperators } from '../registrar/letters.ts';
import { addressConflicts, checkAddress } from './check-address.ts';
import { changeLetter } from './letters.ts';
import { addressChange, inOrder } from './own-address.ts';

/**
 * Adds an address to the list from which the registrar's users may call: locks the registrar, and checks the network,
 * the interfaces and the count. An address for the API takes effect only after an operator, who gets a mail, has
 * committed it (docs/rules/self-service.md#addresses).
 */
export const addAllowedIp = defineCommand({
  name: 'allowed-ip.add',
  summary: "Adds an address to the list from which the registrar's users may call.",
  permits: ['registrar:super'],
  scope: 'SIGN_IN',
  input: z.object({
    address: text('An address, or a network such as 192.0.2.0/28; IPv6 networks must be /64.'),
    interfaces: texts('The interfaces that may be called from it.', 'CallerInterface')
      .optional()
      .meta({ required: true }),
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_POLICY',
    'OBJECT_EXISTS',
  ],
  conflicts: addressConflicts,
  rest: 'POST /registry/v1/white_ips',
  graphql: 'Mutation.allowedIpAdd',
  run: async (context, input) => {
    const { db, now, actor, record } = context;
    const registrar = await lockRegistrar(db, registrarOf(actor).registrarId);
    const interfaces = inOrder(input.interfaces ?? []);
    const row = await insertAllowedIp(db, {
      registrar_id: registrar.id,
      network: await checkAddress(db, registrar.id, input),
      interfaces,
      committed: !interfaces.includes('api'),
      created_by: nameOf(actor),
      updated_by: nameOf(actor),
      created_at: now,
      updated_at: now,
    });
    record(addressChange(undefined, row));
    if (!row.committed) await writeToOperators(context, registrar, changeLetter(registrar, row));
    return { id: row.id };
  },
});
