import { accessTokenRows } from '../../operations/readers/rows.ts';
import type { AccessToken } from '../../operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { connectionOf } from '../connection-type.ts';
import { key, offerGroups } from '../groups.ts';
import { byId, rowId } from '../loading.ts';
import { RegistrarRef } from '../registrar/type.ts';

const AccessTokenScopeEnum = builder.enumType('AccessTokenScope', {
  description: 'What an access token is for. Each includes READ, and none includes another.',
  values: {
    READ: {
      value: 'READ',
      description:
        'Queries and subscriptions; balance and invoices are refused, fields of type Secret are null.',
    },
    WRITE: {
      value: 'WRITE',
      description: 'Also whatever the user may change about domains, contacts, messages and addresses.',
    },
    SECRETS: { value: 'SECRETS', description: 'Also shows transfer codes and auth info.' },
    BILLING: { value: 'BILLING', description: 'Also the balance, invoices and topping up.' },
  } as const,
});

export const AccessTokenRef = builder.loadableNodeRef<AccessToken, number>('AccessToken', {
  id: { resolve: ({ id }) => id, parse: rowId },
  load: async (ids, { database }) => byId(ids, await accessTokenRows.many(database.db, ids)),
});

AccessTokenRef.implement({
  description:
    'A token that a page, a notebook or a script comes with instead of a password: Authorization: Bearer zg_... The token itself is shown once, when it is made.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What its maker calls it.' }),
    scopes: t.field({
      type: [AccessTokenScopeEnum],
      description: 'What it is for; never more than its maker may do.',
      resolve: ({ scopes }) => scopes ?? [],
    }),
    registrar: t.field({
      type: RegistrarRef,
      nullable: true,
      description: "The registrar it acts for; null when it is an operator's.",
      resolve: ({ registrar_id }) => registrar_id,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was made.',
      resolve: ({ created_at }, _, { calendar }) => calendar.format(created_at),
    }),
    createdBy: t.exposeString('created_by', { description: 'Who made it, and in whose name it acts.' }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'From when on it opens nothing any more.',
      resolve: ({ expires_at }, _, { calendar }) => calendar.format(expires_at),
    }),
    lastUsedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute; null when it never was.',
      resolve: ({ last_used_at }, _, { calendar }) => last_used_at && calendar.format(last_used_at),
    }),
  }),
});

export const AccessTokenConnection = connectionOf(AccessTokenRef, 'access tokens');
offerGroups(AccessTokenConnection, 'AccessToken', {
  many: 'access tokens',
  keys: {
    REGISTRAR: key(RegistrarRef, 'The registrar that they act for.'),
    SCOPE: key(AccessTokenScopeEnum, 'What they are for; one with two scopes counts in both.'),
    CREATED_AT: key('moment', 'When they were made.'),
    EXPIRES_AT: key('moment', 'When they end.'),
  },
});
