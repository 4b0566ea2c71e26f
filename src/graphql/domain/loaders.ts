import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import type { Db } from '../../operations/operation.ts';
import {
  contactsOfDomains,
  keysOfDomains,
  nameserversOfDomains,
} from '../../operations/readers/of-domains.ts';
import type { DomainWithParts } from '../../operations/readers/shown.ts';
import type { Context } from '../context.ts';

/**
 * A domain with what hangs on it. Who reads domains for a document reads what the document selects with them
 * (lookahead.ts) and hands it down, so that nested fields answer at once; whoever comes without is served by the
 * loaders below.
 */
export type DomainNode = DomainWithParts;

const loader = <T>(read: (db: Db, ids: readonly number[]) => Promise<T[][]>) =>
  createContextCache(
    ({ database }: Context) => new DataLoader((ids: readonly number[]) => read(database.db, ids)),
  );

export const contactLoader = loader(contactsOfDomains);
export const nameserverLoader = loader(nameserversOfDomains);
export const keyLoader = loader(keysOfDomains);
