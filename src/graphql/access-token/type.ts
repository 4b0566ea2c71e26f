import { accessToken } from '../../entities/access-token.ts';
import { accessTokenRows } from '../../operations/readers/rows.ts';
import type { AccessToken } from '../../operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { plainFields } from '../entity-fields.ts';
import { StringFilter } from '../filters.ts';
import { key } from '../groups.ts';
import { listOf } from '../list.ts';
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
    ...plainFields(t, accessToken),
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
  }),
});

export const accessTokens = listOf(AccessTokenRef, accessToken, {
  many: 'access tokens',
  where: {
    registrar: [
      StringFilter,
      'By the code of the registrar that it acts for; {isNull: true} are those of operators.',
    ],
  },
  keys: {
    REGISTRAR: key(RegistrarRef, 'The registrar that they act for.'),
    SCOPE: key(AccessTokenScopeEnum, 'What they are for; one with two scopes counts in both.'),
  },
});
