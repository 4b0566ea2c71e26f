import { referenceNotFound } from '../../../core/errors.ts';
import type { DnssecKey, DnssecKeyInput } from '../../../rules/domain/dnssec.ts';
import {
  type Nameserver,
  type NameserverInput,
  normaliseHostname,
} from '../../../rules/domain/nameserver.ts';
import type { Findings } from '../../../rules/findings.ts';
import { givenKeys, isKey } from './dnssec-key-input.ts';
import { givenNameservers } from './nameserver-input.ts';

/**
 * Existing clients add and remove nameservers and keys inside one update (docs/rules/registrar.md#existing-clients).
 */
type Action = 'add' | 'remove';

interface Wanted<T> extends Findings {
  readonly wanted: readonly T[];
}

export function changedNameservers(
  present: readonly Nameserver[],
  changes: readonly { readonly action: Action; readonly nameserver: NameserverInput }[],
  domainName: string,
): Wanted<Nameserver> {
  const gone = changes
    .filter((one) => one.action === 'remove')
    .map((one) => normaliseHostname(one.nameserver.hostname));
  const added = givenNameservers(
    changes.filter((one) => one.action === 'add').map((one) => one.nameserver),
    domainName,
  );
  return {
    wanted: [...present.filter(({ hostname }) => !gone.includes(hostname)), ...added.nameservers],
    direct: gone
      .filter((hostname) => !present.some((one) => one.hostname === hostname))
      .map(() => referenceNotFound('Nameserver was not found', ['nameservers'])),
    validation: added.failures,
  };
}

export function changedKeys(
  present: readonly DnssecKey[],
  changes: readonly { readonly action: Action; readonly key: DnssecKeyInput }[],
): Wanted<DnssecKey> {
  const gone = changes.filter((one) => one.action === 'remove').map((one) => one.key);
  const added = givenKeys(changes.filter((one) => one.action === 'add').map((one) => one.key));
  return {
    wanted: [...present.filter((key) => !gone.some((given) => isKey(key, given))), ...added.keys],
    direct: [
      ...gone
        .filter((given) => !present.some((key) => isKey(key, given)))
        .map(() => referenceNotFound('DS was not found', ['dnssecKeys'])),
      ...added.direct,
    ],
    validation: added.validation,
  };
}
