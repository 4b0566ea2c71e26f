import { type Failure, failure } from '../../../base/errors.ts';

/** docs/rules/registrar.md#contact-statuses, in the order in which lists show them. */
export const contactStatuses = [
  'clientDeleteProhibited',
  'serverDeleteProhibited',
  'clientTransferProhibited',
  'serverTransferProhibited',
  'clientUpdateProhibited',
  'serverUpdateProhibited',
  'ok',
  'pendingCreate',
  'pendingDelete',
  'pendingTransfer',
  'pendingUpdate',
  'linked',
] as const;
type ContactStatus = (typeof contactStatuses)[number];

/** docs/rules/registrar.md#deleting-a-contact. */
const contactDeleteBlockers: ReadonlySet<string> = new Set<ContactStatus>([
  'clientDeleteProhibited',
  'serverDeleteProhibited',
  'clientTransferProhibited',
  'serverTransferProhibited',
  'pendingCreate',
  'pendingDelete',
  'pendingTransfer',
  'pendingUpdate',
]);

/** docs/rules/registrar.md#updating-a-contact: statuses that forbid deletion forbid an update too. */
const contactUpdateBlockers: ReadonlySet<string> = new Set<string>([
  ...contactDeleteBlockers,
  'clientUpdateProhibited',
  'serverUpdateProhibited',
]);

export function contactUpdateForbidden(statuses: readonly string[]): Failure | undefined {
  const blocking = statuses.filter((status) => contactUpdateBlockers.has(status));
  if (blocking.length === 0) return undefined;
  return failure('OBJECT_STATUS_PROHIBITS', undefined, { details: { statuses: blocking } });
}

/** The link to a domain is reported before the statuses (docs/rules/registrar.md#deleting-a-contact). */
export function contactDeleteForbidden(statuses: readonly string[], linked: boolean): Failure[] {
  const blocking = statuses.filter((status) => contactDeleteBlockers.has(status));
  const reasons: Failure[] = [];
  if (linked) {
    reasons.push(failure('OBJECT_ASSOCIATION_PROHIBITS', 'Object association prohibits operation [domains]'));
  }
  if (blocking.length > 0) {
    reasons.push(
      failure('OBJECT_STATUS_PROHIBITS', 'Contact delete prohibited by status [statuses]', {
        details: { statuses: blocking },
      }),
    );
  }
  return reasons;
}

/**
 * Stored `ok` and `linked` are ignored: they follow from the rest (docs/rules/registrar.md#contact-statuses).
 */
export function computedStatuses(stored: readonly string[], linked: boolean): string[] {
  const rest = stored.filter((status) => status !== 'ok' && status !== 'linked');
  return [...(rest.length === 0 ? ['ok'] : rest), ...(linked ? ['linked'] : [])];
}
