import { type ErrorCode, errorCatalogue, errorCodes } from '../../../base/error-catalogue.ts';
import { operations } from '../../../registry/operations/operation.ts';
import { builder } from '../builder.ts';
import { measure } from '../measures.ts';
import { ErrorCodeEnum } from '../user-error.ts';

const ErrorDescriptionRef = builder.objectRef<ErrorCode>('ErrorDescription').implement({
  description: 'One kind of refusal and how to handle it.',
  fields: (t) => ({
    code: t.field({
      type: ErrorCodeEnum,
      description: 'The name it has in userErrors.',
      resolve: (code) => code,
    }),
    resultCode: t.int({
      extensions: measure('KEY'),
      description: 'The number it has in the REST APIs, such as 2305.',
      resolve: (code) => errorCatalogue[code].resultCode,
    }),
    httpStatus: t.int({
      extensions: measure('KEY'),
      description: 'The HTTP status it usually has in the REST APIs; GraphQL answers 200.',
      resolve: (code) => errorCatalogue[code].httpStatus,
    }),
    retryable: t.boolean({
      description: 'Whether sending the same again later may help.',
      resolve: (code) => errorCatalogue[code].retryable,
    }),
    message: t.string({
      description: 'Its usual message; many refusals have a more exact one.',
      resolve: (code) => errorCatalogue[code].message,
    }),
    operations: t.stringList({
      description: 'Which operations can be refused this way, such as domain.renew.',
      resolve: (code) =>
        [...operations.values()].filter(({ errors }) => errors.includes(code)).map(({ name }) => name),
    }),
  }),
});

builder.queryField('errorCatalogue', (t) =>
  t.field({
    type: [ErrorDescriptionRef],
    description: 'Every kind of refusal there is, with its codes and whether to try again.',
    resolve: () => [...errorCodes],
  }),
);
