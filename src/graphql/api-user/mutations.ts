import { createApiUser } from '../../operations/api-users/create-api-user.ts';
import { deleteApiUser } from '../../operations/api-users/delete-api-user.ts';
import { updateApiUser } from '../../operations/api-users/update-api-user.ts';
import { apiUserRows } from '../../operations/readers/rows.ts';
import { defineMutationByHand } from '../mutation.ts';
import { UserRoleEnum } from '../registrar/type.ts';
import { ApiUserRef } from './type.ts';

defineMutationByHand(createApiUser, {
  input: (t) => ({
    registrar: t.string({
      description:
        "The code of the registrar it will act for, such as ALPHA; a registrar's own when left out.",
    }),
    username: t.string({ required: true, description: 'The name it signs in with.' }),
    password: t.field({
      type: 'Secret',
      required: true,
      description: 'The password it will sign in with, of at least 6 characters; 12 in production.',
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
    email: t.string({ description: 'Where the person behind it gets mail.' }),
    identityCode: t.string({ description: 'The personal code of who will use it.' }),
  }),
  translate: ({ registrar, username, password, roles, active, email, identityCode }) => ({
    registrar: registrar ?? undefined,
    username,
    password,
    roles,
    active: active ?? true,
    email: email ?? undefined,
    identityCode: identityCode ?? undefined,
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

defineMutationByHand(updateApiUser, {
  input: (t) => ({
    username: t.string({ required: true, description: 'The name the user signs in with.' }),
    newUsername: t.string({
      description: 'The name it shall sign in with from now on; unchanged when left out.',
    }),
    password: t.field({
      type: 'Secret',
      description:
        'A new password of at least 6 characters, 12 in production; unchanged when left out. Access tokens of the user end with the old one.',
    }),
    keepTokens: t.boolean({
      defaultValue: false,
      description: 'true: its access tokens outlive a new password.',
    }),
    roles: t.field({
      type: [UserRoleEnum],
      description: 'Which roles it shall have from now on; unchanged when left out.',
    }),
    active: t.boolean({
      description: 'false locks it out at once, true lets it in again; unchanged when left out.',
    }),
    email: t.string({
      description: 'Where the person behind it gets mail; empty text for nowhere, unchanged when left out.',
    }),
    identityCode: t.string({
      description: 'The personal code of who uses it; empty text for none, unchanged when left out.',
    }),
    certificateFingerprints: t.stringList({
      description:
        'SHA-256 fingerprints in hexadecimal digits of the client certificates it may come with, instead of those it had; unchanged when left out. For operators.',
    }),
    allowedIps: t.stringList({
      description:
        'Addresses and blocks (192.0.2.0/24) from which it may call, instead of those it had; unchanged when left out. For operators.',
    }),
  }),
  fieldNames: { username: 'newUsername' },
  translate: ({ username, newUsername, ...changes }) => ({
    user: { username },
    username: newUsername ?? undefined,
    password: changes.password ?? undefined,
    keepTokens: changes.keepTokens ?? undefined,
    roles: changes.roles ?? undefined,
    active: changes.active ?? undefined,
    email: changes.email ?? undefined,
    identityCode: changes.identityCode ?? undefined,
    certificateFingerprints: changes.certificateFingerprints ?? undefined,
    allowedIps: changes.allowedIps ?? undefined,
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

defineMutationByHand(deleteApiUser, {
  more: 'Its name stays taken.',
  input: (t) => ({
    username: t.string({ required: true, description: 'The name the user signs in with.' }),
  }),
  translate: ({ username }) => ({ user: { username } }),
  show: async (_, { username }) => username,
  payload: (t) => ({
    username: t.string({
      nullable: true,
      description: 'The user that is gone; null when it was refused.',
      resolve: ({ shown }) => shown,
    }),
  }),
});
