import { type Failure, failure } from '../../../base/errors.ts';

/** All 29, in the order of docs/rules/registrar.md#statuses, which is also the order in which lists show them. */
export const domainStatuses = [
  'clientDeleteProhibited',
  'serverDeleteProhibited',
  'clientHold',
  'serverHold',
  'clientRenewProhibited',
  'serverRenewProhibited',
  'clientTransferProhibited',
  'serverTransferProhibited',
  'clientUpdateProhibited',
  'serverUpdateProhibited',
  'inactive',
  'ok',
  'pendingCreate',
  'pendingDelete',
  'pendingDeleteConfirmation',
  'pendingRenew',
  'pendingTransfer',
  'pendingUpdate',
  'serverManualInzone',
  'serverRegistrantChangeProhibited',
  'serverAdminChangeProhibited',
  'serverTechChangeProhibited',
  'serverForceDelete',
  'deleteCandidate',
  'expired',
  'disputed',
  'serverReleaseProhibited',
  'serverExtensionUpdateProhibited',
  'serverObjUpdateProhibited',
] as const;
export type DomainStatus = (typeof domainStatuses)[number];

export const isDomainStatus = (name: string): name is DomainStatus =>
  (domainStatuses as readonly string[]).includes(name);

/** A domain with one of these is not in its zone (docs/rules/zone-files.md#which-domains). */
export const keptOutOfZone: readonly DomainStatus[] = ['clientHold', 'serverHold', 'inactive'];

export interface AutomaticStatusContext {
  readonly nameserverCount: number;
  /** The setting nameserver_required: if set, a domain without nameservers is refused, never `inactive`. */
  readonly nameserverRequired?: boolean;
  /** The setting ns_min_count. */
  readonly nameserverMin?: number;
}

/** Every save updates `inactive`, `serverHold` and `ok` (docs/rules/registrar.md#nameservers, #statuses). */
export function withAutomaticStatuses(
  statuses: readonly string[],
  { nameserverCount, nameserverRequired = false, nameserverMin = 2 }: AutomaticStatusContext,
): string[] {
  const set = new Set(statuses);
  if (!nameserverRequired) {
    if (nameserverCount === 0) set.add('inactive');
    else if (nameserverCount >= nameserverMin) set.delete('inactive');
  }
  if (set.has('pendingDelete') && !set.has('serverManualInzone')) set.add('serverHold');
  set.delete('ok');
  return set.size === 0 ? ['ok'] : [...set];
}

/** Statuses that exclude each other (docs/rules/registrar.md#statuses). */
const contradictions: readonly (readonly [DomainStatus, DomainStatus])[] = [
  ['serverManualInzone', 'clientHold'],
  ['serverManualInzone', 'serverHold'],
  ['pendingDelete', 'serverDeleteProhibited'],
];

export function consistencyFailures(statuses: readonly string[]): Failure[] {
  const set = new Set(statuses);
  const unknown = [...set].filter((status) => !isDomainStatus(status));
  const twice = [...set].filter((status) => statuses.indexOf(status) !== statuses.lastIndexOf(status));
  return [
    ...unknown.map((status) => failure('PARAMETER_VALUE_SYNTAX', `Status is unknown: ${status}`)),
    ...twice.map((status) => failure('OBJECT_EXISTS', `Status is set already: ${status}`)),
    ...contradictions
      .filter((pair) => pair.every((status) => set.has(status)))
      .map(([one, other]) =>
        failure('OBJECT_STATUS_PROHIBITS', `Object status prohibits operation; ${one} excludes ${other}`),
      ),
  ].map((reason) => ({ ...reason, path: ['statuses'] }));
}
