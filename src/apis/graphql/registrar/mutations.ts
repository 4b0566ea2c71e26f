import { adjustAccount } from '../../../registry/operations/operator/adjust-account.ts';
import { createRegistrar } from '../../../registry/operations/operator/create-registrar.ts';
import { notifyRegistrars } from '../../../registry/operations/operator/notify-registrars.ts';
import {
  reinstateRegistrar,
  suspendRegistrar,
} from '../../../registry/operations/operator/suspend-registrar.ts';
import { updateRegistrar } from '../../../registry/operations/operator/update-registrar.ts';
import { balanceOfRegistrar } from '../../../registry/operations/readers/of-registrars.ts';
import { registrarRows, transactionRows } from '../../../registry/operations/readers/rows.ts';
import { enumOf } from '../enum-of.ts';
import { measure } from '../measures.ts';
import { defineMutation } from '../mutation.ts';
import { result, results } from '../payload.ts';
import { TransactionRef } from '../transaction/type.ts';
import { RegistrarRef } from './type.ts';

defineMutation(createRegistrar, {
  show: async (db, value) => {
    const [registrar, balance] = await Promise.all([
      registrarRows.one(db, value),
      balanceOfRegistrar(db, value.id),
    ]);
    return registrar && { ...registrar, balance };
  },
  payload: result('registrar', RegistrarRef, 'The new registrar'),
});

defineMutation(updateRegistrar, {
  more: 'Fields that are left out stay unchanged, an empty text clears a field.',
  show: registrarRows.one,
  payload: result('registrar', RegistrarRef, 'The registrar after the change'),
});

defineMutation(suspendRegistrar, {
  more: 'Its users and tokens are refused with the reason, its webhooks wait, its domains can be transferred away with their codes.',
  show: registrarRows.one,
  payload: result('registrar', RegistrarRef, 'The registrar, which is suspended now'),
});

defineMutation(reinstateRegistrar, {
  show: registrarRows.one,
  payload: result('registrar', RegistrarRef, 'The registrar, whose users can sign in again'),
});

enumOf(
  'RegistrarNoticeKind',
  'The kinds of notices to registrars; the kind of the poll message has it in lower case: registry_news.',
  {
    NEWS: 'News about the registry that needs no action.',
    MAINTENANCE: 'Planned work on the service.',
    INCIDENT: 'Trouble with the service.',
    RULES: 'A change of rules or prices.',
  },
);

defineMutation(notifyRegistrars, {
  show: async (_db, value) => value,
  payload: results({
    messages: ['Int', 'How many registrars get a poll message', measure('COUNT')],
    mails: ['Int', 'How many of them get a mail', measure('COUNT')],
  }),
});

defineMutation(adjustAccount, {
  show: transactionRows.one,
  payload: result('transaction', TransactionRef, 'The movement that was written'),
});
