import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import { apiUserRows } from '../../operations/readers/rows.ts';
import type { ApiUser } from '../../operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { CertificateRef } from '../certificate/type.ts';
import type { Context } from '../context.ts';
import { byId } from '../loading.ts';
import { ApiUserRef } from './type.ts';

const users = createContextCache(
  ({ database }: Context) =>
    new DataLoader<number, ApiUser>(async (ids) => byId(ids, await apiUserRows.many(database.db, ids))),
);

builder.objectField(CertificateRef, 'apiUser', (t) =>
  t.field({
    type: ApiUserRef,
    description: 'The user that comes with it.',
    resolve: ({ api_user_id }, _, context) => users(context).load(api_user_id),
  }),
);
