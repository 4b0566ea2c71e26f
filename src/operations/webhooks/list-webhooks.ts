import { registrarOf } from '../../core/actor.ts';
import { webhookEvents } from '../../rules/registrar/webhooks.ts';
import { hearsOf } from '../../rules/visibility.ts';
import { countWebhooks, listWebhooks as readWebhooks } from '../../store/registry/webhooks.ts';
import { listed, listInput } from '../lists.ts';
import { defineQuery } from '../operation.ts';

/** Those that the caller may look after (docs/rules/webhooks.md#who-may). */
export const listWebhooks = defineQuery({
  name: 'webhook.list',
  summary: "Lists the registrar's webhooks.",
  permits: ['registrar'],
  input: listInput,
  errors: [],
  graphql: 'Query.webhooks',
  run: ({ db, actor }, input) => {
    const whose = {
      registrarId: registrarOf(actor).registrarId,
      heard: webhookEvents.filter((event) => hearsOf(event, actor)),
    };
    return listed(
      input,
      (query) => readWebhooks(db, whose, query),
      () => countWebhooks(db, whose),
    );
  },
});
