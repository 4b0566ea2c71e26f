import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { hostNamed } from '../../store/registry/hosts.ts';
import { defineQuery } from '../operation.ts';
import { refuseMalformed } from './show-public-domain.ts';

/**
 * Shows everybody a nameserver to which a domain of this registry is delegated. Only the domain that the host lies in
 * tells its addresses: others may not claim them (docs/rules/rdap.md#nameservers).
 */
export const showPublicNameserver = defineQuery({
  name: 'nameserver.show-public',
  summary: 'Shows everybody a nameserver of this registry, with its glue addresses.',
  permits: ['anonymous'],
  scope: 'READ',
  input: z.object({ hostname: z.string() }),
  errors: ['OBJECT_DOES_NOT_EXIST', 'PARAMETER_VALUE_SYNTAX'],
  run: async ({ db }, { hostname }) =>
    (await hostNamed(db, refuseMalformed(hostname))) ?? refuseWith(objectDoesNotExist()),
});
