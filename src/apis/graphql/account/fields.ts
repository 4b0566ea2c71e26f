import { registrarOf } from '../../../base/actor.ts';
import type { Registrar } from '../../../registry/operations/readers/shown.ts';
import { registrySettings } from '../../../registry/operations/settings.ts';
import { isPayable } from '../../../registry/rules/money/registrar-invoice.ts';
import { minimumTopUp } from '../../../registry/rules/money/top-up.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { currency } from '../currency.ts';
import { InvoiceRef } from '../invoice/type.ts';
import { measure } from '../measures.ts';
import { RegistrarRef } from '../registrar/type.ts';
import { TransactionRef } from '../transaction/type.ts';
import { AccountRef, type ShownAccount } from './type.ts';

/** Both or neither. */
type AutoReload = Registrar & {
  readonly auto_reload_amount: NonNullable<Registrar['auto_reload_amount']>;
  readonly auto_reload_threshold: NonNullable<Registrar['auto_reload_threshold']>;
};

const isReloaded = (registrar: Registrar): registrar is AutoReload => registrar.auto_reload_amount !== null;

const AutoReloadRef = builder.objectRef<AutoReload>('AutoReload').implement({
  description: 'Automatic top-up: an invoice is issued whenever the balance falls to a threshold.',
  fields: (t) => ({
    amount: t.expose('auto_reload_amount', {
      type: 'Decimal',
      extensions: measure('PRICE', 'EUR'),
      description: 'The amount of each top-up, in euros.',
    }),
    currency: currency(t),
    threshold: t.expose('auto_reload_threshold', {
      type: 'Decimal',
      extensions: measure('LEVEL', 'EUR'),
      description: 'The balance, in euros, at or below which an invoice is issued.',
    }),
    pendingInvoice: t.field({
      type: InvoiceRef,
      nullable: true,
      description:
        'The invoice that was issued last and can still be paid; until then no other is issued. Null when there is none.',
      resolve: async ({ auto_reload_invoice_id: id }, _, context) => {
        if (id === null) return null;
        const [invoice] = await InvoiceRef.getDataloader(context).loadMany([id]);
        return invoice instanceof Error || !invoice || !isPayable(invoice) ? null : invoice;
      },
    }),
  }),
});

/** An account is only ever shown to its own registrar; a command shows it as it is inside its transaction. */
const registrarOfAccount = async ({ registrar }: ShownAccount, context: Context): Promise<Registrar> =>
  registrar ?? RegistrarRef.getDataloader(context).load(registrarOf(context.actor).registrarId);

builder.objectFields(AccountRef, (t) => ({
  billingEmail: t.string({
    nullable: true,
    description: 'The address that bills are sent to; null means the e-mail address of the registrar.',
    resolve: async (account, _, context) => (await registrarOfAccount(account, context)).billing_email,
  }),
  approvalsSecondAbove: t.field({
    type: 'Decimal',
    extensions: measure('PRICE', 'EUR'),
    nullable: true,
    description:
      'The price in euros above which two people must approve what an access token has prepared; null: one is enough.',
    resolve: async (account, _, context) =>
      (await registrarOfAccount(account, context)).approvals_second_above,
  }),
  iban: t.string({
    nullable: true,
    description: "The registrar's bank account, for e-invoices; null when it has given none.",
    resolve: async (account, _, context) => (await registrarOfAccount(account, context)).iban,
  }),
  acceptPdfInvoices: t.boolean({
    description: 'Whether new invoices are also mailed as PDF.',
    resolve: async (account, _, context) => (await registrarOfAccount(account, context)).accept_pdf_invoices,
  }),
  referenceNumber: t.string({
    nullable: true,
    description:
      'The reference number by which bank transfers are recognised; null before the first invoice.',
    resolve: async (account, _, context) => (await registrarOfAccount(account, context)).reference_no,
  }),
  minimumTopUp: t.field({
    type: 'Decimal',
    extensions: measure('PRICE', 'EUR'),
    description: 'The smallest top-up, in euros.',
    resolve: async (_, __, { database }) =>
      minimumTopUp((await registrySettings(database.db)).minimumDeposit),
  }),
  autoReload: t.field({
    type: AutoReloadRef,
    nullable: true,
    description: 'How it is topped up automatically; null when it is not.',
    resolve: async (account, _, context) => {
      const registrar = await registrarOfAccount(account, context);
      return isReloaded(registrar) ? registrar : null;
    },
  }),
}));

builder.objectField(TransactionRef, 'invoice', (t) =>
  t.field({
    type: InvoiceRef,
    nullable: true,
    description: 'The invoice that was paid or refunded with it; null when there is none.',
    resolve: ({ invoice_id }) => invoice_id,
  }),
);
