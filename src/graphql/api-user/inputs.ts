import { BooleanFilter, DateTimeFilter, StringFilter, StringListFilter } from '../filters.ts';
import { orderInput } from '../order.ts';
import { whereInput } from '../where.ts';

export const ApiUserWhere = whereInput(
  'ApiUserWhere',
  'Which users to list; all conditions that are given must hold.',
  {
    username: [StringFilter, 'By the name it signs in with: {startsWith: "alpha"}.'],
    registrar: [StringFilter, 'By the code of its registrar: {eq: "ALPHA"}.'],
    email: [StringFilter, 'By where the person behind it gets mail.'],
    identityCode: [StringFilter, 'By the personal code of who uses it.'],
    roles: [StringListFilter, 'By its roles: {contains: ["super"]}.', ['super', 'epp', 'billing']],
    active: [BooleanFilter, 'By whether it is let in: {eq: false} are those that are locked out.'],
    lastLoginAt: [DateTimeFilter, 'By when it last signed in: {isNull: true} are those that never have.'],
    createdAt: [DateTimeFilter, 'By when it was let in: {gte: "-P7D"} is the last week.'],
  },
);

export const ApiUserOrder = orderInput('ApiUser', 'users', {
  USERNAME: { value: 'username', description: 'By the name they sign in with.' },
  CREATED_AT: { value: 'createdAt', description: 'By when they were let in.' },
});
