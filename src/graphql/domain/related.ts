import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import { groupBy } from '../../core/grouping.ts';
import type { Db } from '../../store/driver/lane.ts';
import type { DomainWithParts } from '../../store/registry/domain-reader.ts';
import { contactsOnDomains, dnssecKeysOf, nameserversOf } from '../../store/registry/domain-relations.ts';
import type { Context } from '../context.ts';

/**
 * A domain with what hangs on it. Who reads domains for a document reads what the document selects with them
 * (selected-parts.ts) and hands it down, so that nested fields answer at once; whoever comes without is served by the
 * loaders below.
 */
export type DomainNode = DomainWithParts & {
  /** Where a domain of the past is shown: the entry of its history that it is shown after. */
  readonly asOfEntry?: number;
};

const listLoader = <T extends { readonly domain_id: number }>(
  batch: (db: Db, ids: readonly number[]) => Promise<T[]>,
) =>
  createContextCache(
    ({ database }: Context) =>
      new DataLoader<number, readonly T[]>(async (ids) => {
        const groups = groupBy(await batch(database.db, ids), (row) => row.domain_id);
        return ids.map((id) => groups.get(id) ?? []);
      }),
  );

export const contactLoader = listLoader(contactsOnDomains);
export const nameserverLoader = listLoader(nameserversOf);
export const keyLoader = listLoader(dnssecKeysOf);
