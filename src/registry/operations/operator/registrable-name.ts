import { refuseWith } from '../../../base/errors.ts';
import { parseDomainName } from '../../rules/domain/domain-name.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import { lockNames } from '../../store/registry/name-locks.ts';
import { allZones } from '../../store/registry/zones.ts';

/** A registrable name in its stored forms; it is locked until the transaction ends. */
export async function registrableName(db: Db, given: string): Promise<{ name: string; puny: string }> {
  const zones = await allZones(db);
  const parsed = parseDomainName(
    given,
    zones.map(({ origin }) => origin),
  );
  if (!parsed.ok) return refuseWith(parsed.failure);
  await lockNames(db, [parsed.name]);
  return { name: parsed.name, puny: parsed.puny };
}
