import { z } from 'zod';
import { registrarOf } from '../../../base/actor.ts';
import { failure, Problems } from '../../../base/errors.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import { normaliseHostname } from '../../rules/domain/nameserver.ts';
import { lockDomainsOnHost, servesDomains } from '../../store/registry/domain-replacements.ts';
import { text, texts } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { domainStates } from './model/domain-state.ts';
import {
  hostExists,
  hostMistakes,
  hostResults,
  refuseMissingGlue,
  usableHost,
} from './model/hosts-on-domains.ts';
import { nameserverInput } from './model/nameserver-input.ts';
import { reasonsAgainst } from './model/reasons-against.ts';
import { saveDomains } from './model/save-domain.ts';

/**
 * Replaces a nameserver on all of the registrar's domains, or on those named: locks the domains that use it, judges
 * each one, and saves those that allow the change. Domains that their statuses or a dispute forbid to change, or that
 * already have the new host, are left as they are and reported, so the addresses of a host cannot be changed this way
 * (docs/rules/registrar.md#replacing-a-nameserver-everywhere).
 */
export const replaceNameserver = defineCommand({
  name: 'domain.replace-nameserver',
  summary: "Replaces a nameserver by another on the registrar's domains.",
  permits: ['registrar:epp'],
  effect: 'destructive',
  scope: 'WRITE',
  input: z.object({
    hostname: text('The name of the server to replace, such as ns1.hosting.example.'),
    newNameserver: nameserverInput.meta({ description: 'The server that takes its place.' }),
    names: texts(
      'Only on the domains with these names, up to 5000; on all that you sponsor when left out.',
      'DomainName',
    ).optional(),
  }),
  mostItems: 5000,
  errors: ['REQUIRED_PARAMETER_MISSING', 'PARAMETER_VALUE_SYNTAX', 'OBJECT_DOES_NOT_EXIST'],
  rest: 'PUT /registry/v1/registrar/nameservers',
  graphql: 'Mutation.domainBulkNameserverReplace',
  mistakes: ({ newNameserver }) => hostMistakes({ newNameserver }),
  run: async (context, { newNameserver, names, ...input }) => {
    const { db, now, calendar, actor } = context;
    const { registrarId } = registrarOf(actor);
    const hostname = normaliseHostname(input.hostname);
    const ids = await lockDomainsOnHost(db, registrarId, hostname, names?.map(normaliseLookup));
    const isUnknown = ids.length === 0 && !(names && (await servesDomains(db, registrarId, hostname)));
    const problems = new Problems()
      .direct(isUnknown ? failure('OBJECT_DOES_NOT_EXIST', undefined, { path: ['hostname'] }) : undefined)
      .further();
    const host = await problems.attempt(async () => usableHost(newNameserver));
    problems.refuseIfAny();
    if (!host) throw new Error('a bad nameserver went unnoticed');
    // Domains that lost the old host while this waited for their locks are left alone.
    const states = (await domainStates(db, ids, calendar.dateOf(now))).filter(({ draft }) =>
      draft.nameservers.some((one) => one.hostname === hostname),
    );

    const judged = states.map((state) => ({
      state,
      failures: [...reasonsAgainst('bulkNameserverReplace', state).all, ...hostExists(state, host)],
    }));
    const changed = judged.filter(({ failures }) => failures.length === 0).map(({ state }) => state);
    refuseMissingGlue(newNameserver, changed);
    await saveDomains(
      context,
      changed.map((state) => ({
        state,
        draft: {
          ...state.draft,
          nameservers: [...state.draft.nameservers.filter((one) => one.hostname !== hostname), host],
        },
      })),
      await registrySettings(db),
    );
    return { results: hostResults(judged, names) };
  },
});
