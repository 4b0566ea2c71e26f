import { showAccount } from '../../../registry/operations/account/show-account.ts';
import { builder } from '../builder.ts';
import { runList } from '../run.ts';
import { AccountRef } from './type.ts';

builder.queryField('account', (t) =>
  t.field({
    type: AccountRef,
    nullable: true,
    description: `${showAccount.summary} Its transactions are every movement of money on the account.`,
    resolve: (_, __, context) => runList(context, showAccount, {}),
  }),
);
