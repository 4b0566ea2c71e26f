import type { Money } from '../../../base/money.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import { countTransactionsOfDomains, transactionsOfDomains } from '../../store/registry/accounts.ts';
import { contactsOnDomains, dnssecKeysOf, nameserversOf } from '../../store/registry/domain-relations.ts';
import { documentsOfContacts, documentsOfDomains } from '../../store/registry/legal-documents.ts';
import { type PriceKey, pricesOn } from '../../store/registry/zones.ts';
import { lists } from './keyed.ts';

export const contactsOfDomains = lists(contactsOnDomains, (row) => row.domain_id);
export const nameserversOfDomains = lists(nameserversOf, (row) => row.domain_id);
export const keysOfDomains = lists(dnssecKeysOf, (row) => row.domain_id);
export const legalDocumentsOfDomains = lists(documentsOfDomains, (row) => row.object_id);
export const legalDocumentsOfContacts = lists(documentsOfContacts, (row) => row.object_id);

export { countTransactionsOfDomains, transactionsOfDomains };

/** Returns the price for each key on that day; null if it does not have one. */
export const pricesOf = async (db: Db, keys: readonly PriceKey[], today: string): Promise<(Money | null)[]> =>
  (await pricesOn(db, keys, today)).map((price) => price ?? null);
