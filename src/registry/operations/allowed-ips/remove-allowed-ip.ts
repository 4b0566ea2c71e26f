import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { deleteAllowedIp } from '../../store/registry/allowed-ips.ts';
import { lockRegistrar } from '../../store/registry/registrars.ts';
import { rowId } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { writeToOperators } from '../registrar/letters.ts';
import { removalLetter } from './letters.ts';
import { addressChange, ownAddress } from './own-address.ts';

/**
 * Removes an address from the registrar's list, at once in every process; operators get a mail if it was for the API.
 * The address that the request comes from can be removed too (docs/rules/self-service.md#addresses).
 */
export const removeAllowedIp = defineCommand({
  name: 'allowed-ip.remove',
  summary: "Removes an address from the registrar's list.",
  permits: ['registrar:super'],
  scope: 'SIGN_IN',
  input: z.object({ id: rowId('AllowedIp', 'The id of the address.') }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  rest: 'DELETE /registry/v1/white_ips/:white_ip_id',
  graphql: 'Mutation.allowedIpRemove',
  run: async (context, { id }) => {
    const { db, actor, record, publish } = context;
    const registrar = await lockRegistrar(db, registrarOf(actor).registrarId);
    const row = await ownAddress(db, actor, id);
    await deleteAllowedIp(db, id);
    record(addressChange(row, undefined));
    publish('api_user', registrar.code);
    if (row.interfaces.includes('api'))
      await writeToOperators(context, registrar, removalLetter(registrar, row));
    return { id };
  },
});
