import type { Initiator } from '../../../../base/actor.ts';
import type { Document } from '../../../../base/events.ts';
import { withoutTrailing } from '../../../../base/text.ts';
import type { OperationContext } from '../../operation.ts';

/** Paths at which owner services listen (docs/rules/billing.md#notifying-the-owner). */
export type OwnerPath = 'payment_status' | 'directo_response' | 'e_invoice_response' | 'invoices';

/**
 * Sent through the outbox; services without an address are not notified
 * (docs/rules/rulings.md#owner-services). Returns whether it will be sent.
 */
export function notifyOwner(
  { config, enqueue }: Pick<OperationContext, 'config' | 'enqueue'>,
  path: OwnerPath,
  initiator: Initiator,
  subject: string,
  body: Document,
): boolean {
  const base = config.OWNER_SERVICE_URLS?.get(initiator);
  if (base === undefined) return false;
  const url = `${withoutTrailing(base, '/')}/eis_billing/${path}`;
  enqueue({ kind: 'owner-service', subject, payload: { url, body } });
  return true;
}
