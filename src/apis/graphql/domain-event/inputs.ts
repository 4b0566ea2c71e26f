import type { DomainEvent } from '../../../registry/operations/readers/shown.ts';
import { enumOf } from '../enum-of.ts';
import { DateTimeFilter, enumFilter, StringFilter } from '../filters.ts';
import { orderInput } from '../order.ts';
import { whereInput } from '../where.ts';

type Kind = NonNullable<DomainEvent['kind']>;

export const DomainEventKindEnum = enumOf<Kind>(
  'DomainEventKind',
  'What happened to a domain: the first of these that is true of the change.',
  {
    REGISTERED: 'Somebody registered the name, which was free before.',
    RENEWED: 'It stays registered for longer, also when it was revived after it had expired.',
    TRANSFERRED: 'It was transferred from one registrar to another.',
    EXPIRED: 'Its date of expiry has come, and nobody had renewed it.',
    REGISTRANT_CHANGED: 'It has another registrant.',
    UPDATED: 'Something else about it was changed.',
    DELETED: 'It was removed from the registry.',
  },
);

export const TransferDirectionEnum = enumOf(
  'TransferDirection',
  'The direction of a transfer, from the point of view of the calling registrar.',
  {
    IN: 'The calling registrar received the domain.',
    OUT: 'The calling registrar lost the domain.',
  },
);

const DomainEventKindFilter = enumFilter('DomainEventKindFilter', DomainEventKindEnum, {
  description: 'Conditions on what happened; all that are given must hold: {in: [REGISTERED, RENEWED]}.',
  verb: 'Is',
  one: 'kind',
  many: 'kinds',
});

const TransferDirectionFilter = enumFilter('TransferDirectionFilter', TransferDirectionEnum, {
  description: 'Conditions on the direction of a transfer; all that are given must hold: {eq: OUT}.',
  verb: 'Is',
  one: 'direction',
  many: 'directions',
});

export const DomainEventWhere = whereInput(
  'DomainEventWhere',
  'Which events to list; all conditions that are given must hold.',
  {
    at: [DateTimeFilter, 'By time of the event: {gte: "-P30D"} is the last 30 days.'],
    kind: [DomainEventKindFilter, 'By the kind of event: {eq: TRANSFERRED}.'],
    name: [StringFilter, 'By the name of the domain: {eq: "tamm.ee"}.'],
    zone: [StringFilter, 'By the zone of the domain: {eq: "ee"}.'],
    registrar: [StringFilter, 'By the code of the registrar that has it after the event: {eq: "ALPHA"}.'],
    fromRegistrar: [
      StringFilter,
      'By the code of the registrar that had it before a transfer: {eq: "BETA"}.',
    ],
    direction: [TransferDirectionFilter, 'By the direction of the transfer; for registrars only: {eq: OUT}.'],
  },
);

export const DomainEventOrder = orderInput('DomainEvent', 'events', {
  AT: { value: 'at', description: 'By time of the event.' },
});
