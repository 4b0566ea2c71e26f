import { describePermits } from '../../../base/actor.ts';
import { followDomains } from '../../../registry/operations/domains/follow-domains.ts';
import { pastDomainFields } from '../../../registry/operations/domains/list-domains.ts';
import { domainChanges } from '../../../registry/operations/list-changes.ts';
import type { Domain } from '../../../registry/operations/readers/shown.ts';
import { filterOfLiveList } from '../as-of.ts';
import { builder } from '../builder.ts';
import { dropLoaderCaches } from '../loading.ts';
import { permitted } from '../node-visibility.ts';
import { lastChangeOfDomains } from '../subscriptions/after.ts';
import { listFollower } from '../subscriptions/follow-list.ts';
import { afterOfList, listChangeType } from '../subscriptions/list-change-type.ts';
import { DomainRef, domains } from './type.ts';

const DomainListChangeRef = listChangeType<Domain>({ name: 'DomainListChange', many: 'domains' });

builder.objectFields(DomainListChangeRef, (t) => ({
  name: t.expose('key', { type: 'DomainName', description: 'The name of the domain, also when it is gone.' }),
  domain: t.field({
    type: DomainRef,
    nullable: true,
    description: 'The domain now; null when it left the list or was deleted.',
    resolve: ({ now }) => now,
  }),
}));

const follow = listFollower({ topic: 'domain', changes: domainChanges, operation: followDomains });

builder.subscriptionField('domainsChanged', (t) =>
  t.field({
    type: DomainListChangeRef,
    extensions: permitted(followDomains.permits),
    description: `Sends every change of a list of domains as it happens: your own, or all domains for an operator. One stream, however long the list is. For ${describePermits(followDomains.permits)}.`,
    args: {
      where: t.arg({
        type: domains.Where,
        description:
          'Which domains; all when left out. Accepts the fields that history keeps: name, punycode, zone, statuses, registrantCode, expiresAt, createdAt, nameserverHostnames, signed, and registrar for operators. Relative times count from the opening of the stream.',
      }),
      after: t.arg.id({ description: afterOfList }),
    },
    subscribe: async (_, { where, after }, context) =>
      follow(context, {
        filter: filterOfLiveList(where, domains.Where, context, pastDomainFields),
        after: await lastChangeOfDomains(context, after),
      }),
    resolve: (change, _, context) => {
      dropLoaderCaches(context);
      return change;
    },
  }),
);
