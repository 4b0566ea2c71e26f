import { type Failure, failure, Problems, Refusal, refuseAll } from '../../../../base/errors.ts';
import { normaliseLookup } from '../../../rules/domain/domain-name.ts';
import {
  checkNameserver,
  type Nameserver,
  type NameserverInput,
  nameserverExists,
} from '../../../rules/domain/nameserver.ts';
import { nest } from '../../../rules/findings.ts';
import { type BulkResult, failed, succeeded } from './bulk-result.ts';
import type { DomainState } from './domain-state.ts';

export interface JudgedDomain {
  readonly state: DomainState;
  readonly failures: readonly Failure[];
}

/** The host in its stored form; refuses one that no domain could have (docs/rules/registrar.md#nameservers). */
export function usableHost(input: NameserverInput): Nameserver {
  const checked = checkNameserver(input, '');
  if (checked.ok) return checked.nameserver;
  return refuseAll(hostMistakes({ newNameserver: input }).all);
}

export function hostMistakes({ newNameserver }: { readonly newNameserver: NameserverInput }): Problems {
  const checked = checkNameserver(newNameserver, '');
  const failures = checked.ok ? [] : checked.failures;
  return new Problems().direct(...failures.map((reason) => nest(reason, 'newNameserver')));
}

/**
 * A host inside one of the domains needs an address: without it the whole call is refused
 * (docs/rules/registrar.md#replacing-a-nameserver-everywhere).
 */
export function refuseMissingGlue(input: NameserverInput, domains: readonly DomainState[]): void {
  for (const { row } of domains) {
    const checked = checkNameserver(input, row.name);
    if (!checked.ok)
      throw new Refusal([{ ...nest(checked.failures[0], 'newNameserver'), details: { domain: row.name } }]);
  }
}

export const hostExists = ({ draft }: DomainState, { hostname }: Nameserver): Failure[] =>
  draft.nameservers.some((one) => one.hostname === hostname)
    ? [nest(nameserverExists(hostname), 'newNameserver')]
    : [];

/** One row for each requested name, in that order; without names one for each affected domain, sorted. */
export function hostResults(judged: readonly JudgedDomain[], names?: readonly string[]): BulkResult[] {
  const resultOf = new Map(
    judged.map(({ state: { row }, failures }) => [
      row.name,
      failures.length === 0 ? succeeded(row.name) : failed(row.name, failures),
    ]),
  );
  if (!names) return [...resultOf.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
  return names.map((given) => {
    const name = normaliseLookup(given);
    return resultOf.get(name) ?? failed(name, [failure('OBJECT_DOES_NOT_EXIST')]);
  });
}
