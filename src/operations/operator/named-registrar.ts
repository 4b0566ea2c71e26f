import { referenceNotFound, refuseWith } from '../../core/errors.ts';
import { normaliseRegistrarCode } from '../../rules/registrar-fields.ts';
import type { Db } from '../../store/database.ts';
import { type Registrar, registrarByCode } from '../../store/registrars.ts';

/** The registrar that an operator's input names by its code. */
export async function namedRegistrar(db: Db, code: string): Promise<Registrar> {
  const registrar = await registrarByCode(db, normaliseRegistrarCode(code));
  return registrar ?? refuseWith(referenceNotFound('Registrar was not found', ['registrar']));
}
