import { z } from 'zod';
import { defineCommand } from '../../../registry/operations/operation.ts';
import { readMirror } from '../store/mirror.ts';
import { lockIfUnchanged, type Subject, type Ticket } from '../store/mirror-order.ts';
import { putUuids } from '../store/mirror-parts.ts';
import type { MirrorKind } from '../store/schema.ts';
import { dropContacts, dropDomains, dropOthers } from './model/drop.ts';
import type {
  MirroredAccount,
  MirroredContact,
  MirroredDomain,
  MirroredMovement,
  MirroredUnread,
} from './model/mirrored.ts';
import { putBalance, putMovements } from './model/put-account.ts';
import { putContacts } from './model/put-contacts.ts';
import { putDomains } from './model/put-domains.ts';
import { putNotifications } from './model/put-notifications.ts';

/** Objects as reported by the upstream registry. Read and validated in src/extensions/facade/answers.ts. */
export interface Snapshot {
  readonly asked: Ticket;
  readonly contacts?: readonly MirroredContact[];
  readonly domains?: readonly MirroredDomain[];
  readonly notifications?: MirroredUnread;
  readonly account?: MirroredAccount;
  /** The movements on the account, oldest first. */
  readonly movements?: readonly MirroredMovement[];
  /** Names and codes that do not exist, according to the registry. */
  readonly noDomains?: readonly string[];
  readonly noContacts?: readonly string[];
  /** Domains of other registrars that nobody has asked for since then are removed. */
  readonly othersSince?: Date;
}

/**
 * Writes the objects that the upstream registry reports to the mirror of a facade, except those that were written or
 * changed after the registry was asked. Differences become history, events and webhook messages, as if the change had
 * been made here.
 */
export const keepMirror = defineCommand({
  name: 'mirror.keep',
  summary: 'Writes the objects that the upstream registry reports to the mirror.',
  permits: ['system'],
  scope: 'WRITE',
  input: z.custom<Snapshot>((reported) => typeof reported === 'object' && reported !== null),
  errors: [],
  run: async (context, reported) => {
    const mirror = await readMirror(context.db);
    const record: typeof context.record = (change) => context.record({ ...change, operation: 'registry' });
    return mirror ? writeSnapshot({ ...context, record }, mirror.registrar_id, reported) : [];
  },
});

/** Returns the objects that were left unchanged, because they were written or changed after the registry was asked. */
export async function writeSnapshot(
  context: Parameters<typeof putDomains>[0],
  registrarId: number,
  reported: Snapshot,
): Promise<Subject[]> {
  const { contacts = [], domains = [], noDomains = [], noContacts = [], account, notifications } = reported;
  const subjects = [
    ...contacts.map(({ code }) => about('contact', code)),
    ...domains.map(({ name }) => about('domain', name)),
    ...noContacts.map((code) => about('contact', code, true)),
    ...noDomains.map((name) => about('domain', name, true)),
    ...(account ? [about('account', '')] : []),
    ...(notifications ? [about('notifications', '')] : []),
  ];
  const taken = await lockIfUnchanged(context.db, subjects, reported.asked);
  await putContacts(
    context,
    registrarId,
    contacts.filter(({ code }) => taken.has(`contact ${code}`)),
  );
  await putDomains(
    context,
    registrarId,
    domains.filter(({ name }) => taken.has(`domain ${name}`)),
  );
  await putUuids(
    context.db,
    contacts.flatMap((contact) => contact.domains),
  );
  await dropDomains(
    context,
    registrarId,
    noDomains.filter((name) => taken.has(`domain ${name}`)),
  );
  await dropContacts(
    context,
    noContacts.filter((code) => taken.has(`contact ${code}`)),
  );
  if (reported.othersSince) await dropOthers(context, registrarId, reported.othersSince);
  // Movements of money never change, so those of older answers count too.
  const movements = [...(reported.movements ?? []), ...(account?.movements ?? [])];
  await putMovements(context, registrarId, movements);
  if (account && taken.has('account ')) await putBalance(context, registrarId, account);
  if (notifications && taken.has('notifications '))
    await putNotifications(context, registrarId, notifications);
  return subjects.map(({ subject }) => subject).filter((subject) => !taken.has(subject));
}

const about = (kind: MirrorKind, key: string, gone = false): { subject: Subject; gone: boolean } => ({
  subject: `${kind} ${key}`,
  gone,
});
