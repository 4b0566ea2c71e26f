import { z } from 'zod';
import { type NameserverRow, nameserversOf } from '../../store/registry/domain-relations.ts';
import { defineQuery } from '../operation.ts';
import { ownDomain } from './model/own-domain.ts';

/**
 * Lists the nameservers of one of the registrar's own domains for REST, in the order in which they were added.
 * Domains of other registrars do not exist (docs/rules/registrar.md#changing-nameservers).
 */
export const listNameservers = defineQuery({
  name: 'domain.list-nameservers',
  summary: "Lists the nameservers of one of the registrar's domains.",
  permits: ['registrar:epp'],
  scope: 'READ',
  input: z.object({ name: z.string() }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  rest: 'GET /registry/v1/domains/:domain_name/nameservers',
  run: async (context, { name }): Promise<NameserverRow[]> => {
    const { id } = await ownDomain(context, name);
    return nameserversOf(context.db, [id]);
  },
});
