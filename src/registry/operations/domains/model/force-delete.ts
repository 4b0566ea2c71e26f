import type { PollMessage } from '../../../rules/registrar/poll-messages.ts';
import { lastNotification } from '../../../store/registry/notifications.ts';
import type { OperationContext } from '../../operation.ts';
import type { DomainDraft } from './domain-draft.ts';

/** The domain without its force delete: statuses that came with it are removed, earlier ones stay. */
export function withoutForceDelete(draft: DomainDraft): DomainDraft {
  const brought = draft.forceDelete?.statuses ?? [];
  return {
    ...draft,
    statuses: draft.statuses.filter((status) => !brought.includes(status)),
    forceDelete: null,
  };
}

/**
 * A force delete message is not sent again if the registrar's last message already has its text
 * (docs/rules/registrar.md#force-delete).
 */
export async function notifyUnlessRepeated(
  { db, notify }: OperationContext,
  registrarId: number,
  message: PollMessage,
): Promise<void> {
  const last = await lastNotification(db, registrarId);
  if (!last?.text.includes(message.text)) notify({ registrarId, ...message });
}
