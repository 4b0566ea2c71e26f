import { revokeAccessToken } from '../../../registry/operations/access-tokens/revoke-access-token.ts';
import { createApiUser } from '../../../registry/operations/api-users/create-api-user.ts';
import { deleteApiUser } from '../../../registry/operations/api-users/delete-api-user.ts';
import { updateApiUser } from '../../../registry/operations/api-users/update-api-user.ts';
import { abandonPaymentRefund } from '../../../registry/operations/billing/abandon-refund.ts';
import { recordBankTransfer } from '../../../registry/operations/billing/record-bank-transfer.ts';
import { refundInvoice } from '../../../registry/operations/billing/refund-invoice.ts';
import { refundPayment } from '../../../registry/operations/billing/refund-payment.ts';
import { resolvePaymentDisagreement } from '../../../registry/operations/billing/resolve-payment-disagreement.ts';
import { updateInvoiceStatus } from '../../../registry/operations/billing/update-invoice-status.ts';
import { adjustAccount } from '../../../registry/operations/operator/adjust-account.ts';
import { createRegistrar } from '../../../registry/operations/operator/create-registrar.ts';
import { notifyRegistrars } from '../../../registry/operations/operator/notify-registrars.ts';
import {
  reinstateRegistrar,
  suspendRegistrar,
} from '../../../registry/operations/operator/suspend-registrar.ts';
import { updateRegistrar } from '../../../registry/operations/operator/update-registrar.ts';
import { type Action, type Field, formOf } from './action.ts';

const username: Field = { name: 'username', label: 'User name' };
const country = { label: 'Country', hint: 'Two letters: EE.' } as const;
const roles = { label: 'Roles', kind: 'choices', choices: ['SUPER', 'EPP', 'BILLING'] } as const;
// An emptied field removes its value only where the form shows the current one, which it does not for VAT.
const clearable = (label: string) => ({ label, clears: true }) as const;

