import type { ErrorCode } from '../../../../base/error-catalogue.ts';
import { type Failure, Problems } from '../../../../base/errors.ts';
import { normaliseLookup } from '../../../rules/domain/domain-name.ts';
import {
  checkNameserver,
  type Nameserver,
  type NameserverInput,
  normaliseHostname,
} from '../../../rules/domain/nameserver.ts';
import { nest } from '../../../rules/findings.ts';
import { object, text, texts } from '../../input.ts';
import { changeErrors } from './forbidden.ts';

export const nameserverInput = object(
  'NameserverInput',
  'A nameserver of the domain. One whose name is below the domain itself needs at least one address (glue).',
  {
    hostname: text('The name of the server, such as ns1.hosting.example.'),
    ipv4: texts('IPv4 addresses of the server, such as 192.0.2.1; none when left out.').readonly().optional(),
    ipv6: texts('IPv6 addresses of the server, such as 2001:db8::1; none when left out.')
      .readonly()
      .optional(),
  },
);

/** The errors about the nameservers of an input and the domain that gets them. */
export const nameserverErrors: readonly ErrorCode[] = [
  'REQUIRED_PARAMETER_MISSING',
  'PARAMETER_VALUE_SYNTAX',
  'OBJECT_EXISTS',
  ...changeErrors,
];

export interface GivenNameservers {
  /** All nameservers, including invalid ones, because limits on the whole set count every one. */
  readonly nameservers: readonly Nameserver[];
  readonly failures: readonly Failure[];
}

/** The nameservers of an input as they would be stored, and the problems of each. */
export function givenNameservers(inputs: readonly NameserverInput[], domainName: string): GivenNameservers {
  const checked = inputs.map((input) => checkNameserver(input, domainName));
  return {
    nameservers: checked.map((result, index) =>
      result.ok ? result.nameserver : unusable(inputs[index]?.hostname ?? ''),
    ),
    failures: checked.flatMap((result, index) =>
      result.ok ? [] : result.failures.map((reason) => nest(reason, 'nameservers', String(index))),
    ),
  };
}

export const nameserverMistakes = ({
  name,
  nameservers,
}: {
  readonly name: string;
  readonly nameservers: readonly NameserverInput[];
}): Problems => new Problems().validation(...givenNameservers(nameservers, normaliseLookup(name)).failures);

function unusable(given: string): Nameserver {
  const hostname = normaliseHostname(given);
  return { hostname, hostnamePuny: hostname, ipv4: [], ipv6: [] };
}
