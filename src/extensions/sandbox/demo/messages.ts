import { pollMessages } from '../../../registry/rules/registrar/poll-messages.ts';
import { markRead, notificationsList } from '../../../registry/store/registry/notifications.ts';
import type { RegisteredDomain } from './domains.ts';
import { type Demo, daysFrom, job, ownerOf } from './world.ts';

const reported = {
  'tamm.ee': pollMessages.updateConfirmed,
  'saar.ee': pollMessages.updateRejected,
  'sepp.ee': pollMessages.updateNotConfirmed,
};

/** Old messages, all of them read; newer ones wait in the queue. */
export async function seedOldMessages(world: Demo, domains: readonly RegisteredDomain[]): Promise<void> {
  const { db, runner, registrars, calendar } = world;
  await runner.runTogether(
    { at: daysFrom(world, -60), by: job('demo'), operation: 'demo.notify' },
    async ({ notify }) => {
      for (const { demo, id } of domains)
        for (const [name, message] of Object.entries(reported))
          if (name === demo.name)
            notify({
              registrarId: ownerOf(world, demo.of).registrarId,
              attachedObjId: id,
              ...message(name),
            });
    },
  );
  await runner.writeJournal();
  for (const { registrarId } of Object.values(registrars))
    for (const { id, created_at } of await notificationsList(registrarId).rows(db, {
      sort: [{ field: 'id', descending: false }],
      slice: { by: 'offset', limit: 100, offset: 0 },
    }))
      await markRead(db, registrarId, id, calendar.plus(created_at, { days: 1 }));
}