/** Actions on registrars, their users and money, by mutation. */
export const moneyActions = {
  invoiceRefund: formOf(refundInvoice, {
    title: 'Refund the invoice',
    names: ['number', 'userUniqueId'],
    button: 'Refund it',
    done: 'The refund was sent to the payment provider.',
    grave: 'The payment provider returns the money to the payer. This cannot be undone.',
    fields: { invoiceNumber: 'Invoice', userUniqueId: 'Reservation' },
    foresees: { amount: 'Euros to refund', credit: 'Euros of credit taken back' },
    adds: ['amount', 'credit'],
  }),
  invoiceStatusUpdate: formOf(updateInvoiceStatus, {
    title: 'Change the status of the invoice',
    names: ['number', 'userUniqueId'],
    button: 'Change the status',
    done: 'The status of the invoice is changed.',
    grave:
      'Whatever the invoice pays for follows: names are reserved or released, an account is credited or debited. No money moves at the bank or the payment provider.',
    fields: {
      invoiceNumber: 'Invoice',
      status: {
        label: 'Status',
        kind: 'choice',
        choices: ['PAID', 'UNPAID', 'CANCELLED', 'FAILED', 'REFUNDED'],
      },
      userUniqueId: 'Reservation',
    },
    foresees: { 'invoice.amount': 'Amount in euros', 'invoice.description': 'For' },
  }),
  registrarCreate: formOf(createRegistrar, {
    title: 'Add a registrar',
    button: 'Create the registrar',
    done: 'The registrar is added. It needs a user next.',
    fields: {
      code: { label: 'Code', hint: 'Short, in capitals. The codes of its contacts begin with it.' },
      name: 'Name',
      email: 'E-mail',
      website: 'Website',
      regNo: 'Registration number',
      countryCode: country,
      vatNumber: 'VAT number',
    },
  }),
  registrarUpdate: formOf(updateRegistrar, {
    title: 'Change its details',
    button: 'Change the registrar',
    done: 'The registrar is changed.',
    fields: {
      code: 'Registrar',
      name: 'Name',
      email: clearable('E-mail'),
      website: clearable('Website'),
      regNo: clearable('Registration number'),
      countryCode: { ...country, clears: true },
      phone: clearable('Phone'),
      vatNumber: { label: 'VAT number', hint: 'Unchanged when left empty.' },
      vatRate: { label: 'VAT rate', hint: 'In percent, for a registrar abroad without a number.' },
    },
  }),
  registrarSuspend: formOf(suspendRegistrar, {
    title: 'Suspend it',
    names: ['code'],
    button: 'Suspend the registrar',
    done: 'The registrar is suspended: its users cannot sign in, its domains stay unchanged.',
    grave:
      'All its users and tokens are refused with the reason. Its domains stay unchanged. You can reinstate it.',
    fields: {
      code: 'Registrar',
      reason: { label: 'Reason', hint: 'Shown to its users when they are refused.' },
    },
    foresees: { 'registrar.name': 'Name' },
  }),
  registrarNotify: formOf(notifyRegistrars, {
    title: 'Write to registrars',
    button: 'Send it',
    done: 'The registrars get it in their poll queues and by mail.',
    grave: 'This cannot be undone once it is sent.',
    fields: {
      registrars: {
        label: 'Registrars',
        hint: 'Codes separated by commas. Leave it empty to send it to all.',
      },
      all: 'To all registrars',
      kind: 'About',
      text: { label: 'Text', hint: 'Plain text on one line, at most 1,000 characters.' },
    },
  }),
  registrarReinstate: formOf(reinstateRegistrar, {
    title: 'Reinstate it',
    names: ['code'],
    button: 'Reinstate the registrar',
    done: 'The registrar may work again.',
    fields: { code: 'Registrar' },
  }),
  apiUserCreate: formOf(createApiUser, {
    title: 'Add a user',
    button: 'Create the user',
    done: 'The user can sign in.',
    fields: {
      registrar: { label: 'Registrar', optional: false },
      username: username.label,
      password: 'Password',
      roles,
      email: 'E-mail',
    },
  }),
  apiUserUpdate: formOf(updateApiUser, {
    title: 'Change a user',
    button: 'Change the user',
    done: 'The user is changed, in every process at once.',
    needs: { oneOf: ['active', 'password', 'roles', 'email'], otherwise: 'Choose something to change.' },
    besides: [username],
    fields: { active: 'May sign in', password: 'New password', roles, email: 'E-mail' },
  }),
  apiUserDelete: formOf(deleteApiUser, {
    title: 'Delete a user',
    names: ['username'],
    button: 'Delete',
    done: 'The user is deleted, and its certificates are revoked.',
    grave: 'The user can never sign in again, and its certificates are revoked. This cannot be undone.',
    besides: [username],
  }),
  accessTokenRevoke: formOf(revokeAccessToken, {
    title: 'Revoke a token',
    names: ['id'],
    button: 'Revoke',
    done: 'The token is revoked.',
    grave:
      'Programs that use the token are refused at once. This cannot be undone; its owner can make a new token.',
    fields: { id: 'Token' },
    foresees: { 'accessToken.name': 'Name' },
  }),
  accountAdjust: formOf(adjustAccount, {
    title: 'Correct the balance',
    button: 'Correct it',
    done: 'The correction is in the ledger, as an entry of its own.',
    grave: 'The correction stays in the ledger for good. Another correction can offset it.',
    fields: {
      registrar: 'Registrar',
      amount: { label: 'Amount in euros', hint: 'A negative amount, such as -12.50, debits the account.' },
      description: 'Why',
    },
    foresees: { 'transaction.balance': 'Balance afterwards, in euros' },
  }),
  bankTransferRecord: formOf(recordBankTransfer, {
    title: 'Record a bank transfer',
    button: 'Record it',
    done: 'The money is on the account.',
    grave:
      'The account is credited; if there is no open invoice for this sum, one is created. This cannot be undone, but a correction of the balance can offset it.',
    fields: {
      bankReference: {
        label: "The bank's reference",
        hint: 'A transfer with the same reference is recorded only once.',
      },
      referenceNumber: 'Reference number',
      amount: 'Amount in euros',
      description: 'Description',
      receivedAt: 'Received on',
    },
    foresees: { 'invoice.buyer.name': 'For', 'invoice.description': 'Invoice that it pays' },
  }),
  paymentRefund: formOf(refundPayment, {
    title: 'Refund the excess of the payment',
    names: ['reference'],
    button: 'Refund it',
    done: 'The excess of the payment is being refunded.',
    grave: 'The payment provider returns the money to the payer. This cannot be undone.',
    fields: { reference: 'Payment' },
    foresees: { amount: 'Euros to refund' },
    adds: ['amount'],
  }),
  paymentRefundAbandon: formOf(abandonPaymentRefund, {
    title: 'Abandon a refund that never arrived',
    button: 'Abandon it',
    done: 'The provider was asked: the refund was either made, or abandoned and can be requested again.',
    grave:
      'The payment is first read from the provider: a refund that was made after all is recorded. Otherwise the refund can be requested again.',
    fields: { reference: 'Payment' },
  }),
  paymentDisagreementResolve: formOf(resolvePaymentDisagreement, {
    title: 'Mark as settled',
    names: ['id'],
    button: 'Mark as settled',
    done: 'The disagreement is settled.',
    fields: { id: 'Disagreement', note: 'What was done' },
  }),
} as const satisfies Readonly<Record<string, Action>>;
