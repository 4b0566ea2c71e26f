import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../core/errors.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import { domainEntriesAsOf } from '../../store/registry/past.ts';
import { defineQuery } from '../operation.ts';
import { pastDomains } from './past-domains.ts';

export const showDomainAsOf = defineQuery({
  name: 'domain.show-as-of',
  summary: 'Shows a domain of any registrar as it was at a moment.',
  permits: ['registrar:epp', 'operator'],
  scope: 'READ',
  facade: 'mirror',
  input: z.object({ name: z.string(), asOf: z.date() }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  run: async ({ db }, { name, asOf }) => {
    const entries = await domainEntriesAsOf(db, normaliseLookup(name), asOf);
    const [domain] = await pastDomains(db, entries, asOf);
    return domain ?? refuseWith(objectDoesNotExist());
  },
});
