import { z } from 'zod';
import { type DnssecKeyRow, dnssecKeysOf } from '../../store/registry/domain-relations.ts';
import { defineQuery } from '../operation.ts';
import { ownDomain } from './model/own-domain.ts';

/**
 * Lists the DNSSEC keys of one of the registrar's own domains for REST. Domains of other registrars do not exist
 * (docs/rules/registrar.md#changing-dnssec-keys).
 */
export const listDnssecKeys = defineQuery({
  name: 'domain.list-dnssec-keys',
  summary: "Lists the DNSSEC keys of one of the registrar's domains.",
  permits: ['registrar:epp'],
  scope: 'READ',
  input: z.object({ name: z.string() }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  rest: 'GET /registry/v1/domains/:domain_name/dnssec',
  run: async (context, { name }): Promise<DnssecKeyRow[]> => {
    const { id } = await ownDomain(context, name);
    return dnssecKeysOf(context.db, [id]);
  },
});
