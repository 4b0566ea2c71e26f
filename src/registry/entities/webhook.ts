import { longestDescription, longestUrl, type WebhookEvent } from '../rules/registrar/webhooks.ts';
import { boolean, entity, identity, list, moment, reference, text } from './entity.ts';

export const webhook = entity('webhooks', {
  id: identity(),
  registrar_id: reference(),
  url: text()
    .written()
    .atMost(longestUrl)
    .filter('By the address that messages are sent to: {contains: "alpha.example"}.'),
  events: list<WebhookEvent>().filter('By its events: {contains: [DOMAIN_CHANGED]}.'),
  description: text()
    .written()
    .nullable()
    .atMost(longestDescription)
    .shown("Its owner's description; null when there is none."),
  enabled: boolean()
    .defaulted()
    .shown('Whether it is switched on; it is switched off when nothing has arrived for three days.')
    .filter('By whether it is switched on: {eq: false} are those that are off.')
    .groups('Whether they are switched on.'),
  failing_since: moment()
    .nullable()
    .defaulted()
    .shown('Since when messages have failed to arrive; null while they arrive.')
    .filter(
      'By the time since which messages have failed; {isNull: false} are webhooks whose messages fail.',
    ),
  secret: text().historySecret(),
  previous_secret: text().nullable().defaulted().historySecret(),
  previous_secret_until: moment().nullable().defaulted(),
  created_by: text(),
  created_at: moment()
    .shown('When it was set up.')
    .filter('By creation time: {gte: "-P7D"} is the last week.')
    .order('By creation time.')
    .groups('When they were made.'),
  updated_at: moment(),
});
