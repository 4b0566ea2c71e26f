import type { UserRole } from '../../core/actor.ts';
import { adjustAccount } from '../../operations/operator/adjust-account.ts';
import { createApiUser } from '../../operations/operator/create-api-user.ts';
import { createRegistrar } from '../../operations/operator/create-registrar.ts';
import { listRegistrars } from '../../operations/operator/list-registrars.ts';
import { updateApiUser } from '../../operations/operator/update-api-user.ts';
import { transactionsById } from '../../store/accounts.ts';
import type { Db } from '../../store/database.ts';
import { type ApiUser, apiUsersById, registrarsById } from '../../store/registrars.ts';
import { TransactionRef } from '../account/account.ts';
import { builder } from '../builder.ts';
import { defineMutation } from '../mutation.ts';
import { RegistrarRef } from '../registrar/registrar.ts';
import { runList } from '../run.ts';

builder.queryField('registrars', (t) =>
  t.field({
    type: [RegistrarRef],
    nullable: true,
    description: listRegistrars.summary,
    resolve: (_, __, context) => runList(context, listRegistrars, {}),
  }),
);

defineMutation('registrarCreate', {
  operation: createRegistrar,
  input: (t) => ({
    code: t.string({ required: true, description: 'The prefix of its contact codes, such as ALPHA.' }),
    name: t.string({ required: true, description: 'Its full name.' }),
    website: t.string({ description: 'Its public web site.' }),
    email: t.string({ description: 'Where it can be reached.' }),
    regNo: t.string({ description: 'Its registration number as a company.' }),
    balance: t.field({
      type: 'Decimal',
      description: 'What its account starts with; nothing when left out.',
    }),
  }),
  translate: ({ code, name, website, email, regNo, balance }) => ({
    code,
    name,
    website: website ?? undefined,
    email: email ?? undefined,
    regNo: regNo ?? undefined,
    balance: balance ?? undefined,
  }),
  show: async (db, { id }) => (await registrarsById(db, [id]))[0] ?? null,
  payload: (t) => ({
    registrar: t.field({
      type: RegistrarRef,
      nullable: true,
      description: 'The new registrar.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

const UserRoleEnum = builder.enumType('UserRole', {
  description: "What a registrar's user may do.",
  values: {
    SUPER: { value: 'super', description: 'Everything.' },
    EPP: { value: 'epp', description: 'Everything about domains and contacts.' },
    BILLING: { value: 'billing', description: 'Only look at the account.' },
  } as const satisfies Record<string, { value: UserRole; description: string }>,
});

const ApiUserRef = builder.objectRef<ApiUser>('ApiUser').implement({
  description: 'A user with whose credentials a registrar calls the API.',
  fields: (t) => ({
    username: t.exposeString('username', { description: 'The name it signs in with.' }),
    roles: t.field({
      type: [UserRoleEnum],
      description: 'What it may do.',
      resolve: ({ roles }) => roles,
    }),
    active: t.exposeBoolean('active', { description: 'Whether it is let in.' }),
    registrar: t.field({
      type: RegistrarRef,
      description: 'The registrar it acts for.',
      resolve: (user) => user.registrar_id,
    }),
    certificateFingerprints: t.stringList({
      description: 'SHA-256 of the client certificates it may show.',
      resolve: (user) => user.certificate_fingerprints,
    }),
    allowedIps: t.stringList({
      description: 'Addresses and blocks it may call from, once api_ip_whitelist_enabled is true.',
      resolve: (user) => user.allowed_ips,
    }),
    lastLoginAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it last proved who it is.',
      resolve: (user, _, { calendar }) => user.last_login_at && calendar.format(user.last_login_at),
    }),
  }),
});

const shownUser = async (db: Db, { id }: { id: number }): Promise<ApiUser | null> =>
  (await apiUsersById(db, [id]))[0] ?? null;

defineMutation('apiUserCreate', {
  operation: createApiUser,
  input: (t) => ({
    registrar: t.string({ required: true, description: 'The code of its registrar.' }),
    username: t.string({ required: true, description: 'The name it signs in with.' }),
    password: t.field({ type: 'Secret', required: true, description: 'At least 6 characters.' }),
    roles: t.field({ type: [UserRoleEnum], required: true, description: 'What it may do.' }),
    active: t.boolean({ defaultValue: true, description: 'Whether it is let in.' }),
  }),
  translate: ({ registrar, username, password, roles, active }) => ({
    registrar,
    username,
    password,
    roles,
    active: active ?? true,
  }),
  show: shownUser,
  payload: (t) => ({
    apiUser: t.field({
      type: ApiUserRef,
      nullable: true,
      description: 'The new user.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutation('apiUserUpdate', {
  operation: updateApiUser,
  input: (t) => ({
    username: t.string({ required: true, description: 'Which user.' }),
    password: t.field({ type: 'Secret', description: 'A new password, at least 6 characters.' }),
    roles: t.field({ type: [UserRoleEnum], description: 'What it may do from now on.' }),
    active: t.boolean({ description: 'false locks it out at once.' }),
    certificateFingerprints: t.stringList({
      description: 'SHA-256 of the client certificates it may show; replaces the list.',
    }),
    allowedIps: t.stringList({
      description: 'Addresses and blocks it may call from; replaces the list.',
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
  show: shownUser,
  payload: (t) => ({
    apiUser: t.field({
      type: ApiUserRef,
      nullable: true,
      description: 'The user as it is now.',
      resolve: ({ shown }) => shown,
    }),
  }),
});

defineMutation('accountAdjust', {
  operation: adjustAccount,
  input: (t) => ({
    registrar: t.string({ required: true, description: 'The code of the registrar.' }),
    sum: t.field({ type: 'Decimal', required: true, description: 'How much; negative takes away.' }),
    description: t.string({ description: 'What it is for, as the registrar will read it.' }),
  }),
  translate: ({ registrar, sum, description }) => ({ registrar, sum, description: description ?? undefined }),
  show: async (db, { id }) => (await transactionsById(db, [id]))[0] ?? null,
  payload: (t) => ({
    transaction: t.field({
      type: TransactionRef,
      nullable: true,
      description: 'The new row of the ledger.',
      resolve: ({ shown }) => shown,
    }),
  }),
});
