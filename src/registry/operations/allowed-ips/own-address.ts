import type { Actor } from '../../../base/actor.ts';
import { objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { changesOf, type Document } from '../../../base/events.ts';
import { type CallerInterface, callerInterfaces, readNetwork } from '../../rules/registrar/allowed-ips.ts';
import { type AllowedIp, allowedIpsById } from '../../store/registry/allowed-ips.ts';
import { registrarFor } from '../api-users/own-user.ts';
import type { Db } from '../operation.ts';

/** An address on the caller's own list, or on any list for an operator. */
export async function ownAddress(db: Db, actor: Actor, id: number): Promise<AllowedIp> {
  const [row] = await allowedIpsById(db, [id]);
  const isOwn = row && [undefined, row.registrar_id].includes(registrarFor(actor));
  return isOwn ? row : refuseWith(objectDoesNotExist());
}

/** The address as shown: without the prefix length that PostgreSQL adds to a single address. */
export const addressOf = ({ network }: Pick<AllowedIp, 'network'>): string =>
  readNetwork(network)?.text ?? network;

/** Removes duplicates and sorts. The values have been checked. */
export const inOrder = (interfaces: readonly string[]): CallerInterface[] =>
  callerInterfaces.filter((known) => interfaces.includes(known));

const addressDocument = (row: AllowedIp): Document => ({
  registrarId: row.registrar_id,
  address: addressOf(row),
  interfaces: row.interfaces,
  committed: row.committed,
});

export const addressChange = changesOf('allowed_ip', addressOf, addressDocument);
