import { z } from 'zod';
import { Problems } from '../../core/errors.ts';
import { domainName, listOf } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { addNameservers } from './add-nameservers.ts';
import { lockOwnDomain } from './model/domain-state.ts';
import { givenNameservers, nameserverInput } from './model/nameserver-input.ts';
import { reasonsAgainst } from './model/reasons-against.ts';
import { saveDomain } from './model/save-domain.ts';

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
    const given = givenNameservers(input.nameservers, state.row.name);
    const draft = { ...state.draft, nameservers: given.nameservers };
    reasonsAgainst('changeNameservers', state, {
      settings,
      moment: context,
      change: { wanted: draft, given: new Problems().validation(...given.failures) },
    }).refuseIfAny();
    await saveDomain(context, state, draft, settings);
    return { id: state.row.id, name: state.row.name };
  },
});
