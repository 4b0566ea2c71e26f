import { z } from 'zod';
import { Problems } from '../../core/errors.ts';
import { domainName, listOf } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { lockOwnDomain } from './model/domain-state.ts';
import { changeErrors } from './model/forbidden.ts';
import { givenNameservers, nameserverInput } from './model/nameserver-input.ts';
import { reasonsAgainst } from './model/reasons-against.ts';
import { saveDomain } from './model/save-domain.ts';

/** All of them or none (docs/rules/registrar.md#nameservers, #changing-nameservers). */
export const addNameservers = defineCommand({
  name: 'domain.add-nameservers',
  summary: 'Adds nameservers to a domain.',
  permits: ['registrar:epp'],
  scope: 'WRITE',
  facade: 'registry',
  input: z.object({
    name: domainName(),
    nameservers: listOf(nameserverInput, 'The servers to add; all of them or none.'),
  }),
  errors: ['REQUIRED_PARAMETER_MISSING', 'PARAMETER_VALUE_SYNTAX', 'OBJECT_EXISTS', ...changeErrors],
  rest: 'POST /registry/v1/domains/:domain_name/nameservers',
  graphql: 'Mutation.domainNameserversAdd',
  run: async (context, input) => {
    const state = await lockOwnDomain(context, input.name);
    const settings = await registrySettings(context.db);
    const given = givenNameservers(input.nameservers, state.row.name);
    const draft = { ...state.draft, nameservers: [...state.draft.nameservers, ...given.nameservers] };

    reasonsAgainst('changeNameservers', state, {
      settings,
      moment: context,
      change: { wanted: draft, given: new Problems().validation(...given.failures) },
    }).refuseIfAny();

    await saveDomain(context, state, draft, settings);
    return { id: state.row.id, name: state.row.name };
  },
});
