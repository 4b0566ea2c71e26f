import { createContextCache } from '@pothos/core';
import DataLoader from 'dataloader';
import { certificateLists } from '../../operations/readers/of-registrars.ts';
import type { ApiUser, Certificate } from '../../operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { CertificateRef } from '../certificate/type.ts';
import { connectionOf } from '../connection-type.ts';
import type { Context } from '../context.ts';
import { key, offerGroups } from '../groups.ts';
import { RegistrarRef, UserRoleEnum } from '../registrar/type.ts';

const certificates = createContextCache(
  ({ database }: Context) =>
    new DataLoader<number, Certificate[]>((ids) => certificateLists(database.db, ids)),
);

const VerificationRef = builder.objectRef<ApiUser>('ApiUserVerification').implement({
  description: 'How far the registry has found out who the person behind a user is.',
  fields: (t) => ({
    requestedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the person was asked to prove who it is; null when nobody has asked.',
      resolve: (user, _, { calendar }) =>
        user.ident_request_sent_at && calendar.format(user.ident_request_sent_at),
    }),
    pendingAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Since when a proof waits to be looked at; null when none does.',
      resolve: (user, _, { calendar }) =>
        user.verification_pending_at && calendar.format(user.verification_pending_at),
    }),
    verifiedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Since when it is taken for who it says; it signs in only then. Null when it is not.',
      resolve: (user, _, { calendar }) => user.verified_at && calendar.format(user.verified_at),
    }),
  }),
});

export const ApiUserRef = builder.objectRef<ApiUser>('ApiUser').implement({
  description: 'A user name and password with which a registrar calls the registry.',
  fields: (t) => ({
    username: t.exposeString('username', { description: 'The name it signs in with.' }),
    roles: t.field({
      type: [UserRoleEnum],
      description: 'Which roles it has; they decide what it may do.',
      resolve: ({ roles }) => roles,
    }),
    active: t.exposeBoolean('active', { description: 'Whether it is let in; false locks it out.' }),
    registrar: t.field({
      type: RegistrarRef,
      description: 'The registrar it acts for.',
      resolve: (user) => user.registrar_id,
    }),
    certificateFingerprints: t.stringList({
      description:
        'SHA-256 fingerprints, in hexadecimal digits, of the client certificates it may come with.',
      resolve: (user) => user.certificate_fingerprints,
    }),
    allowedIps: t.stringList({
      description:
        'Addresses and blocks (192.0.2.0/24) from which it may call; they count while the setting api_ip_whitelist_enabled is true.',
      resolve: (user) => user.allowed_ips,
    }),
    lastLoginAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it last signed in; null when it never has.',
      resolve: (user, _, { calendar }) => user.last_login_at && calendar.format(user.last_login_at),
    }),
    email: t.exposeString('email', {
      nullable: true,
      description: 'Where the person behind it gets mail; null when nobody has said.',
    }),
    identityCode: t.exposeString('identity_code', {
      nullable: true,
      description: 'The personal code of who uses it; null when nobody has said.',
    }),
    verification: t.field({
      type: VerificationRef,
      description: 'Whether the registry knows who the person is.',
      resolve: (user) => user,
    }),
    certificates: t.field({
      type: [CertificateRef],
      description: 'Its certificates and the requests for some, oldest first, the revoked ones too.',
      resolve: ({ id }, _, context) => certificates(context).load(id),
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When it was let in.',
      resolve: ({ created_at }, _, { calendar }) => calendar.format(created_at),
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'When something of it was last changed.',
      resolve: ({ updated_at }, _, { calendar }) => calendar.format(updated_at),
    }),
  }),
});

export const ApiUserConnection = connectionOf(ApiUserRef, 'users');
offerGroups(ApiUserConnection, 'ApiUser', {
  many: 'users',
  keys: {
    REGISTRAR: key(RegistrarRef, 'The registrar that they act for.'),
    ROLE: key(UserRoleEnum, 'The roles that they have; one with two roles counts in both.'),
    ACTIVE: key('Boolean', 'Whether they are let in.'),
    CREATED_AT: key('moment', 'When they were let in.'),
  },
});
