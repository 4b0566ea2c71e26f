import type { Action, Field } from './action.ts';

const registrar: Field = { name: 'registrar', label: 'Registrar' };
const code: Field = { name: 'code', label: 'Registrar' };
const detailsOfRegistrar: readonly Field[] = [
  { name: 'email', label: 'E-mail', optional: true },
  { name: 'website', label: 'Website', optional: true },
  { name: 'regNo', label: 'Registration number', optional: true },
  { name: 'countryCode', label: 'Country', optional: true, hint: 'Two letters: EE.' },
];
const vatNumber: Field = { name: 'vatNumber', label: 'VAT number', optional: true };
const username: Field = { name: 'username', label: 'User name' };
const userUniqueId: Field = { name: 'userUniqueId', label: 'Reservation', optional: true };
const payment: Field = { name: 'reference', label: 'Payment' };
const roles = ['SUPER', 'EPP', 'BILLING'];

/** What is done to registrars, to their users and to money, by the name of its mutation. */
export const moneyActions = {
  invoiceRefund: {
    field: 'invoiceRefund',
    title: 'Give the money back',
    button: 'Refund it',
    done: 'The refund was sent to the payment provider.',
    grave: true,
    fields: [{ name: 'invoiceNumber', label: 'Invoice', kind: 'number' }, userUniqueId],
  },
  invoiceStatusUpdate: {
    field: 'invoiceStatusUpdate',
    title: 'Say what became of it',
    button: 'Change the status',
    done: 'The invoice has its new status.',
    grave: true,
    fields: [
      { name: 'invoiceNumber', label: 'Invoice', kind: 'number' },
      {
        name: 'status',
        label: 'Status',
        kind: 'choice',
        choices: ['PAID', 'UNPAID', 'CANCELLED', 'FAILED', 'REFUNDED'],
      },
      userUniqueId,
    ],
  },
  registrarCreate: {
    field: 'registrarCreate',
    title: 'Let a registrar in',
    button: 'Create the registrar',
    done: 'The registrar is there. It needs a user next.',
    fields: [
      { name: 'code', label: 'Code', hint: 'Short, in capitals: its contact codes begin with it.' },
      { name: 'name', label: 'Name' },
      ...detailsOfRegistrar,
      vatNumber,
    ],
  },
  registrarUpdate: {
    field: 'registrarUpdate',
    title: 'Change what is known of it',
    button: 'Change the registrar',
    done: 'The registrar is changed.',
    fields: [
      code,
      { name: 'name', label: 'Name', optional: true },
      // What is shown can be taken away; of VAT nothing is shown.
      ...[...detailsOfRegistrar, { name: 'phone', label: 'Phone', optional: true as const }].map((field) => ({
        ...field,
        clears: true as const,
      })),
      { ...vatNumber, hint: 'As it is when left empty.' },
      {
        name: 'vatRate',
        label: 'VAT rate',
        optional: true,
        hint: 'In percent, of one abroad without a number.',
      },
    ],
  },
  registrarSuspend: {
    field: 'registrarSuspend',
    title: 'Suspend it',
    button: 'Suspend the registrar',
    done: 'Nobody of the registrar is let in any more; its domains stay as they are.',
    grave: true,
    fields: [code, { name: 'reason', label: 'Reason', hint: 'Shown to its users when they are refused.' }],
  },
  registrarReinstate: {
    field: 'registrarReinstate',
    title: 'Reinstate it',
    button: 'Reinstate the registrar',
    done: 'The registrar may work again.',
    fields: [code],
  },
  apiUserCreate: {
    field: 'apiUserCreate',
    title: 'Add a user',
    button: 'Create the user',
    done: 'The user can sign in.',
    fields: [
      registrar,
      username,
      { name: 'password', label: 'Password', kind: 'secret' },
      { name: 'roles', label: 'Roles', kind: 'choices', choices: roles },
      { name: 'email', label: 'E-mail', optional: true },
    ],
  },
  apiUserUpdate: {
    field: 'apiUserUpdate',
    title: 'Change a user',
    button: 'Change the user',
    done: 'The user is changed, in every process at once.',
    fields: [
      username,
      { name: 'active', label: 'May sign in', kind: 'flag', optional: true },
      { name: 'password', label: 'New password', kind: 'secret', optional: true },
      { name: 'roles', label: 'Roles', kind: 'choices', choices: roles, optional: true },
      { name: 'email', label: 'E-mail', optional: true },
    ],
  },
  apiUserDelete: {
    field: 'apiUserDelete',
    title: 'Delete a user',
    button: 'Delete',
    done: 'The user is gone, and its certificates are revoked.',
    grave: true,
    fields: [username],
  },
  accessTokenRevoke: {
    field: 'accessTokenRevoke',
    title: 'Revoke a token',
    button: 'Revoke',
    done: 'The token opens no door any more.',
    grave: true,
    fields: [{ name: 'id', label: 'Token' }],
  },
  accountAdjust: {
    field: 'accountAdjust',
    title: 'Correct the balance',
    button: 'Correct it',
    done: 'The correction is a movement of its own in the ledger.',
    grave: true,
    fields: [
      registrar,
      { name: 'sum', label: 'Sum in euros', hint: '-12.50 takes away.' },
      { name: 'description', label: 'Why', optional: true },
    ],
  },
  bankTransferRecord: {
    field: 'bankTransferRecord',
    title: 'Record a bank transfer',
    button: 'Record it',
    done: 'The money is on the account.',
    grave: true,
    fields: [
      {
        name: 'bankReference',
        label: "The bank's reference",
        hint: 'Counts once, however often it is sent.',
      },
      { name: 'referenceNumber', label: 'Reference number', optional: true },
      { name: 'sum', label: 'Sum in euros' },
      { name: 'description', label: 'Description' },
      { name: 'receivedAt', label: 'Received on', kind: 'date' },
    ],
  },
  paymentRefund: {
    field: 'paymentRefund',
    title: 'Give stray money back',
    button: 'Give it back',
    done: 'What the payment holds beyond its invoice goes back.',
    grave: true,
    fields: [payment],
    foresees: { amount: 'Euros that go back' },
  },
  paymentRefundGiveUp: {
    field: 'paymentRefundGiveUp',
    title: 'Give up a refund that never came',
    button: 'Give it up',
    done: 'The provider was asked: the refund is either made, or given up and can be asked for again.',
    grave: true,
    fields: [payment],
  },
  paymentDisagreementResolve: {
    field: 'paymentDisagreementResolve',
    title: 'Put it aside',
    button: 'Put it aside',
    done: 'The disagreement is put aside.',
    fields: [
      { name: 'id', label: 'Disagreement', kind: 'number' },
      { name: 'note', label: 'What was done', optional: true },
    ],
  },
} as const satisfies Readonly<Record<string, Action>>;
