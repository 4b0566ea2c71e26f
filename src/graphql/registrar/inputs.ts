import { DateTimeFilter, DecimalFilter, StringFilter } from '../filters.ts';
import { orderInput } from '../order.ts';
import { whereInput } from '../where.ts';

export const RegistrarWhere = whereInput(
  'RegistrarWhere',
  'Which registrars to list; all conditions that are given must hold. {balance: {lt: "50.00"}} are those that are running short.',
  {
    code: [StringFilter, 'By the code: {eq: "ALPHA"}.'],
    name: [StringFilter, 'By the name: {contains: "domain"}.'],
    email: [StringFilter, 'By the e-mail address.'],
    regNo: [StringFilter, 'By the number in the business register.'],
    countryCode: [StringFilter, 'By the country: {ne: "EE"}.'],
    balance: [DecimalFilter, 'By how many euros are on the account: {lt: "50.00"}.'],
    suspendedAt: [DateTimeFilter, 'By since when they are suspended: {isNull: true} are those that are not.'],
    createdAt: [DateTimeFilter, 'By when they were let in: {gte: "-P1Y"} is the last year.'],
  },
);

export const RegistrarOrder = orderInput('Registrar', 'registrars', {
  CODE: { value: 'code', description: 'By their short names: ALPHA before BETA.' },
  NAME: { value: 'name', description: 'By their full names, as the alphabet has it.' },
  CREATED_AT: { value: 'createdAt', description: 'By when they were let in.' },
});
