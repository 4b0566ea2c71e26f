import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { isRegistrarCode, normaliseRegistrarCode } from '../../rules/registrar/registrar-fields.ts';
import { registrarByCode } from '../../store/registry/registrars.ts';
import { defineQuery } from '../operation.ts';

/** Shows everybody a registrar by its code: the name and web site that every domain of it shows. */
export const showPublicRegistrar = defineQuery({
  name: 'registrar.show-public',
  summary: 'Shows everybody the name and web site of a registrar.',
  permits: ['anonymous'],
  scope: 'READ',
  input: z.object({ code: z.string() }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  run: async ({ db }, input) => {
    const wanted = normaliseRegistrarCode(input.code);
    const registrar = isRegistrarCode(wanted) ? await registrarByCode(db, wanted) : undefined;
    if (!registrar) return refuseWith(objectDoesNotExist());
    const { code, name, website } = registrar;
    return { code, name, website };
  },
});
