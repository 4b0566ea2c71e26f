import { pollMessageKinds } from '../../rules/registrar/poll-messages.ts';
import { DateTimeFilter, StringFilter } from '../filters.ts';
import { whereInput } from '../where.ts';

export const NotificationWhere = whereInput(
  'NotificationWhere',
  'Which poll messages to list; all conditions that are given must hold.',
  {
    readAt: [DateTimeFilter, 'By when they were acknowledged; {isNull: true} are the unread ones.'],
    createdAt: [DateTimeFilter, 'By when they were written: {gte: "-P1D"} is the last day.'],
    kind: [StringFilter, 'By what happened: {eq: "domain_transferred"}.', pollMessageKinds],
    text: [StringFilter, 'By their text: {contains: "tamm.ee"}.'],
  },
);
