import { builder } from '../builder.ts';
import { CertificateRef } from '../nouns/certificate.ts';
import { ApiUserRef } from './type.ts';

builder.objectField(CertificateRef, 'apiUser', (t) =>
  t.field({
    type: ApiUserRef,
    description: 'The user that signs in with it.',
    resolve: ({ api_user_id }) => api_user_id,
  }),
);
