import type { OperationContext } from '../../../../registry/operations/operation.ts';
import { kindOfMessage } from '../../../../registry/rules/registrar/poll-messages.ts';
import { markOthersRead, markUnreadAgain } from '../../store/mirror.ts';
import type { MirroredUnread } from './mirrored.ts';

/** Takes over all unread messages: new ones are published to subscribers, missing ones have been read. */
export async function putNotifications(
  { db, now, notify }: OperationContext,
  registrarId: number,
  { messages, others }: MirroredUnread,
): Promise<void> {
  const ids = [...messages.map(({ id }) => id), ...others];
  const known = await markUnreadAgain(db, ids);
  await markOthersRead(db, registrarId, ids, now);
  const added = messages.filter(({ id }) => !known.has(id)).sort((one, other) => one.id - other.id);
  for (const { id, text, attached_obj_type, attached_obj_id } of added)
    notify({
      registrarId,
      number: id,
      kind: kindOfMessage(text),
      text,
      ...(attached_obj_type !== null && { attachedObjType: attached_obj_type }),
      ...(attached_obj_id !== null && { attachedObjId: attached_obj_id }),
    });
}
