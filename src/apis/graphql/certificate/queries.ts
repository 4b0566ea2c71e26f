import { showCertificate } from '../../../registry/operations/certificates/show-certificate.ts';
import { builder } from '../builder.ts';
import { runQuery } from '../run.ts';
import { CertificateRef } from './type.ts';

builder.queryField('certificate', (t) =>
  t.field({
    type: CertificateRef,
    nullable: true,
    description: `${showCertificate.summary} Null when there is none.`,
    args: { id: t.arg.int({ required: true, description: 'Its number, from ApiUser.certificates.' }) },
    resolve: async (_, { id }, context) =>
      (await runQuery(context, showCertificate, { id }))?.certificate ?? null,
  }),
);
