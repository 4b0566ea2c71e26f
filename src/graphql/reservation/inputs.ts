import { BooleanFilter, DateTimeFilter, enumFilter, StringFilter } from '../filters.ts';
import { orderInput } from '../order.ts';
import { whereInput } from '../where.ts';
import { EntryStatusEnum, ReservationKindEnum } from './type.ts';

const KindFilter = enumFilter('ReservationKindFilter', ReservationKindEnum, {
  description: 'Conditions on what a reservation costs; all that are given must hold.',
  verb: 'Is',
  one: 'kind',
  many: 'kinds',
});

const StatusFilter = enumFilter('ReservationEntryStatusFilter', EntryStatusEnum, {
  description:
    'Conditions on what became of the names of a reservation; all that are given must hold. eq and in: of one or more of its names; ne and notIn: of all of them.',
  verb: 'Has',
  one: 'status',
  many: 'statuses',
});

export const ReservationWhere = whereInput(
  'ReservationWhere',
  'Which reservations to list; all conditions that are given must hold. {paid: {eq: false}, createdAt: {lt: "-P1D"}} are those that nobody has paid for in a day.',
  {
    kind: [KindFilter, 'By what they cost: {eq: PAID}.'],
    status: [StatusFilter, 'By what became of their names: {eq: PENDING} are those with a name that waits.'],
    name: [StringFilter, 'By the names that they hold: {eq: "tamm.ee"} are those with this name among them.'],
    createdAt: [DateTimeFilter, 'By when they were made: {lt: "-P1D"} is more than a day ago.'],
    paid: [
      BooleanFilter,
      'By whether their invoice is paid: {eq: false} are those that wait for it. Free ones are neither.',
    ],
  },
);

export const ReservationOrder = orderInput('Reservation', 'reservations', {
  CREATED_AT: { value: 'createdAt', description: 'By when they were made.' },
});
