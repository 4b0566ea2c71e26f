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
 * A domain with its parts. Resolvers that read domains also read the parts that the document selects (lookahead.ts), so
 * that nested fields need no query. For a domain without parts, the loaders below read them.
 */
export type DomainNode = DomainWithParts;

const loader = <T>(read: (db: Db, ids: readonly number[]) => Promise<T[][]>) =>
  createContextCache(
    ({ database }: Context) => new DataLoader((ids: readonly number[]) => read(database.db, ids)),
  );

export const contactLoader = loader(contactsOfDomains);
export const nameserverLoader = loader(nameserversOfDomains);
export const keyLoader = loader(keysOfDomains);
