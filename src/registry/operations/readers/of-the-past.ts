import type { Actor } from '../../../base/actor.ts';
import { registrarListed } from '../../rules/visibility.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import { contactEntriesOf, domainEntriesOf } from '../../store/registry/past-entries.ts';
import { contactsFrom, type PastContact } from '../contacts/past-contacts.ts';
import { type PastDomain, pastDomains } from '../domains/past-domains.ts';

export type { PastDomain };

/** Objects as they were at a moment, by id; those that did not exist then are left out. */

/** A registrar gets those that it sponsors now, or did then. */
export const domainsThen = async (
  db: Db,
  ids: readonly number[],
  asOf: Date,
  actor: Actor,
): Promise<PastDomain[]> =>
  pastDomains(db, await domainEntriesOf(db, ids, asOf, registrarListed(actor)), asOf);

export const contactsThen = async (db: Db, ids: readonly number[], asOf: Date): Promise<PastContact[]> =>
  contactsFrom(await contactEntriesOf(db, ids, asOf), asOf);
