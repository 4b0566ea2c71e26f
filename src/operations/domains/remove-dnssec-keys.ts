import { z } from 'zod';
import { Problems, referenceNotFound } from '../../core/errors.ts';
import { domainName, listOf } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { dnssecKeyInput, isKey } from './model/dnssec-key-input.ts';
import { lockOwnDomain } from './model/domain-state.ts';
import { changeErrors } from './model/forbidden.ts';
import { reasonsAgainst } from './model/reasons-against.ts';
import { saveDomain } from './model/save-domain.ts';

/**
 * A key is named by all four of its values; one that is not there keeps all the others
 * (docs/rules/registrar.md#changing-dnssec-keys).
 */
export const removeDnssecKeys = defineCommand({
  name: 'domain.remove-dnssec-keys',
  summary: 'Removes DNSSEC keys from a domain.',
  permits: ['registrar:epp'],
  scope: 'WRITE',
  facade: 'registry',
  input: z.object({
    name: domainName(),
    dnssecKeys: listOf(dnssecKeyInput, 'Which keys; all of them or none.'),
  }),
  errors: changeErrors,
  rest: 'DELETE /registry/v1/domains/:domain_name/dnssec',
  graphql: 'Mutation.domainDnssecKeysRemove',
  run: async (context, { name, dnssecKeys }) => {
    const state = await lockOwnDomain(context, name);
    const settings = await registrySettings(context.db);
    const { keys } = state.draft;
    const draft = {
      ...state.draft,
      keys: keys.filter((key) => !dnssecKeys.some((given) => isKey(key, given))),
    };

    const unknown = new Problems().direct(
      ...dnssecKeys.map((given, index) =>
        keys.some((key) => isKey(key, given))
          ? undefined
          : referenceNotFound('DS was not found', ['dnssecKeys', String(index)]),
      ),
    );
    reasonsAgainst('changeDnssecKeys', state, {
      settings,
      moment: context,
      change: { wanted: draft, given: unknown },
    }).refuseIfAny();

    await saveDomain(context, state, draft, settings);
    return { id: state.row.id, name: state.row.name };
  },
});
