import { referenceNotFound, refuseWith } from '../../../base/errors.ts';
import { normaliseRegistrarCode } from '../../rules/registrar/registrar-fields.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import { lockRegistrar, type Registrar, registrarByCode } from '../../store/registry/registrars.ts';

/** The registrar that an operator's input names by its code. */
export async function namedRegistrar(db: Db, code: string, field = 'registrar'): Promise<Registrar> {
  const registrar = await registrarByCode(db, normaliseRegistrarCode(code));
  return registrar ?? refuseWith(referenceNotFound('Registrar was not found', [field]));
}

/**
 * Finds the registrar that an operator's input names and locks it until the transaction ends, for an operation that
 * changes it.
 */
export const lockNamedRegistrar = async (db: Db, code: string): Promise<Registrar> =>
  lockRegistrar(db, (await namedRegistrar(db, code, 'code')).id);
