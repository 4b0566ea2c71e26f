import type { Db } from '../driver/connections/pool.ts';

/** Deletes or ends what nobody needs at this time. */
type Forget = (db: Db, now: Date) => Promise<unknown>;

const others: Forget[] = [];

/** Adds something to what the job of forgetting does. */
export const forgetToo = (forget: Forget): void => void others.push(forget);

export const forgottenToo: readonly Forget[] = others;
