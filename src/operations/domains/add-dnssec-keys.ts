import { z } from 'zod';
import { Problems } from '../../core/errors.ts';
import { domainName, listOf } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { dnssecKeyInput, givenKeys } from './model/dnssec-key-input.ts';
import { lockOwnDomain } from './model/domain-state.ts';
import { changeErrors } from './model/forbidden.ts';
import { reasonsAgainst } from './model/reasons-against.ts';
import { saveDomain } from './model/save-domain.ts';

/** All of them or none (docs/rules/registrar.md#dnssec-keys, #changing-dnssec-keys). */
export const addDnssecKeys = defineCommand({
  name: 'domain.add-dnssec-keys',
  summary: 'Adds DNSSEC keys to a domain.',
  permits: ['registrar:epp'],
  scope: 'WRITE',
  facade: 'registry',
  input: z.object({
    name: domainName(),
    dnssecKeys: listOf(dnssecKeyInput, 'Which keys; all of them or none.'),
  }),
  errors: ['PARAMETER_VALUE_SYNTAX', 'OBJECT_EXISTS', ...changeErrors],
  rest: 'POST /registry/v1/domains/:domain_name/dnssec',
  graphql: 'Mutation.domainDnssecKeysAdd',
  run: async (context, { name, dnssecKeys }) => {
    const state = await lockOwnDomain(context, name);
    const settings = await registrySettings(context.db);
    const given = givenKeys(dnssecKeys);
    const draft = { ...state.draft, keys: [...state.draft.keys, ...given.keys] };

    reasonsAgainst('changeDnssecKeys', state, {
      settings,
      moment: context,
      change: {
        wanted: draft,
        given: new Problems().direct(...given.direct).validation(...given.validation),
      },
    }).refuseIfAny();

    await saveDomain(context, state, draft, settings);
    return { id: state.row.id, name: state.row.name };
  },
});
