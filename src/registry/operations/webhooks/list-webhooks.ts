import type { Filter } from '../../../base/filter.ts';
import { webhookEvents } from '../../rules/registrar/webhooks.ts';
import { seesWebhookUrls } from '../../rules/scopes.ts';
import { maySubscribe } from '../../rules/visibility.ts';
import { webhookList, webhookListByHost } from '../../store/registry/webhooks.ts';
import { registrarFor } from '../api-users/own-user.ts';
import { listedFrom, listInput, ofRegistrar } from '../lists.ts';
import { defineQuery } from '../operation.ts';

/**
 * Lists the webhooks that the caller may manage: those of its registrar whose events it may all see. An operator sees
 * all (docs/rules/webhooks.md#permissions).
 */
export const listWebhooks = defineQuery({
  name: 'webhook.list',
  summary: "Lists webhooks: the registrar's own, or all of them for an operator.",
  permits: ['registrar', 'operator'],
  operators: 'VIEWER',
  scope: 'READ',
  input: listInput,
  errors: [],
  graphql: 'Query.webhooks',
  run: ({ db, actor }, input) => {
    const own = ofRegistrar(registrarFor(actor));
    const unheard = webhookEvents.filter((event) => !maySubscribe(event, actor));
    const only: Filter | undefined = own && {
      and: [own, { field: 'events', is: 'hasNone', value: unheard }],
    };
    return listedFrom(db, seesWebhookUrls(actor) ? webhookList : webhookListByHost, input, only);
  },
});
