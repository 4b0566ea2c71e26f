import { z } from 'zod';
import { failure, Problems, refuseWith } from '../../../base/errors.ts';
import { normaliseLookup } from '../../rules/domain/domain-name.ts';
import { checkNameserver, normaliseHostname } from '../../rules/domain/nameserver.ts';
import { nest } from '../../rules/findings.ts';
import { inPlaceFields } from '../in-place.ts';
import { domainName, text } from '../input.ts';
import { defineDomainChange } from './model/define-domain-change.ts';
import { givenNameservers, nameserverErrors, nameserverInput } from './model/nameserver-input.ts';

/**
 * Puts a nameserver in the place of another one of a domain: locks the domain, finds the old host, checks the new one,
 * the statuses and the domain as it would be, and saves. The other nameservers stay
 * (docs/rules/registrar.md#changing-nameservers).
 */
export const exchangeNameserver = defineDomainChange({
  name: 'domain.exchange-nameserver',
  summary: 'Puts a nameserver in the place of another one of a domain.',
  effect: 'destructive',
  input: z.object({
    name: domainName(),
    hostname: text('The name of the server that goes, such as ns1.hosting.example.'),
    newNameserver: nameserverInput.meta({ description: 'The server that takes its place.' }),
    ...inPlaceFields,
  }),
  errors: nameserverErrors,
  graphql: 'Mutation.domainNameserverReplace',
  did: ({ name }) => `replaced a nameserver of ${name}`,
  mistakes: ({ name, newNameserver }) => {
    const checked = checkNameserver(newNameserver, normaliseLookup(name));
    return new Problems().validation(
      ...(checked.ok ? [] : checked.failures.map((reason) => nest(reason, 'newNameserver'))),
    );
  },
  wanted: (_, { row, draft }, input) => {
    const hostname = normaliseHostname(input.hostname);
    const others = draft.nameservers.filter((one) => one.hostname !== hostname);
    if (others.length === draft.nameservers.length)
      refuseWith(
        failure('OBJECT_DOES_NOT_EXIST', 'The domain has no such nameserver', { path: ['hostname'] }),
      );
    const { nameservers } = givenNameservers([input.newNameserver], row.name);
    return { action: 'changeNameservers', parts: { nameservers: [...others, ...nameservers] } };
  },
});
