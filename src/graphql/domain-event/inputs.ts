import type { DomainEvent } from '../../operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { DateTimeFilter, enumFilter, StringFilter } from '../filters.ts';
import { orderInput } from '../order.ts';
import { whereInput } from '../where.ts';

type Kind = NonNullable<DomainEvent['kind']>;

export const DomainEventKindEnum = builder.enumType('DomainEventKind', {
  description: 'What happened to a domain: the first of these that is true of the change.',
  values: {
    REGISTERED: { value: 'REGISTERED', description: 'Somebody registered the name, which was free before.' },
    RENEWED: {
      value: 'RENEWED',
      description: 'It stays registered for longer, also when it was revived after it had expired.',
    },
    TRANSFERRED: { value: 'TRANSFERRED', description: 'It went from one registrar to another.' },
    REGISTRANT_CHANGED: { value: 'REGISTRANT_CHANGED', description: 'It belongs to somebody else since.' },
    UPDATED: { value: 'UPDATED', description: 'Anything else of it was changed.' },
    DELETED: { value: 'DELETED', description: 'It was removed from the registry.' },
  } as const satisfies Record<Kind, { value: Kind; description: string }>,
});

export const TransferDirectionEnum = builder.enumType('TransferDirection', {
  description: 'Which way a domain went when it was transferred, as the registrar who asks sees it.',
  values: {
    IN: { value: 'IN', description: 'It came to the registrar who asks.' },
    OUT: { value: 'OUT', description: 'It left the registrar who asks.' },
  } as const,
});

const DomainEventKindFilter = enumFilter('DomainEventKindFilter', DomainEventKindEnum, {
  description: 'Conditions on what happened; all that are given must hold: {in: [REGISTERED, RENEWED]}.',
  verb: 'Is',
  one: 'kind',
  many: 'kinds',
});

const TransferDirectionFilter = enumFilter('TransferDirectionFilter', TransferDirectionEnum, {
  description: 'Conditions on which way a domain went; all that are given must hold: {eq: OUT}.',
  verb: 'Is',
  one: 'direction',
  many: 'directions',
});

export const DomainEventWhere = whereInput(
  'DomainEventWhere',
  'Which events to list; all conditions that are given must hold.',
  {
    at: [DateTimeFilter, 'By when it happened: {gte: "-P30D"} is the last 30 days.'],
    kind: [DomainEventKindFilter, 'By what happened: {eq: TRANSFERRED}.'],
    name: [StringFilter, 'By the name of the domain: {eq: "tamm.ee"}.'],
    zone: [StringFilter, 'By the zone of the domain: {eq: "ee"}.'],
    registrar: [StringFilter, 'By the code of the registrar that has it after the event: {eq: "ALPHA"}.'],
    direction: [TransferDirectionFilter, 'By which way it was transferred; for registrars only: {eq: OUT}.'],
  },
);

export const DomainEventOrder = orderInput('DomainEvent', 'events', {
  AT: { value: 'at', description: 'By when it happened.' },
});
