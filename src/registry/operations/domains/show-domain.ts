import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../../base/errors.ts';
import { defineQuery } from '../operation.ts';
import { domainParts } from './model/domain-parts.ts';
import { domainNamed } from './model/own-domain.ts';

/**
 * Shows a registrar or an operator a domain of any registrar, by its name, with the parts that the caller asks for.
 * The API that presents it must hide the transfer code from everyone but the sponsor
 * (docs/rules/registrar.md#looking-up-a-domain).
 */
export const showDomain = defineQuery({
  name: 'domain.show',
  summary: 'Shows a domain of any registrar.',
  permits: ['registrar:epp', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: z.object({ name: z.string(), parts: domainParts.optional() }),
  errors: ['OBJECT_DOES_NOT_EXIST'],
  rest: 'GET /registry/v1/domains/:domain_name',
  graphql: 'Query.domain',
  run: async (context, { name, parts }) =>
    (await domainNamed(context, name, parts)) ?? refuseWith(objectDoesNotExist()),
});
