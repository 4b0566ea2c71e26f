import { referenceNotFound } from '../../../../base/errors.ts';
import type { DnssecKey, DnssecKeyInput } from '../../../rules/domain/dnssec.ts';
import {
  type Nameserver,
  type NameserverInput,
  normaliseHostname,
} from '../../../rules/domain/nameserver.ts';
import type { Findings } from '../../../rules/findings.ts';
import { givenKeys, isKey } from './dnssec-key-input.ts';
import type { DomainState } from './domain-state.ts';
import { givenNameservers } from './nameserver-input.ts';

/**
 * Existing clients add and remove nameservers and keys within one update, and send unchanged ones too: `add` with the
 * id of a row is the new state of that row (docs/rules/registrar.md#existing-clients).
 */
interface PartChange {
  readonly action: 'add' | 'remove';
  readonly id?: number | undefined;
}
export type NameserverChange = PartChange & { readonly nameserver: NameserverInput };
export type KeyChange = PartChange & { readonly key: DnssecKeyInput };

interface WantedParts<T> extends Findings {
  readonly wanted: readonly T[];
}

export function changedNameservers(
  { draft, nameserverIds, row }: DomainState,
  changes: readonly NameserverChange[],
): WantedParts<Nameserver> {
  const present = draft.nameservers;
  const added = changes.filter((one) => one.action === 'add');
  const given = givenNameservers(
    added.map(({ id, nameserver }) => ({
      // Fields that are not given keep their values.
      ...present.find(({ hostname }) => id !== undefined && nameserverIds.get(hostname) === id),
      ...nameserver,
    })),
    row.name,
  );
  const { wanted, missing } = withChanges({
    present,
    idOf: ({ hostname }) => nameserverIds.get(hostname),
    gone: changes
      .filter((one) => one.action === 'remove')
      .map(({ id, nameserver }) => ({
        id,
        is: ({ hostname }: Nameserver) => hostname === normaliseHostname(nameserver.hostname),
      })),
    added: added.flatMap(({ id }, index) => {
      const value = given.nameservers[index];
      const row = present.find(({ hostname }) => id !== undefined && nameserverIds.get(hostname) === id);
      if (!value) return [];
      // A host that is in another row keeps that row's id.
      const isRenamed = row && !present.some(({ hostname }) => hostname === value.hostname);
      return [{ id, value: isRenamed ? { ...value, insteadOf: row.hostname } : value }];
    }),
  });
  return {
    wanted,
    direct: missing.map(() => referenceNotFound('Nameserver was not found', ['nameservers'])),
    validation: given.failures,
  };
}

export function changedKeys(
  { draft, keyIds }: Pick<DomainState, 'draft' | 'keyIds'>,
  changes: readonly KeyChange[],
): WantedParts<DnssecKey> {
  const added = changes.filter((one) => one.action === 'add');
  const given = givenKeys(added.map(({ key }) => key));
  const { wanted, missing } = withChanges({
    present: draft.keys,
    idOf: ({ publicKey }) => keyIds.get(publicKey),
    gone: changes
      .filter((one) => one.action === 'remove')
      .map(({ id, key }) => ({ id, is: (stored: DnssecKey) => isKey(stored, key) })),
    added: added.flatMap(({ id }, index) => {
      const value = given.keys[index];
      return value ? [{ id, value }] : [];
    }),
  });
  return {
    wanted,
    direct: [...missing.map(() => referenceNotFound('DS was not found', ['dnssecKeys'])), ...given.direct],
    validation: given.validation,
  };
}

interface PartChanges<T> {
  readonly present: readonly T[];
  readonly idOf: (part: T) => number | undefined;
  readonly gone: readonly { readonly id: number | undefined; readonly is: (part: T) => boolean }[];
  readonly added: readonly { readonly id: number | undefined; readonly value: T }[];
}

/** Unchanged parts keep their position, so that only real changes show as differences. An id may be given once. */
function withChanges<T>({ present, idOf, gone, added }: PartChanges<T>) {
  const isGone = (part: T) => gone.some(({ id, is }) => is(part) && (id === undefined || id === idOf(part)));
  const replacement = (part: T) => added.find(({ id }) => id !== undefined && id === idOf(part));
  const kept = present.filter((part) => !isGone(part));
  const known = new Set(kept.map(idOf));
  const isMissing = ({ id }: { id: number | undefined }, index: number): boolean =>
    id !== undefined && (!known.has(id) || added.findIndex((other) => other.id === id) < index);
  return {
    wanted: [
      ...kept.map((part) => replacement(part)?.value ?? part),
      ...added.filter(({ id }) => id === undefined).map(({ value }) => value),
    ],
    missing: [
      ...gone.filter(
        ({ id, is }) => !present.some((part) => is(part) && (id === undefined || id === idOf(part))),
      ),
      ...added.filter(isMissing),
    ],
  };
}
