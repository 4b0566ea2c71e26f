import type { Money } from '../../../base/money.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import { accountOf, balancesOf } from '../../store/registry/accounts.ts';
import { allowedIpsOfRegistrars } from '../../store/registry/allowed-ips.ts';
import { linkedUsers } from '../../store/registry/api-users.ts';
import { certificatesOfUsers } from '../../store/registry/certificates.ts';
import { shownAgain } from '../runner/shown-again.ts';
import { lists, oneOf } from './keyed.ts';

/** The account as a command has just written it, in the same transaction. */
export const accountOfRegistrar = (db: Db, id: number) =>
  shownAgain(db, `account ${id}`, () => accountOf(db, id));

export const balanceOfRegistrar = (db: Db, id: number): Promise<Money | null> =>
  shownAgain(db, `balance ${id}`, async () => (await balances(db, [id]))[0] ?? null);

/** Finds the linked users of a user; only for the caller itself. */
export const linkedUsersOf = linkedUsers;

export const allowedIpLists = lists(allowedIpsOfRegistrars, (row) => row.registrar_id);
export const certificateLists = lists(certificatesOfUsers, (row) => row.api_user_id);

export const balances = async (db: Db, registrarIds: readonly number[]): Promise<(Money | null)[]> =>
  oneOf(registrarIds, await balancesOf(db, registrarIds), (row) => row.registrar_id).map(
    (row) => row?.balance ?? null,
  );
