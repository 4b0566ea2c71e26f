import { webhookEvents } from '../../rules/registrar/webhooks.ts';
import { BooleanFilter, DateTimeFilter, StringFilter, StringListFilter } from '../filters.ts';
import { orderInput } from '../order.ts';
import { whereInput } from '../where.ts';

export const WebhookWhere = whereInput(
  'WebhookWhere',
  'Which webhooks to list; all conditions that are given must hold.',
  {
    registrar: [StringFilter, 'By the code of the registrar whose it is: {eq: "ALPHA"}.'],
    url: [StringFilter, 'By where messages are sent: {contains: "alpha.example"}.'],
    events: [StringListFilter, 'By its events: {contains: ["domain.changed"]}.', webhookEvents],
    enabled: [BooleanFilter, 'By whether it is switched on: {eq: false} are those that are off.'],
    failingSince: [
      DateTimeFilter,
      'By since when messages do not arrive; {isNull: false} where they do not.',
    ],
    createdAt: [DateTimeFilter, 'By when it was made: {gte: "-P7D"} is the last week.'],
  },
);

export const WebhookOrder = orderInput('Webhook', 'webhooks', {
  CREATED_AT: { value: 'createdAt', description: 'By when they were made.' },
});
