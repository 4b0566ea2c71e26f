import { scopes } from '../../core/actor.ts';
import { DateTimeFilter, StringFilter, StringListFilter } from '../filters.ts';
import { orderInput } from '../order.ts';
import { whereInput } from '../where.ts';

export const AccessTokenWhere = whereInput(
  'AccessTokenWhere',
  'Which access tokens to list; all conditions that are given must hold.',
  {
    name: [StringFilter, 'By what its maker calls it.'],
    registrar: [
      StringFilter,
      'By the code of the registrar that it acts for; {isNull: true} are those of operators.',
    ],
    createdBy: [StringFilter, 'By who made it: {eq: "alpha"}.'],
    scopes: [StringListFilter, 'By what it is for: {contains: ["WRITE"]}.', scopes],
    createdAt: [DateTimeFilter, 'By when it was made: {gte: "-P7D"} is the last week.'],
    expiresAt: [DateTimeFilter, 'By when it ends: {gte: "PT0S"} are those that still open something.'],
    lastUsedAt: [DateTimeFilter, 'By when it was last used: {isNull: true} are those that never were.'],
  },
);

export const AccessTokenOrder = orderInput('AccessToken', 'access tokens', {
  CREATED_AT: { value: 'createdAt', description: 'By when they were made.' },
  EXPIRES_AT: { value: 'expiresAt', description: 'By when they end.' },
});
