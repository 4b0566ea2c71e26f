import { z } from 'zod';
import { domainName, listOf } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { addNameservers } from './add-nameservers.ts';
import { lockOwnDomain } from './model/domain-state.ts';
import { nameserverInput } from './model/nameserver-input.ts';
import { saveDomain } from './model/save-domain.ts';
import { withNameservers } from './model/with-nameservers.ts';

/** In one write, so that the domain is never without enough of them (docs/rules/registrar.md#changing-nameservers). */
export const setNameservers = defineCommand({
  name: 'domain.set-nameservers',
  summary: 'Puts nameservers in the place of all that a domain has.',
  permits: ['registrar:epp'],
  scope: 'WRITE',
  input: z.object({
    name: domainName(),
    nameservers: listOf(
      nameserverInput,
      'All servers that shall answer for it; an empty list takes them all away.',
    ),
  }),
  errors: addNameservers.errors,
  graphql: 'Mutation.domainNameserversSet',
  run: async (context, input) => {
    const state = await lockOwnDomain(context, input.name);
    const settings = await registrySettings(context.db);
    const { draft, problems } = withNameservers(context, state, input.nameservers, settings);
    problems.refuseIfAny();
    await saveDomain(context, state, draft, settings);
    return { id: state.row.id, name: state.row.name };
  },
});
