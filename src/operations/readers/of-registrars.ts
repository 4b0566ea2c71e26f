import { accountOf } from '../../store/registry/accounts.ts';
import { allowedIpsOfRegistrars } from '../../store/registry/allowed-ips.ts';
import { certificatesOfUsers } from '../../store/registry/certificates.ts';
import { lists } from './keyed.ts';

/** As a command has just left it, in its own transaction. */
export const accountOfRegistrar = accountOf;

export const allowedIpLists = lists(allowedIpsOfRegistrars, (row) => row.registrar_id);
export const certificateLists = lists(certificatesOfUsers, (row) => row.api_user_id);
