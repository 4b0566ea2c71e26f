import {
  contactsOfDomains,
  keysOfDomains,
  nameserversOfDomains,
} from '../../../registry/operations/readers/of-domains.ts';
import type { DomainWithParts } from '../../../registry/operations/readers/shown.ts';
import { batched } from '../loading.ts';

/**
 * A domain with its parts. Resolvers that read domains also read the parts that the document selects (lookahead.ts), so
 * that nested fields need no query. For a domain without parts, the loaders below read them.
 */
export type DomainNode = DomainWithParts;

export const contactLoader = batched(contactsOfDomains);
export const nameserverLoader = batched(nameserversOfDomains);
export const keyLoader = batched(keysOfDomains);
