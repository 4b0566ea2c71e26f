import type { Actor } from '../../../base/actor.ts';
import { pollMessages } from '../../rules/registrar/poll-messages.ts';
import { type ApiUser, linkedUsers } from '../../store/registry/api-users.ts';
import { registrarsById } from '../../store/registry/registrars.ts';
import type { OperationContext } from '../operation.ts';
import { writeToRegistrar } from '../registrar/letters.ts';

/**
 * True if the caller is neither the user's person nor an operator. With credentials that such a caller has set, it
 * could act as that person at other registrars (docs/rules/self-service.md#switching-users).
 */
export const isSomebodyElse = (actor: Actor, user: Pick<ApiUser, 'id'>): boolean =>
  actor.kind === 'registrar' && actor.userId !== user.id;

/**
 * Notifies the registrars of a user and of its linked users that the link ends; called before the confirmed identity
 * code is cleared. No registrar learns a user name of another.
 */
export async function tellOfEndedLink(context: OperationContext, user: ApiUser): Promise<void> {
  if (user.subject === null) return;
  const linked = await linkedUsers(context.db, user.id);
  const registrars = await registrarsById(
    context.db,
    [user, ...linked].map(({ registrar_id }) => registrar_id),
  );
  for (const { username, registrar_id } of [user, ...linked]) {
    const message = pollMessages.linkEnded(username);
    context.notify({ registrarId: registrar_id, ...message });
    const registrar = registrars.find(({ id }) => id === registrar_id);
    if (registrar)
      writeToRegistrar(context, registrar, {
        subject: `Notification: API user [${username}] is no longer linked`,
        paragraphs: [
          `${message.text}. Switching between them is possible again when the registry has confirmed the identity code again.`,
        ],
      });
    context.publish('api_user', username);
  }
}
