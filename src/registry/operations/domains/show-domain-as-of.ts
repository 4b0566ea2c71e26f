import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import { registrarListed } from '../../rules/visibility.ts';
import { domainEntriesAsOf } from '../../store/registry/past-entries.ts';
import { defineQuery } from '../operation.ts';
import { pastDomains } from './past-domains.ts';

/**
 * Rebuilds a domain from history as it was at a moment, with its contacts, nameservers and keys, but without secrets.
 * Only an operator and a registrar that sponsors the domain today, or sponsored it at that moment, may see it; for
 * others it does not exist (docs/rules/graph.md#visibility).
 */
export const showDomainAsOf = defineQuery({
  name: 'domain.show-as-of',
  summary: 'Shows a domain that the registrar sponsors, or sponsored then, as it was at a moment.',
  permits: ['registrar:epp', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: z.object({ name: z.string(), asOf: z.date() }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  run: async ({ db, actor }, { name, asOf }) => {
    const entries = await domainEntriesAsOf(db, normaliseLookup(name), asOf, registrarListed(actor));
    const [domain] = await pastDomains(db, entries, asOf);
    return domain ?? refuseWith(objectDoesNotExist());
  },
});
