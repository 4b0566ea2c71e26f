import { z } from 'zod';
import { disableAutoReload } from '../../../registry/operations/account/disable-auto-reload.ts';
import { setAutoReload } from '../../../registry/operations/account/set-auto-reload.ts';
import { switchUser } from '../../../registry/operations/account/switch-user.ts';
import { updateAccount } from '../../../registry/operations/account/update-account.ts';
import { updateAccountSettings } from '../../../registry/operations/account/update-settings.ts';
import { text } from '../../../registry/operations/input.ts';
import type { Db } from '../../../registry/operations/operation.ts';
import { accountOfRegistrar } from '../../../registry/operations/readers/of-registrars.ts';
import { registrarRows } from '../../../registry/operations/readers/rows.ts';
import { shownOnce } from '../../../registry/operations/shown-once.ts';
import { defineMutation } from '../mutation.ts';
import { result, results } from '../payload.ts';
import { ViewerRef } from '../viewer/type.ts';
import { AccountRef, type ShownAccount } from './type.ts';

const shownAccount = async (db: Db, { id }: { readonly id: number }): Promise<ShownAccount> => ({
  ...(await accountOfRegistrar(db, id)),
  registrar: await registrarRows.one(db, { id }),
});

const payload = result('account', AccountRef, 'The account after the change');

defineMutation(updateAccount, {
  more: 'Fields that are left out stay unchanged; an empty text clears a field.',
  show: shownAccount,
  payload,
});

defineMutation(updateAccountSettings, {
  more: 'The registrar gets a mail about it.',
  show: shownAccount,
  payload,
});

defineMutation(setAutoReload, {
  more: 'Nothing is charged automatically.',
  show: shownAccount,
  payload,
});

defineMutation(disableAutoReload, {
  more: 'An invoice that is open stays open.',
  show: shownAccount,
  payload,
});

defineMutation(switchUser, {
  more: 'Users are linked by the identity code that the registry has confirmed for both; viewer.linkedUsers lists them.',
  input: z.object({ username: text('The user to switch to.') }),
  fieldNames: { user: 'username' },
  translate: (user) => ({ user }),
  show: async (_, value) => ({ token: shownOnce(value), viewer: value.actor }),
  payload: results({
    token: [
      'Secret',
      'What to send from now on, as a Bearer token or in place of the password, for 18 hours; null when it was refused, or has been shown before.',
    ],
    viewer: [ViewerRef, 'The user that you have switched to'],
  }),
});
