import { z } from 'zod';
import { failure, Problems } from '../../../base/errors.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import { nameserverCountFailure } from '../../rules/domain/nameserver.ts';
import { texts } from '../input.ts';
import { defineCommand } from '../operation.ts';
import { registrySettings } from '../settings.ts';
import { lockOwnStates } from './model/domain-state.ts';
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

export const noNames = () =>
  failure('REQUIRED_PARAMETER_MISSING', 'Missing parameter domains', { path: ['names'] });

/**
 * Adds a nameserver to the named domains of a registrar, for existing portals that replace no particular host: locks
 * the domains, judges each one, and saves those that allow the change. A domain that its statuses, a dispute, the
 * host itself or the nameserver count rule out is left as it is and reported with its reasons
 * (docs/rules/registrar.md#replacing-a-nameserver-everywhere).
 */
export const addNameserverInBulk = defineCommand({
  name: 'domain.add-nameserver-in-bulk',
  summary: "Adds a nameserver to several of the registrar's domains.",
  permits: ['registrar:epp'],
  scope: 'WRITE',
  input: z.object({
    newNameserver: nameserverInput.meta({ description: 'The server to add.' }),
    names: texts('The domains to add it to, up to 5000; you must sponsor them.', 'DomainName'),
  }),
  mostItems: 5000,
  errors: ['REQUIRED_PARAMETER_MISSING', 'PARAMETER_VALUE_SYNTAX'],
  graphql: 'Mutation.domainBulkNameserverAdd',
  mistakes: ({ names, newNameserver }) =>
    new Problems().direct(names.length === 0 ? noNames() : undefined).with(hostMistakes({ newNameserver })),
  run: async (context, { newNameserver, names }) => {
    const { db } = context;
    const problems = new Problems().direct(names.length === 0 ? noNames() : undefined).further();
    const host = await problems.attempt(async () => usableHost(newNameserver));
    problems.refuseIfAny();
    if (!host) throw new Error('a bad nameserver went unnoticed');
    const [settings, found] = await Promise.all([
      registrySettings(db),
      lockOwnStates(context, names.map(normaliseLookup)),
    ]);
    const limits = {
      min: settings.nsMinCount,
      max: settings.nsMaxCount,
      required: settings.nameserverRequired,
    };
    const judged = [...found.values()].map((state) => ({
      state,
      failures: [
        ...reasonsAgainst('bulkNameserverReplace', state).all,
        ...hostExists(state, host),
        nameserverCountFailure(state.draft.nameservers.length + 1, limits),
      ].filter((reason) => reason !== undefined),
    }));
    const changed = judged.filter(({ failures }) => failures.length === 0).map(({ state }) => state);
    refuseMissingGlue(newNameserver, changed);
    await saveDomains(
      context,
      changed.map((state) => ({
        state,
        draft: { ...state.draft, nameservers: [...state.draft.nameservers, host] },
      })),
      settings,
    );
    return { results: hostResults(judged, names) };
  },
});
