import { z } from 'zod';
import { domainName } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { lockOwnDomain } from './model/domain-state.ts';
import { changeErrors } from './model/forbidden.ts';
import { reasonsAgainst } from './model/reasons-against.ts';
import { saveDomain } from './model/save-domain.ts';

/** Takes the domain out of the zone on the registrar's word (docs/rules/registrar.md#client-hold). */
export const setClientHold = defineCommand({
  name: 'domain.set-client-hold',
  summary: 'Puts a domain on hold.',
  permits: ['registrar:epp'],
  effect: 'destructive',
  scope: 'WRITE',
  facade: 'registry',
  input: z.object({ name: domainName() }),
  errors: changeErrors,
  rest: 'PUT /registry/v1/domains/:domain_name/statuses/clientHold',
  graphql: 'Mutation.domainClientHoldSet',
  run: async (context, { name }) => {
    const state = await lockOwnDomain(context, name);
    const settings = await registrySettings(context.db);
    const draft = { ...state.draft, statuses: [...state.draft.statuses, 'clientHold'] };

    reasonsAgainst('setClientHold', state, { settings, moment: context }).refuseIfAny();

    await saveDomain(context, state, draft, settings);
    return { id: state.row.id, name: state.row.name };
  },
});
