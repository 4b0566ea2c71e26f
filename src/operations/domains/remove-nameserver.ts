import { z } from 'zod';
import { objectDoesNotExist, refuseWith } from '../../core/errors.ts';
import { normaliseHostname } from '../../rules/domain/nameserver.ts';
import { domainName, text } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { lockOwnDomain } from './model/domain-state.ts';
import { changeErrors } from './model/forbidden.ts';
import { reasonsAgainst } from './model/reasons-against.ts';
import { saveDomain } from './model/save-domain.ts';

/** Never below the least count: this never empties a domain (docs/rules/registrar.md#changing-nameservers). */
export const removeNameserver = defineCommand({
  name: 'domain.remove-nameserver',
  summary: 'Removes a nameserver from a domain.',
  permits: ['registrar:epp'],
  scope: 'WRITE',
  facade: 'registry',
  input: z.object({
    name: domainName(),
    hostname: text('The name of the server to take away, such as ns1.hosting.example.'),
  }),
  errors: changeErrors,
  rest: 'DELETE /registry/v1/domains/:domain_name/nameservers/:nameserver_hostname',
  graphql: 'Mutation.domainNameserverRemove',
  run: async (context, input) => {
    const state = await lockOwnDomain(context, input.name);
    const hostname = normaliseHostname(input.hostname);
    const nameservers = state.draft.nameservers.filter((one) => one.hostname !== hostname);
    if (nameservers.length === state.draft.nameservers.length) refuseWith(objectDoesNotExist());
    const settings = await registrySettings(context.db);
    const draft = { ...state.draft, nameservers };

    reasonsAgainst('changeNameservers', state, {
      settings,
      moment: context,
      change: { wanted: draft },
    }).refuseIfAny();

    await saveDomain(context, state, draft, settings);
    return { id: state.row.id, name: state.row.name };
  },
});
