import { z } from 'zod';
import { theMirror } from '../../store/registry/mirror.ts';
import { defineCommand } from '../operation.ts';
import { dropContacts, dropDomains, dropOthers } from './model/drop.ts';
import type {
  MirroredAccount,
  MirroredContact,
  MirroredDomain,
  MirroredMovement,
  MirroredNotification,
} from './model/mirrored.ts';
import { putAccount, putMovements } from './model/put-account.ts';
import { putContacts } from './model/put-contacts.ts';
import { putDomains } from './model/put-domains.ts';
import { putNotifications } from './model/put-notifications.ts';

/** What the registry behind us has said of its objects. Read, and held to a shape, in src/upstream/answers.ts. */
export interface Told {
  readonly contacts?: readonly MirroredContact[];
  readonly domains?: readonly MirroredDomain[];
  /** All that are unread. */
  readonly notifications?: readonly MirroredNotification[];
  readonly account?: MirroredAccount;
  /** Of the account, oldest first. */
  readonly movements?: readonly MirroredMovement[];
  /** Names and codes of which it has said that nothing is there. */
  readonly noDomains?: readonly string[];
  readonly noContacts?: readonly string[];
  /** Domains of others that nobody has asked for since are not kept. */
  readonly othersSince?: Date;
}

/** Writes what was told beside what is known; what differs becomes history, events and webhooks. */
export const keepMirror = defineCommand({
  name: 'mirror.keep',
  summary: 'Writes what the registry behind this one has told of its objects.',
  permits: ['system'],
  input: z.custom<Told>((told) => typeof told === 'object' && told !== null),
  errors: [],
  run: async (context, told) => {
    const mirror = await theMirror(context.db);
    if (mirror) await writeTold(context, mirror.registrar_id, told);
    return null;
  },
});

export async function writeTold(
  context: Parameters<typeof putDomains>[0],
  registrarId: number,
  told: Told,
): Promise<void> {
  if (told.contacts) await putContacts(context, registrarId, told.contacts);
  if (told.domains) await putDomains(context, registrarId, told.domains);
  if (told.noDomains) await dropDomains(context, told.noDomains);
  if (told.noContacts) await dropContacts(context, told.noContacts);
  if (told.othersSince) await dropOthers(context, registrarId, told.othersSince);
  if (told.movements) await putMovements(context, registrarId, told.movements);
  if (told.account) await putAccount(context, registrarId, told.account);
  if (told.notifications) await putNotifications(context, registrarId, told.notifications);
}
