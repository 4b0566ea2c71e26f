import { z } from 'zod';
import type { Failure } from '../../../core/errors.ts';
import {
  checkNameserver,
  type Nameserver,
  type NameserverInput,
  normaliseHostname,
} from '../../../rules/domain/nameserver.ts';
import { under } from '../../../rules/findings.ts';

export const nameserverInput: z.ZodType<NameserverInput> = z.object({
  hostname: z.string(),
  ipv4: z.array(z.string()).optional(),
  ipv6: z.array(z.string()).optional(),
});

export interface GivenNameservers {
  /** All of them, the wrong ones too: what is asked of the whole set counts every one. */
  readonly nameservers: readonly Nameserver[];
  readonly failures: readonly Failure[];
}

/** Nameservers of an input as they would stand on the domain, and all that is wrong with each. */
export function givenNameservers(inputs: readonly NameserverInput[], domainName: string): GivenNameservers {
  const checked = inputs.map((input) => checkNameserver(input, domainName));
  return {
    nameservers: checked.map((result, index) =>
      result.ok ? result.nameserver : unusable(inputs[index]?.hostname ?? ''),
    ),
    failures: checked.flatMap((result, index) =>
      result.ok ? [] : result.failures.map((reason) => under(reason, 'nameservers', String(index))),
    ),
  };
}

function unusable(given: string): Nameserver {
  const hostname = normaliseHostname(given);
  return { hostname, hostnamePuny: hostname, ipv4: [], ipv6: [] };
}
