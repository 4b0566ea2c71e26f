import { encodeGlobalID } from '@pothos/plugin-relay';
import { describePermits } from '../../../base/actor.ts';
import { followDomain } from '../../../registry/operations/domains/follow-domain.ts';
import type { Domain, HistoryEntry } from '../../../registry/operations/readers/shown.ts';
import { normaliseLookup } from '../../../registry/rules/domain/domain-name.ts';
import { builder } from '../builder.ts';
import { dropLoaderCaches } from '../loading.ts';
import { permitted } from '../node-visibility.ts';
import { lastChangeOfDomains } from '../subscriptions/after.ts';
import { follow } from '../subscriptions/follow.ts';
import { DomainRef } from './type.ts';

export const ChangeKindEnum = builder.enumType('ChangeKind', {
  description: 'The ways in which an object can change.',
  values: {
    CREATED: { value: 'create', description: 'It was registered, or made.' },
    UPDATED: { value: 'update', description: 'Something about it was changed.' },
    DELETED: { value: 'destroy', description: 'It was deleted; the name of a domain is free.' },
  } as const,
});

interface DomainChange {
  readonly id: number;
  readonly entry: HistoryEntry;
  readonly domain: Domain | null;
}

const DomainChangeRef = builder.objectRef<DomainChange>('DomainChange').implement({
  description: 'One live change of a domain.',
  fields: (t) => ({
    id: t.id({
      description:
        'An opaque id of the change, unique over all types: pass it as after to continue from here later.',
      resolve: ({ id }) => encodeGlobalID('DomainChange', id),
    }),
    kind: t.field({
      type: ChangeKindEnum,
      description: 'Whether it was registered, changed or deleted.',
      resolve: ({ entry }) => entry.event,
    }),
    at: t.field({
      type: 'DateTime',
      description: 'When the change was made.',
      resolve: ({ entry }, _, { calendar }) => calendar.format(entry.at),
    }),
    operation: t.string({
      description: 'What was done, such as domain.renew.',
      resolve: ({ entry }) => entry.operation,
    }),
    domain: t.field({
      type: DomainRef,
      nullable: true,
      description: 'The domain now; null when it was deleted.',
      resolve: ({ domain }) => domain,
    }),
  }),
});

builder.subscriptionField('domainChanged', (t) =>
  t.field({
    type: DomainChangeRef,
    extensions: permitted(followDomain.permits),
    description: `Sends every change of a domain, from its registration to its deletion, as it happens, to the registrars that sponsor it before and after the change. For ${describePermits(followDomain.permits)}.`,
    args: {
      name: t.arg({
        type: 'DomainName',
        required: true,
        description: 'The name to follow, registered or not, such as tamm.ee.',
      }),
      after: t.arg.id({
        description:
          'The id of the last change you have seen: everything later is sent first, so that nothing is missed. Without it, only what happens from now on.',
      }),
    },
    subscribe: async (_, { name, after }, context) => {
      const wanted = normaliseLookup(name);
      return follow(context, {
        topic: 'domain',
        isNews: (key) => key === wanted,
        operation: followDomain,
        input: { name },
        after: await lastChangeOfDomains(context, after),
      });
    },
    resolve: (change, _, context) => {
      dropLoaderCaches(context);
      return change;
    },
  }),
);
