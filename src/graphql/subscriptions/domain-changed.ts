import { followDomain } from '../../operations/domains/follow-domain.ts';
import { normaliseLookup } from '../../rules/domain-name.ts';
import type { Domain } from '../../store/domains.ts';
import type { HistoryEntry } from '../../store/history.ts';
import { builder } from '../builder.ts';
import { DomainRef } from '../domain/domain.ts';
import { HistoryEntryRef } from '../history/history-entry.ts';
import { lastSeen } from './after.ts';
import { follow, freshly } from './follow.ts';

const ChangeKindEnum = builder.enumType('ChangeKind', {
  description: 'What became of something.',
  values: {
    CREATED: { value: 'create', description: 'It came to be.' },
    UPDATED: { value: 'update', description: 'It was changed.' },
    DELETED: { value: 'destroy', description: 'It is gone.' },
  } as const,
});

interface DomainChange {
  readonly id: number;
  readonly entry: HistoryEntry;
  readonly domain: Domain | null;
}

const DomainChangeRef = builder.objectRef<DomainChange>('DomainChange').implement({
  description: 'A change of a domain.',
  fields: (t) => ({
    id: t.globalID({
      description: 'The id of its history entry: to go on from here later, give it as after.',
      resolve: ({ id }) => ({ id, type: HistoryEntryRef }),
    }),
    kind: t.field({
      type: ChangeKindEnum,
      description: 'What became of it.',
      resolve: ({ entry }) => entry.event,
    }),
    at: t.field({
      type: 'DateTime',
      description: 'When it was changed.',
      resolve: ({ entry }, _, { calendar }) => calendar.format(entry.at),
    }),
    operation: t.string({
      description: 'By which operation, such as domain.renew.',
      resolve: ({ entry }) => entry.operation,
    }),
    domain: t.field({
      type: DomainRef,
      nullable: true,
      description: 'The domain as it is now; null when it is gone.',
      resolve: ({ domain }) => domain,
    }),
  }),
});

builder.subscriptionField('domainChanged', (t) =>
  t.field({
    type: DomainChangeRef,
    description: 'Every change of a domain name, from its registration to its end.',
    args: {
      name: t.arg({ type: 'DomainName', required: true, description: 'Which name, registered or not.' }),
      after: t.arg.id({
        description:
          'The id of the last change seen: everything later is sent again. From now on when left out.',
      }),
    },
    subscribe: (_, { name, after }, context) => {
      const wanted = normaliseLookup(name);
      return follow(context, {
        topic: 'domain',
        isNews: (key) => key === wanted,
        operation: followDomain,
        input: { name },
        after: lastSeen(after, 'HistoryEntry'),
      });
    },
    resolve: (change, _, context) => {
      freshly(context);
      return change;
    },
  }),
);
