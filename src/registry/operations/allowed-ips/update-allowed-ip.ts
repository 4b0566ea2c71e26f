import { z } from 'zod';
import { nameOf, registrarOf } from '../../../base/actor.ts';
import { updateAllowedIp as writeAllowedIp } from '../../store/registry/allowed-ips.ts';
import { lockRegistrar } from '../../store/registry/registrars.ts';
import { rowId, text, texts } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { writeToOperators } from '../registrar/letters.ts';
import { addressConflicts, checkAddress } from './check-address.ts';
import { changeLetter } from './letters.ts';
import { addressChange, addressOf, inOrder, ownAddress } from './own-address.ts';

/**
 * Changes an address on the registrar's list or what it is for: locks the registrar and checks the list as it would
 * be. If the address was or is for the API, it has to be committed again, and operators get a mail
 * (docs/rules/self-service.md#addresses).
 */
export const updateAllowedIp = defineCommand({
  name: 'allowed-ip.update',
  summary: "Changes an address on the registrar's list, or what it is for.",
  permits: ['registrar:super'],
  scope: 'SIGN_IN',
  input: z.object({
    id: rowId('AllowedIp', 'The id of the address.'),
    address: text('The new address or network; unchanged when left out.').optional(),
    interfaces: texts(
      'The interfaces that may be called from it from now on; unchanged when left out.',
      'CallerInterface',
    ).optional(),
  }),
  errors: [
    'REQUIRED_PARAMETER_MISSING',
    'PARAMETER_VALUE_RANGE',
    'PARAMETER_VALUE_SYNTAX',
    'PARAMETER_VALUE_POLICY',
    'OBJECT_EXISTS',
    'OBJECT_DOES_NOT_EXIST',
  ],
  conflicts: addressConflicts,
  rest: 'PUT /registry/v1/white_ips/:white_ip_id',
  graphql: 'Mutation.allowedIpUpdate',
  run: async (context, input) => {
    const { db, now, actor, record, publish } = context;
    const registrar = await lockRegistrar(db, registrarOf(actor).registrarId);
    const before = await ownAddress(db, actor, input.id);
    const wished = {
      address: input.address ?? addressOf(before),
      interfaces: input.interfaces ?? before.interfaces,
    };
    const network = await checkAddress(db, registrar.id, wished, before.id);
    const interfaces = inOrder(wished.interfaces);
    const isSame = network === addressOf(before) && interfaces.join() === before.interfaces.join();
    if (isSame) return { id: before.id };
    const after = await writeAllowedIp(db, before.id, {
      network,
      interfaces,
      committed: ![...before.interfaces, ...interfaces].includes('api'),
      updated_by: nameOf(actor),
      updated_at: now,
    });
    record(addressChange(before, after));
    publish('api_user', registrar.code);
    if (!after.committed) await writeToOperators(context, registrar, changeLetter(registrar, after));
    return { id: after.id };
  },
});
