import { failure, Problems } from '../../../base/errors.ts';
import {
  countFailure,
  interfaceFailures,
  networkFailures,
  readNetwork,
} from '../../rules/registrar/allowed-ips.ts';
import { allowedIpsOfRegistrars } from '../../store/registry/allowed-ips.ts';
import type { Db } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { addressOf } from './own-address.ts';

const addressExists = () => failure('OBJECT_EXISTS', 'IP address already exists', { path: ['address'] });

export const addressConflicts = { allowed_ips_unique: addressExists() };

interface Wished {
  readonly address: string;
  readonly interfaces?: readonly string[] | undefined;
}

/**
 * Refuses an address that a registrar may not have on its list. The list is locked: all its addresses are
 * counted, a changed one with its new value only.
 */
export async function checkAddress(
  db: Db,
  registrarId: number,
  { address, interfaces }: Wished,
  changedId?: number,
): Promise<string> {
  const problems = new Problems().direct(
    ...networkFailures(address, changedId === undefined),
    ...interfaceFailures(interfaces),
  );
  const { ipWhitelistMaxCount } = await registrySettings(db);
  const others = (await allowedIpsOfRegistrars(db, [registrarId])).filter(({ id }) => id !== changedId);
  const network = readNetwork(address)?.text ?? address;
  problems
    .further()
    .direct(countFailure([...others.map(addressOf), address], ipWhitelistMaxCount))
    .further()
    .direct(others.some((other) => addressOf(other) === network) ? addressExists() : undefined)
    .refuseIfAny();
  return network;
}
