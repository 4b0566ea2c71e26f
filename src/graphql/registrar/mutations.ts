import { adjustAccount } from '../../operations/operator/adjust-account.ts';
import { createApiUser } from '../../operations/operator/create-api-user.ts';
import { createRegistrar } from '../../operations/operator/create-registrar.ts';
import { updateApiUser } from '../../operations/operator/update-api-user.ts';
import { apiUserRows, registrarRows, transactionRows } from '../../operations/readers/rows.ts';
import { TransactionRef } from '../account/type.ts';
import { given } from '../invoice/inputs.ts';
import { defineMutation } from '../mutation.ts';
import { ApiUserRef, RegistrarRef, UserRoleEnum } from './type.ts';

defineMutation('registrarCreate', {
  operation: createRegistrar,
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
  show: registrarRows.one,
  payload: (t) => ({
    registrar: t.field({
      type: RegistrarRef,
      nullable: true,
      description: 'The registrar that was let in; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutation('apiUserCreate', {
  operation: createApiUser,
  input: (t) => ({
    registrar: t.string({
      required: true,
      description: 'The code of the registrar it will act for, such as ALPHA.',
    }),
    username: t.string({ required: true, description: 'The name it signs in with.' }),
    password: t.field({
      type: 'Secret',
      required: true,
      description: 'The password it will sign in with, of at least 6 characters.',
    }),
    roles: t.field({
      type: [UserRoleEnum],
      required: true,
      description: 'Which roles it shall have; they decide what it may do.',
    }),
    active: t.boolean({
      defaultValue: true,
      description: 'Whether it is let in from now on; true when left out.',
    }),
  }),
  translate: ({ registrar, username, password, roles, active }) => ({
    registrar,
    username,
    password,
    roles,
    active: active ?? true,
  }),
  show: apiUserRows.one,
  payload: (t) => ({
    apiUser: t.field({
      type: ApiUserRef,
      nullable: true,
      description: 'The user that was created; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutation('apiUserUpdate', {
  operation: updateApiUser,
  input: (t) => ({
    username: t.string({ required: true, description: 'The name the user signs in with.' }),
    password: t.field({
      type: 'Secret',
      description: 'A new password of at least 6 characters; unchanged when left out.',
    }),
    roles: t.field({
      type: [UserRoleEnum],
      description: 'Which roles it shall have from now on; unchanged when left out.',
    }),
    active: t.boolean({
      description: 'false locks it out at once, true lets it in again; unchanged when left out.',
    }),
    certificateFingerprints: t.stringList({
      description:
        'SHA-256 fingerprints in hexadecimal digits of the client certificates it may come with, instead of those it had; unchanged when left out.',
    }),
    allowedIps: t.stringList({
      description:
        'Addresses and blocks (192.0.2.0/24) from which it may call, instead of those it had; unchanged when left out.',
    }),
  }),
  translate: ({ username, password, roles, active, certificateFingerprints, allowedIps }) => ({
    username,
    password: password ?? undefined,
    roles: roles ?? undefined,
    active: active ?? undefined,
    certificateFingerprints: certificateFingerprints ?? undefined,
    allowedIps: allowedIps ?? undefined,
  }),
  show: apiUserRows.one,
  payload: (t) => ({
    apiUser: t.field({
      type: ApiUserRef,
      nullable: true,
      description: 'The user after the change; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutation('accountAdjust', {
  operation: adjustAccount,
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
