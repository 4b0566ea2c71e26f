import { adjustAccount } from '../../operations/operator/adjust-account.ts';
import { createRegistrar } from '../../operations/operator/create-registrar.ts';
import { reinstateRegistrar, suspendRegistrar } from '../../operations/operator/suspend-registrar.ts';
import { updateRegistrar } from '../../operations/operator/update-registrar.ts';
import { balances } from '../../operations/readers/of-registrars.ts';
import { registrarRows, transactionRows } from '../../operations/readers/rows.ts';
import { TransactionRef } from '../account/type.ts';
import { given } from '../invoice/inputs.ts';
import { defineMutationByHand } from '../mutation.ts';
import { RegistrarRef } from './type.ts';

defineMutationByHand(createRegistrar, {
  input: (t) => ({
    code: t.string({
      required: true,
      description: 'A short name in capitals, with which its contact codes will begin: ALPHA.',
    }),
    name: t.string({ required: true, description: 'The full name of the company.' }),
    website: t.string({ description: 'The address of its public web site: https://alpha.example.' }),
    email: t.string({ description: 'The e-mail address at which the registry reaches it.' }),
    regNo: t.string({ description: 'The number of the company in its business register.' }),
    countryCode: t.field({
      type: 'CountryCode',
      description: "The country it is in, which decides about VAT; the registry's own when left out.",
    }),
    vatNumber: t.string({ description: 'Its VAT number: abroad, no VAT is charged to whoever has one.' }),
    vatRate: t.field({
      type: 'Decimal',
      description: 'How much VAT it is charged, in percent: only of one abroad that has no VAT number.',
    }),
    balance: t.field({
      type: 'Decimal',
      description: 'With how many euros its account begins; "0.00" when left out.',
    }),
  }),
  translate: given,
  show: async (db, value) => {
    const [registrar, [balance = null]] = await Promise.all([
      registrarRows.one(db, value),
      balances(db, [value.id]),
    ]);
    return registrar && { ...registrar, balance };
  },
  payload: (t) => ({
    registrar: t.field({
      type: RegistrarRef,
      nullable: true,
      description: 'The registrar that was let in; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutationByHand(updateRegistrar, {
  more: 'What is left out stays as it is, an empty text takes away.',
  input: (t) => ({
    code: t.string({ required: true, description: 'The code of the registrar, such as ALPHA.' }),
    name: t.string({ description: 'The full name of the company.' }),
    website: t.string({ description: 'The address of its public web site: https://alpha.example.' }),
    email: t.string({ description: 'The e-mail address at which the registry reaches it.' }),
    phone: t.string({ description: 'Its phone number.' }),
    regNo: t.string({ description: 'Its number in the business register.' }),
    countryCode: t.string({ description: 'The country it is in, which decides about VAT: EE.' }),
    vatNumber: t.string({ description: 'Its VAT number: abroad, no VAT is charged to whoever has one.' }),
    vatRate: t.string({
      description: 'How much VAT it is charged, in percent: only of one abroad that has no VAT number.',
    }),
  }),
  translate: given,
  show: registrarRows.one,
  payload: (t) => ({
    registrar: t.field({
      type: RegistrarRef,
      nullable: true,
      description: 'The registrar after the change; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutationByHand(suspendRegistrar, {
  more: 'Its users and tokens get the reason, its webhooks wait, its domains can be transferred away with their codes.',
  input: (t) => ({
    code: t.string({ required: true, description: 'The code of the registrar, such as ALPHA.' }),
    reason: t.string({ required: true, description: 'Why, as its users are shown.' }),
  }),
  translate: ({ code, reason }) => ({ code, reason }),
  show: registrarRows.one,
  payload: (t) => ({
    registrar: t.field({
      type: RegistrarRef,
      nullable: true,
      description: 'The registrar, which is suspended now; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutationByHand(reinstateRegistrar, {
  input: (t) => ({
    code: t.string({ required: true, description: 'The code of the registrar, such as ALPHA.' }),
  }),
  translate: ({ code }) => ({ code }),
  show: registrarRows.one,
  payload: (t) => ({
    registrar: t.field({
      type: RegistrarRef,
      nullable: true,
      description: 'The registrar, whose users are let in again; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutationByHand(adjustAccount, {
  input: (t) => ({
    registrar: t.string({
      required: true,
      description: 'The code of the registrar whose account it is, such as ALPHA.',
    }),
    sum: t.field({
      type: 'Decimal',
      required: true,
      description: 'How many euros to put on the account; negative ("-50.00") takes away.',
    }),
    description: t.string({
      description: 'What it is for, as the registrar will read it among its transactions.',
    }),
  }),
  translate: ({ registrar, sum, description }) => ({ registrar, sum, description: description ?? undefined }),
  show: transactionRows.one,
  payload: (t) => ({
    transaction: t.field({
      type: TransactionRef,
      nullable: true,
      description: 'The movement that was written; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});
