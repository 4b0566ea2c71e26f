import { apiUser } from '../../../registry/entities/api-user.ts';
import { certificateLists } from '../../../registry/operations/readers/of-registrars.ts';
import { apiUserRows } from '../../../registry/operations/readers/rows.ts';
import type { ApiUser } from '../../../registry/operations/readers/shown.ts';
import { builder } from '../builder.ts';
import { plainFields } from '../entity-fields.ts';
import { enumListFilter, StringFilter } from '../filters.ts';
import { key } from '../groups.ts';
import { listOf } from '../list.ts';
import { batched } from '../loading.ts';
import { momentOrNull } from '../moments.ts';
import { CertificateRef } from '../nouns/certificate.ts';
import { RegistrarRef, UserRoleEnum } from '../registrar/type.ts';
import { rowNode } from '../row-node.ts';

const certificates = batched(certificateLists);

const VerificationRef = builder.objectRef<ApiUser>('ApiUserVerification').implement({
  description: 'The state of the identity check of the person behind a user.',
  fields: (t) => ({
    requestedAt: momentOrNull(
      t,
      'ident_request_sent_at',
      'When the person was asked to prove their identity; null when not asked.',
    ),
    pendingAt: momentOrNull(
      t,
      'verification_pending_at',
      'Since when a proof of identity has been waiting for review; null when there is none.',
    ),
    verifiedAt: momentOrNull(
      t,
      'verified_at',
      'Since when its identity has been confirmed, without which it cannot sign in; null when it is not.',
    ),
  }),
});

export const ApiUserRef = rowNode<ApiUser>('ApiUser', apiUserRows.many);

ApiUserRef.implement({
  description: 'A user name and password with which a registrar calls the registry.',
  fields: (t) => ({
    ...plainFields(t, apiUser),
    roles: t.field({
      type: [UserRoleEnum],
      description: 'Its roles, which decide what it may do.',
      resolve: ({ roles }) => roles,
    }),
    registrar: t.field({
      type: RegistrarRef,
      description: 'The registrar it acts for.',
      resolve: (user) => user.registrar_id,
    }),
    verification: t.field({
      type: VerificationRef,
      description: 'Whether the registry has confirmed the identity of the person.',
      resolve: (user) => user,
    }),
    certificates: t.field({
      type: [CertificateRef],
      description: 'Its certificates and certificate requests, oldest first, including revoked ones.',
      resolve: ({ id }, _, context) => certificates(context).load(id),
    }),
  }),
});

export const apiUsers = listOf(ApiUserRef, apiUser, {
  many: 'users',
  where: { registrar: [StringFilter, 'By the code of its registrar: {eq: "ALPHA"}.'] },
  filters: {
    roles: enumListFilter(
      'UserRoleListFilter',
      UserRoleEnum,
      'Conditions on the roles of a user; all that are given must hold: {containsAny: [SUPER, EPP]}.',
    ),
  },
  keys: {
    REGISTRAR: key(RegistrarRef, 'The registrar that they act for.'),
    ROLE: key(UserRoleEnum, 'The roles that they have; one with two roles counts in both.'),
  },
});
