import { z } from 'zod';
import { nameOf } from '../../../base/actor.ts';
import { failure, refuseWith } from '../../../base/errors.ts';
import { updateAllowedIp } from '../../store/registry/allowed-ips.ts';
import { lockRegistrar } from '../../store/registry/registrars.ts';
import { rowId } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { writeToRegistrar } from '../registrar/letters.ts';
import { activationLetter } from './letters.ts';
import { addressChange, ownAddress } from './own-address.ts';

/**
 * Puts an address from a registrar's list into effect, for an operator, and mails the registrar. The commit is an
 * operator's so that a stolen password alone lets nobody in from elsewhere (docs/rules/self-service.md#addresses).
 */
export const commitAllowedIp = defineCommand({
  name: 'allowed-ip.commit',
  summary: "Lets a registrar's users call from an address that it has put on its list.",
  permits: ['operator'],
  operators: 'SUPPORT',
  scope: 'SIGN_IN',
  input: z.object({ id: rowId('AllowedIp', 'The id of the address.') }),
  errors: ['OBJECT_DOES_NOT_EXIST', 'OBJECT_STATUS_PROHIBITS'],
  graphql: 'Mutation.allowedIpCommit',
  run: async (context, { id }) => {
    const { db, now, actor, record, publish } = context;
    const registrar = await lockRegistrar(db, (await ownAddress(db, actor, id)).registrar_id);
    // A concurrent change may have committed it already.
    const before = await ownAddress(db, actor, id);
    if (before.committed) refuseWith(failure('OBJECT_STATUS_PROHIBITS'));
    const after = await updateAllowedIp(db, id, {
      committed: true,
      updated_by: nameOf(actor),
      updated_at: now,
    });
    record(addressChange(before, after));
    publish('api_user', registrar.code);
    writeToRegistrar(context, registrar, activationLetter(after));
    return { id };
  },
});
