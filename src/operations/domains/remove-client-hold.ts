import { z } from 'zod';
import { domainName } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { lockOwnDomain } from './model/domain-state.ts';
import { changeErrors } from './model/forbidden.ts';
import { reasonsAgainst } from './model/reasons-against.ts';
import { saveDomain } from './model/save-domain.ts';

/** Only this status goes; all others stay as they are (docs/rules/registrar.md#client-hold). */
export const removeClientHold = defineCommand({
  name: 'domain.remove-client-hold',
  summary: 'Takes a domain off hold.',
  permits: ['registrar:epp'],
  scope: 'WRITE',
  facade: 'registry',
  input: z.object({ name: domainName() }),
  errors: changeErrors,
  rest: 'DELETE /registry/v1/domains/:domain_name/statuses/clientHold',
  graphql: 'Mutation.domainClientHoldRemove',
  run: async (context, { name }) => {
    const state = await lockOwnDomain(context, name);
    const settings = await registrySettings(context.db);
    const draft = {
      ...state.draft,
      statuses: state.draft.statuses.filter((status) => status !== 'clientHold'),
    };

    reasonsAgainst('removeClientHold', state, { settings, moment: context }).refuseIfAny();

    await saveDomain(context, state, draft, settings);
    return { id: state.row.id, name: state.row.name };
  },
});
