import type { ErrorCode } from '../../../base/error-catalogue.ts';
import { type Failure, failure } from '../../../base/errors.ts';
import type { DomainStatus } from './statuses.ts';

export const domainActions = [
  'update',
  /** A change to a registrant with another ident; with the same ident it is a plain `update`. */
  'changeRegistrant',
  'changeAdminContacts',
  'changeTechContacts',
  'changeNameservers',
  'changeDnssecKeys',
  'setClientHold',
  'removeClientHold',
  'renew',
  'delete',
  'transfer',
  'bulkTechReplace',
  'bulkNameserverReplace',
] as const;
export type DomainAction = (typeof domainActions)[number];

/**
 * Open to any caller with the transfer code; everything else is for the sponsor, and others do not see the
 * domain.
 */
const openToOthers: readonly DomainAction[] = ['delete', 'transfer'];

export const isForSponsor = (action: DomainAction): boolean => !openToOthers.includes(action);

interface StatusRule {
  readonly statuses: readonly DomainStatus[];
  /** The action requires the status. */
  readonly whenAbsent?: true;
  readonly code: ErrorCode;
  readonly message?: string;
}

const prohibitedBy = (...statuses: readonly DomainStatus[]): StatusRule => ({
  statuses,
  code: 'OBJECT_STATUS_PROHIBITS',
});

const updateBlockers: readonly DomainStatus[] = [
  'pendingDeleteConfirmation',
  'clientUpdateProhibited',
  'serverUpdateProhibited',
  'pendingCreate',
  'pendingUpdate',
  'pendingDelete',
  'pendingRenew',
  'pendingTransfer',
];
/** Another change is pending, or the domain is already marked for deletion. */
const deletionBlockers: readonly DomainStatus[] = [
  'pendingCreate',
  'pendingRenew',
  'pendingTransfer',
  'pendingUpdate',
  'pendingDelete',
];
/** The registrant's registry lock leaves only DNSSEC keys changeable, and its second half locks those too. */
const registryLock: DomainStatus = 'serverObjUpdateProhibited';
const keyLock: DomainStatus = 'serverExtensionUpdateProhibited';

const update = [...updateBlockers, 'deleteCandidate', registryLock] as const;
// The incumbent lets a deleteCandidate be put on hold: docs/rules/registrar.md#what-statuses-forbid.
const hold = [...updateBlockers, registryLock] as const;

const clientHoldRule = {
  statuses: ['clientHold'],
  code: 'PARAMETER_VALUE_POLICY',
  message: clientStatusMessage('clientHold'),
} as const satisfies StatusRule;

/**
 * The table of docs/rules/registrar.md#what-statuses-forbid. Rules of an action are reported in this order.
 */
const rules: Readonly<Record<DomainAction, readonly StatusRule[]>> = {
  update: [prohibitedBy(...update)],
  changeRegistrant: [prohibitedBy(...update, 'serverRegistrantChangeProhibited')],
  changeAdminContacts: [prohibitedBy(...update, 'serverAdminChangeProhibited')],
  changeTechContacts: [prohibitedBy(...update, 'serverTechChangeProhibited')],
  changeNameservers: [prohibitedBy(...update)],
  changeDnssecKeys: [prohibitedBy(...updateBlockers, 'deleteCandidate', keyLock)],
  setClientHold: [clientHoldRule, prohibitedBy(...hold, 'serverManualInzone')],
  removeClientHold: [{ ...clientHoldRule, whenAbsent: true }, prohibitedBy(...hold)],
  renew: [
    prohibitedBy(
      'deleteCandidate',
      'pendingRenew',
      'pendingTransfer',
      'clientRenewProhibited',
      'serverRenewProhibited',
      'pendingUpdate',
      'pendingDeleteConfirmation',
    ),
  ],
  delete: [
    {
      ...prohibitedBy('clientDeleteProhibited', 'serverDeleteProhibited'),
      message: 'Domain status prohibits operation',
    },
    prohibitedBy('deleteCandidate', ...deletionBlockers),
  ],
  transfer: [
    prohibitedBy(
      'pendingDelete',
      'pendingDeleteConfirmation',
      'pendingCreate',
      'pendingUpdate',
      'pendingRenew',
      'pendingTransfer',
      'serverForceDelete',
      'serverTransferProhibited',
      'clientTransferProhibited',
      'serverUpdateProhibited',
      'clientUpdateProhibited',
    ),
    { statuses: ['deleteCandidate'], code: 'NOT_ELIGIBLE_FOR_TRANSFER' },
  ],
  bulkTechReplace: [prohibitedBy(...update, 'serverTechChangeProhibited')],
  bulkNameserverReplace: [prohibitedBy(...update)],
};

/**
 * The registrant is asked about a deletion only once; a registrar that vouches for the registrant need not wait for
 * the answer.
 */
export const askingForbiddenBy = (statuses: readonly string[]): Failure[] =>
  prohibitedAmong(statuses, ['pendingDeleteConfirmation']);

/**
 * Why a domain with these statuses is not deleted, even if the registrar vouches for it
 * (docs/rules/registrar.md#deletion).
 */
export const deletionForbiddenBy = (statuses: readonly string[]): Failure[] =>
  prohibitedAmong(statuses, deletionBlockers);

function prohibitedAmong(statuses: readonly string[], named: readonly DomainStatus[]): Failure[] {
  const found = named.filter((status) => statuses.includes(status));
  return found.length === 0
    ? []
    : [failure('OBJECT_STATUS_PROHIBITS', undefined, { details: { statuses: found } })];
}

/** Why a domain with these statuses does not allow the action; empty when it does. */
export function forbiddenBy(action: DomainAction, statuses: readonly string[]): Failure[] {
  return rules[action].flatMap(({ statuses: named, whenAbsent, code, message }) => {
    const found = named.filter((status) => statuses.includes(status) !== (whenAbsent ?? false));
    return found.length === 0 ? [] : [failure(code, message, { details: { statuses: found } })];
  });
}

const disputeMessages: Partial<Record<DomainAction, string>> = {
  ...Object.fromEntries(
    (
      [
        'update',
        'changeAdminContacts',
        'changeTechContacts',
        'changeNameservers',
        'changeDnssecKeys',
        'bulkTechReplace',
        'bulkNameserverReplace',
      ] as const
    ).map((action) => [
      action,
      'Object status prohibits operation; disputed domain update requires registrant change',
    ]),
  ),
  delete: 'Domain status prohibits operation',
};

/**
 * Why an active dispute over the name forbids the action. A request that also changes the registrant is
 * checked by its dispute password instead (docs/rules/registrar.md#what-statuses-forbid, #update), so do not
 * check its other parts.
 */
export function forbiddenByDispute(action: DomainAction): Failure[] {
  const message = disputeMessages[action];
  return message === undefined ? [] : [failure('OBJECT_STATUS_PROHIBITS', message)];
}

/** Registrars set and remove clientHold only, once each (docs/rules/registrar.md#client-hold). */
export const clientStatusFailure = (status: string): Failure =>
  failure('PARAMETER_VALUE_POLICY', clientStatusMessage(status));

function clientStatusMessage(status: string): string {
  return `Parameter value policy error. Client-side object status management not supported: status ${status}`;
}
