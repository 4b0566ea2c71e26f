import { showCertificate } from '../../../registry/operations/certificates/show-certificate.ts';
import { builder } from '../builder.ts';
import { rowOf } from '../loading.ts';
import { runQuery } from '../run.ts';
import { CertificateRef } from './type.ts';

builder.queryField('certificate', (t) =>
  t.field({
    type: CertificateRef,
    nullable: true,
    description: `${showCertificate.summary} Null when there is none.`,
    args: {
      id: t.arg.globalID({
        required: true,
        description: 'Its id, from ApiUser.certificates, or its number in the REST API.',
      }),
    },
    resolve: async (_, { id }, context) =>
      (await runQuery(context, showCertificate, { id: rowOf(CertificateRef.name, id) }))?.certificate ?? null,
  }),
);
