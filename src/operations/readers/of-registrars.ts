import { accountOf } from '../../store/registry/accounts.ts';

/** As a command has just left it, in its own transaction. */
export const accountOfRegistrar = accountOf;
