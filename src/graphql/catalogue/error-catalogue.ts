import { type ErrorCode, errorCatalogue, errorCodes } from '../../core/errors.ts';
import { operations } from '../../core/operation.ts';
import { builder } from '../builder.ts';
import { ErrorCodeEnum } from '../user-error.ts';

const ErrorDescriptionRef = builder.objectRef<ErrorCode>('ErrorDescription').implement({
  description: 'One way in which a request can be refused.',
  fields: (t) => ({
    code: t.field({ type: ErrorCodeEnum, description: 'Its name.', resolve: (code) => code }),
    resultCode: t.int({
      description: 'Its result code.',
      resolve: (code) => errorCatalogue[code].resultCode,
    }),
    httpStatus: t.int({
      description: 'The usual HTTP status over REST.',
      resolve: (code) => errorCatalogue[code].httpStatus,
    }),
    retryable: t.boolean({
      description: 'Whether trying again may help.',
      resolve: (code) => errorCatalogue[code].retryable,
    }),
    message: t.string({
      description: 'Its usual text; many refusals say it more exactly.',
      resolve: (code) => errorCatalogue[code].message,
    }),
    operations: t.stringList({
      description: 'The operations that can answer with it.',
      resolve: (code) =>
        [...operations.values()].filter(({ errors }) => errors.includes(code)).map(({ name }) => name),
    }),
  }),
});

builder.queryField('errorCatalogue', (t) =>
  t.field({
    type: [ErrorDescriptionRef],
    description: 'Every way in which a request can be refused.',
    resolve: () => [...errorCodes],
  }),
);
