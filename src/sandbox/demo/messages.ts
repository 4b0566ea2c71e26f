import type { PollMessage as QueuedMessage } from '../../core/events.ts';
import { forceDeleteMessage } from '../../rules/domain/force-delete.ts';
import { type PollMessage, pollMessages } from '../../rules/registrar/poll-messages.ts';
import { listNotifications, markRead } from '../../store/registry/notifications.ts';
import { writeJournal } from '../../store/runner/journal.ts';
import { insertTransfers } from '../../store/sandbox/bulk-inserts.ts';
import type { LivedDomain } from './domains.ts';
import type { Condition } from './names.ts';
import { daysFrom, requestId, type Stage } from './stage.ts';

/** What registrars were told: the old messages are read, the others wait in the queue. */
export async function seedMessages(stage: Stage, domains: readonly LivedDomain[]): Promise<void> {
  const transfers = await seedTransfers(stage, domains);
  await write(
    stage,
    domains.flatMap((domain) => oldNews(domain, stage)),
  );
  for (const { registrarId } of Object.values(stage.registrars))
    for (const { id, created_at } of await listNotifications(stage.db, registrarId, {
      sort: [{ field: 'id', descending: false }],
      slice: { by: 'offset', limit: 100, offset: 0 },
    }))
      await markRead(stage.db, registrarId, id, stage.calendar.plus(created_at, { days: 1 }));
  const news = domains.flatMap((domain) =>
    (newsOf(domain, stage, transfers) ?? []).map((message) => ({
      registrarId: tellWhom(domain),
      at: domain.life.at(-1)?.at ?? stage.now,
      ...message,
    })),
  );
  await write(stage, news);
}

async function write({ db, now }: Stage, messages: readonly QueuedMessage[]): Promise<void> {
  const sorted = [...messages].sort((one, other) => (one.at?.getTime() ?? 0) - (other.at?.getTime() ?? 0));
  await writeJournal(db, {
    at: now,
    actor: { kind: 'system', job: 'demo' },
    operation: 'demo.notify',
    requestId,
    changes: [],
    messages: sorted,
    outbox: [],
    announcements: [],
  });
}

/** A transfer is told to the registrar that lost the domain, everything else to the one that has it. */
const tellWhom = ({ demo, draft, life }: LivedDomain): number =>
  demo.condition === 'transferred' ? life[0].draft.registrarId : draft.registrarId;

function seedTransfers({ db }: Stage, domains: readonly LivedDomain[]): Promise<ReadonlyMap<string, number>> {
  return insertTransfers(
    db,
    domains
      .filter(({ demo }) => demo.condition === 'transferred')
      .map(({ demo, id, life, draft }) => {
        const at = life.at(-1)?.at ?? life[0].at;
        return {
          domain_id: id,
          domain_name: demo.name,
          old_registrar_id: life[0].draft.registrarId,
          new_registrar_id: draft.registrarId,
          status: 'serverApproved',
          requested_at: at,
          transferred_at: at,
          expires_at: draft.expiresAt,
        };
      }),
  );
}

type News = PollMessage & Pick<QueuedMessage, 'attachedObjId'>;

function newsOf(
  { demo, id, draft }: LivedDomain,
  { settings, calendar }: Stage,
  transfers: ReadonlyMap<string, number>,
): News[] | undefined {
  const forceDeleted = (): News[] =>
    draft.forceDelete
      ? [
          forceDeleteMessage(
            {
              domain: demo.name,
              dates: draft.forceDelete,
              expiresAt: draft.expiresAt,
              registrant: draft.registrant,
              kind: draft.forceDelete.kind,
              reason: draft.forceDelete.reason,
              notes: draft.forceDelete.notes,
            },
            settings,
            calendar,
          ),
        ]
      : [];
  const statusesSet = (): News[] => draft.statuses.map((status) => pollMessages.statusSet(demo.name, status));
  const told: Partial<Record<Condition, () => News[]>> = {
    locked: statusesSet,
    manualInzone: statusesSet,
    forceDeleteSoft: forceDeleted,
    forceDeleteFast: forceDeleted,
    forceDeleteStarted: forceDeleted,
    deletionApproved: () => [{ ...pollMessages.deletionConfirmed(demo.name), attachedObjId: id }],
    transferred: () => [
      {
        ...pollMessages.transferApproved(
          demo.name,
          draft.registrant.code,
          [...draft.admins, ...draft.techs].map(({ code }) => code),
        ),
        attachedObjId: transfers.get(demo.name) ?? 0,
      },
    ],
  };
  return demo.condition && told[demo.condition]?.();
}

/** Old messages, all read. */
function oldNews({ demo, id, draft }: LivedDomain, stage: Stage): QueuedMessage[] {
  const told: Readonly<Record<string, (name: string) => PollMessage>> = {
    'tamm.ee': pollMessages.updateConfirmed,
    'saar.ee': pollMessages.updateRejected,
    'sepp.ee': pollMessages.updateNotConfirmed,
  };
  const message = told[demo.name]?.(demo.name);
  if (!message) return [];
  return [{ registrarId: draft.registrarId, at: daysFrom(stage, -60), attachedObjId: id, ...message }];
}
