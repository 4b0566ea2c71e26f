import { errorCodes } from '../../../base/error-catalogue.ts';
import { builder } from '../builder.ts';
import { ErrorDescriptionRef } from './type.ts';

builder.queryField('errorCatalogue', (t) =>
  t.field({
    type: [ErrorDescriptionRef],
    description: 'Every kind of refusal there is, with its codes and whether to try again.',
    resolve: () => [...errorCodes],
  }),
);
