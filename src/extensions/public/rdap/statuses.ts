import type { DomainStatus } from '../../../registry/rules/domain/statuses.ts';

/**
 * RFC 8056 names EPP's statuses in RDAP. Those of this registry that neither has are left out: saying a wider one,
 * such as `server update prohibited` for a single part, would be wrong.
 */
const rdapStatuses: Readonly<Partial<Record<DomainStatus, string>>> = {
  clientDeleteProhibited: 'client delete prohibited',
  serverDeleteProhibited: 'server delete prohibited',
  clientHold: 'client hold',
  serverHold: 'server hold',
  clientRenewProhibited: 'client renew prohibited',
  serverRenewProhibited: 'server renew prohibited',
  clientTransferProhibited: 'client transfer prohibited',
  serverTransferProhibited: 'server transfer prohibited',
  clientUpdateProhibited: 'client update prohibited',
  serverUpdateProhibited: 'server update prohibited',
  inactive: 'inactive',
  ok: 'active',
  pendingCreate: 'pending create',
  pendingDelete: 'pending delete',
  deleteCandidate: 'pending delete',
  pendingRenew: 'pending renew',
  pendingTransfer: 'pending transfer',
  pendingUpdate: 'pending update',
};

/** Returns at least one status: a domain with none of them is active. */
export function rdapStatusesOf(statuses: readonly string[]): string[] {
  const told = statuses.flatMap((status) => rdapStatuses[status as DomainStatus] ?? []);
  return told.length > 0 ? [...new Set(told)] : ['active'];
}
