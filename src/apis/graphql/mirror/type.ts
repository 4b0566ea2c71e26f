import type { MirrorState } from '../../../registry/operations/mirror/show-mirror.ts';
import { builder } from '../builder.ts';
import { enumOf } from '../enum-of.ts';
import { momentOrNull } from '../moments.ts';

const MirrorStateEnum = enumOf('MirrorState', 'How far the copy of the registry behind can be trusted.', {
  FIRST_PASS: 'It is read for the first time: lists are not complete yet.',
  SYNCING: 'All of it was read not long ago, and is read again now.',
  SYNCED: 'All of it was read not long ago.',
  STALE: 'It could not be read again when it was asked, or should have been long ago.',
});

export const MirrorRef = builder.objectRef<MirrorState>('Mirror').implement({
  description: 'The copy of the registry behind this service that lists are read from.',
  fields: (t) => ({
    state: t.expose('state', { type: MirrorStateEnum, description: 'How far it can be trusted.' }),
    progress: t.exposeFloat('progress', {
      description: 'How much of the reading that is under way is done, from 0 to 1; 1 when none is.',
    }),
    syncedAt: momentOrNull(
      t,
      'syncedAt',
      'Everything is at least as new as this; null before the first reading has ended.',
    ),
    lag: t.exposeInt('lag', {
      nullable: true,
      description: 'How many seconds ago that is; null before the first reading has ended.',
    }),
    historySince: momentOrNull(
      t,
      'historySince',
      'When history begins here: the first domain was read then; null before.',
    ),
    domains: t.exposeInt('domains', { description: 'The number of your domains in it.' }),
    contacts: t.exposeInt('contacts', { description: 'The number of your contacts in it.' }),
  }),
});
