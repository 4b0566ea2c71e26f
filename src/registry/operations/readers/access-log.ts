import { type Actor, nameOf, personOf } from '../../../base/actor.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import { writeAccessLog } from '../../store/runner/access-log.ts';

/** The objects whose personal data a request has shown, by kind. */
export type ShownObjects = Map<string, Set<string>>;

/** Written before the answer is sent: nothing is shown that is not logged. */
export const logShownObjects = (
  db: Db,
  looks: ShownObjects,
  who: { readonly actor: Actor; readonly requestId: string; readonly at: Date },
): Promise<void> =>
  writeAccessLog(db, {
    objects: looks,
    actor: nameOf(who.actor),
    operatorId: personOf(who.actor),
    requestId: who.requestId,
    at: who.at,
  });
