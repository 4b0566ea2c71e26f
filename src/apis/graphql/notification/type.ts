import { notification } from '../../../registry/entities/notification.ts';
import { notificationRows } from '../../../registry/operations/readers/rows.ts';
import type { Notification } from '../../../registry/operations/readers/shown.ts';
import type { NotificationKind } from '../../../registry/rules/registrar/poll-messages.ts';
import { plainFields } from '../entity-fields.ts';
import { enumOf } from '../enum-of.ts';
import { enumFilter } from '../filters.ts';
import { key } from '../groups.ts';
import { listOf } from '../list.ts';
import { rowNode } from '../row-node.ts';
import { databaseId } from '../state-fields.ts';

const meanings: Readonly<Record<NotificationKind, string>> = {
  domain_update_confirmed: 'The registrant has confirmed a change of a domain.',
  domain_update_rejected: 'The registrant has rejected a change of a domain.',
  domain_update_not_confirmed: 'The registrant has not confirmed a change of a domain in time.',
  domain_deletion_confirmed: 'The registrant has confirmed the deletion of a domain.',
  domain_deletion_rejected: 'The registrant has rejected the deletion of a domain.',
  domain_deletion_not_confirmed: 'The registrant has not confirmed the deletion of a domain in time.',
  domain_deleted: 'A domain was deleted.',
  domain_transferred: 'A domain was transferred to another registrar.',
  force_delete_set: 'A domain was put under force delete.',
  force_delete_cancelled: 'The force delete of a domain was cancelled.',
  redemption_started: 'The redemption grace period of a domain has begun.',
  client_hold_set: 'A domain under force delete was taken out of the zone.',
  contact_archived: 'A contact that no domain used for long was archived.',
  status_set: 'The registry has set a status on a domain.',
  status_cancelled: 'The registry has removed a status of a domain.',
  invoice_paid: 'An invoice was paid, and the account was credited.',
  registry_act: 'An operator of the registry has acted in your place; the text says what was done, and why.',
  webhook_switched_off: 'A webhook was switched off, because nothing could be delivered to it.',
  contact_merged: 'A contact was merged into another.',
  user_link_ended: 'A user is no longer linked with users at other registrars.',
  registry_news: 'News of the registry that need no action.',
  registry_maintenance: 'Planned work on the service.',
  registry_incident: 'Trouble with the service.',
  registry_rules: 'A change of rules or prices.',
  certificate_ending: 'A certificate is about to expire.',
  access_token_ending: 'An access token is about to expire.',
  question_ending: 'A published question is about to expire.',
  board_ending: 'A published board is about to expire.',
  other: 'Something else, which only its text tells: a registry behind a facade has sent it.',
};

const kinds = Object.keys(meanings) as NotificationKind[];

const NotificationKindEnum = enumOf<NotificationKind>(
  'NotificationKind',
  'What a poll message tells. More kinds may be added: treat one that you do not know as OTHER.',
  meanings,
);

const NotificationKindFilter = enumFilter('NotificationKindFilter', NotificationKindEnum, {
  description:
    'Conditions on what a poll message tells; all that are given must hold: {eq: DOMAIN_TRANSFERRED}.',
  verb: 'Is',
  one: 'kind',
  many: 'kinds',
});

export const NotificationRef = rowNode<Notification>('Notification', notificationRows.many);

NotificationRef.implement({
  description:
    'A message of the registry to a registrar about something that happened without it: a domain that moved away, a change that was confirmed. It stays unread until it is acknowledged.',
  fields: (t) => ({
    databaseId: databaseId(t),
    ...plainFields(t, notification),
    kind: t.field({
      type: NotificationKindEnum,
      description: 'What happened, for programs.',
      resolve: ({ kind }) => kinds.find((known) => known === kind) ?? 'other',
    }),
  }),
});

export const notifications = listOf(NotificationRef, notification, {
  many: 'poll messages',
  filters: { kind: NotificationKindFilter },
  types: { kind: NotificationKindEnum },
  keys: { READ: key('Boolean', 'Whether they were acknowledged.') },
});
