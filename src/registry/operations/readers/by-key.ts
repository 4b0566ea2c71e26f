import { inBatches } from '../../../base/batches.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import { invoicesWithNumbers } from '../../store/billing/invoices.ts';
import type { Db } from '../../store/driver/connections/pool.ts';
import { contactsByCode } from '../../store/registry/contacts.ts';
import type { DomainParts } from '../../store/registry/domain-reader.ts';
import { domainsByName } from '../../store/registry/domains.ts';
import { registrarsByCode } from '../../store/registry/registrars.ts';

/**
 * Finds objects by the keys that other systems use: all rows under each key, best first. One statement for
 * many keys; visibility is checked by the APIs (rules/visibility.ts).
 */
export const byKey = {
  domains: async (db: Db, names: readonly string[], today: string, parts?: DomainParts) => {
    const normalised = names.map(normaliseLookup);
    const found = await inBatches([...new Set(normalised)], (some) =>
      domainsByName(db, some, today, parts && { ...parts, domain: 'all' }),
    );
    return inOrder(normalised, found, ({ name }) => name);
  },
  contacts: async (db: Db, codes: readonly string[]) =>
    inOrder(codes, await contactsByCode(db, codes), ({ code }) => code),
  registrars: async (db: Db, codes: readonly string[]) =>
    inOrder(codes, await registrarsByCode(db, codes), ({ code }) => code),
  /**
   * Several may share a number: the paid one comes first, else the newest
   * (docs/rules/rulings.md#a-shared-invoice-number).
   */
  invoices: async (db: Db, numbers: readonly number[]) => {
    const rows = (await invoicesWithNumbers(db, numbers)).reverse();
    const paidFirst = [
      ...rows.filter(({ status }) => status === 'paid'),
      ...rows.filter(({ status }) => status !== 'paid'),
    ];
    return inOrder(numbers, paidFirst, ({ number }) => number);
  },
};

function inOrder<K, Row>(keys: readonly K[], rows: readonly Row[], keyOf: (row: Row) => K): Row[][] {
  const found = new Map<K, Row[]>(keys.map((key) => [key, []]));
  for (const row of rows) found.get(keyOf(row))?.push(row);
  return keys.map((key) => found.get(key) ?? []);
}
