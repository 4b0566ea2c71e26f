import { showContact } from '../../registry/operations/contacts/show-contact.ts';
import { showDomain } from '../../registry/operations/domains/show-domain.ts';
import { showNotification } from '../../registry/operations/notifications/show-notification.ts';
import type { OperationDescription } from '../../registry/operations/operation.ts';
import type { WantedObjects } from '../../registry/operations/runner/running-context.ts';
import type { Context } from './context.ts';
import { noteStale } from './run.ts';

/** The operations that show objects of these types one by one. */
const shownBy = new Map<string, OperationDescription>([
  ['Contact', showContact],
  ['Domain', showDomain],
  ['Notification', showNotification],
]);

/** Objects that were found by an id or a key alone are read again, where they may be old, before they are shown. */
export async function refresh(context: Context, typename: string, wanted: WantedObjects): Promise<void> {
  const operation = shownBy.get(typename);
  if (operation) noteStale(context, await context.runner.refresh(operation, wanted, context));
}
