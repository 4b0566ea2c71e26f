import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import { lockNames } from '../../store/registry/name-locks.ts';
import { deleteReservedName } from '../../store/registry/reserved-names.ts';
import { domainName } from '../input.ts';
import { defineCommand } from '../operation.ts';

/**
 * Ends an operator's reservation of a name: locks the name and deletes the reservation and its code. A name that a
 * portal holds for a customer is released with its reservation instead (cancel-reservation.ts).
 */
export const unreserveName = defineCommand({
  name: 'name.unreserve',
  summary: "Ends an operator's reservation of a name: anybody can register it.",
  permits: ['operator'],
  operators: 'SUPPORT',
  scope: 'WRITE',
  input: z.object({
    name: domainName('The name to release, with its zone, such as tamm.ee.'),
  }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  graphql: 'Mutation.nameUnreserve',
  run: async ({ db, record }, input) => {
    const name = normaliseLookup(input.name);
    await lockNames(db, [name]);
    const gone = await deleteReservedName(db, name);
    if (!gone) return refuseWith(objectDoesNotExist());
    record({ type: 'reserved_name', id: gone.id, key: name, before: { name } });
    return { id: gone.id, name };
  },
});
