import { builder } from '../../../apis/graphql/builder.ts';
import { enumOf } from '../../../apis/graphql/enum-of.ts';
import { measure } from '../../../apis/graphql/measures.ts';
import { momentOrNull } from '../../../apis/graphql/moments.ts';
import type { MirrorState } from '../operations/show-mirror.ts';

const MirrorStateEnum = enumOf('MirrorState', 'How current the copy of the upstream registry is.', {
  FIRST_PASS: 'The first pass is running: lists are not complete yet.',
  SYNCING: 'It is complete, and another pass is running.',
  SYNCED: 'It is complete and current.',
  STALE: 'The last refresh failed, or the next one is long overdue.',
});

export const MirrorRef = builder.objectRef<MirrorState>('Mirror').implement({
  description: 'The copy of the upstream registry from which lists are read.',
  fields: (t) => ({
    state: t.expose('state', { type: MirrorStateEnum, description: 'How current it is.' }),
    progress: t.exposeFloat('progress', {
      extensions: measure('SHARE'),
      description: 'The progress of the current pass, from 0 to 1; 1 between passes.',
    }),
    syncedAt: momentOrNull(
      t,
      'syncedAt',
      'Everything in it is at least as new as this; null until the first pass is complete.',
    ),
    lag: t.exposeInt('lag', {
      extensions: measure('DURATION', 'SECONDS'),
      nullable: true,
      description: 'The age of syncedAt in seconds; null until the first pass is complete.',
    }),
    historySince: momentOrNull(
      t,
      'historySince',
      'When its history begins: the time at which the first domain was read; null before that.',
    ),
    domains: t.exposeInt('domains', {
      extensions: measure('COUNT'),
      description: 'The number of your domains in it.',
    }),
    contacts: t.exposeInt('contacts', {
      extensions: measure('COUNT'),
      description: 'The number of your contacts in it.',
    }),
  }),
});
