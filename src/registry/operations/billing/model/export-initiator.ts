import type { Actor, Initiator } from '../../../../base/actor.ts';
import { refuseWith } from '../../../../base/errors.ts';
import { invalid } from '../../../rules/money/payment-request.ts';
import { initiatorFor } from './ownership.ts';

/** Reservations are never exported (docs/rules/billing.md#accounting). */
const exporting: readonly Initiator[] = ['registry', 'auction', 'eeid'];

/** The service for which invoices are exported: it must have exports, and the caller must be allowed to name it. */
export function exportInitiator(actor: Actor, named: string | undefined): Initiator {
  const initiator = initiatorFor(actor, named);
  return initiator && exporting.includes(initiator)
    ? initiator
    : refuseWith(invalid('initiator', 'is not a service of yours that exports invoices'));
}
