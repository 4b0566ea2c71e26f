import { type ErrorCode, errorCatalogue, errorCodes, type Failure } from '../core/errors.ts';
import { builder } from './builder.ts';

export const ErrorCodeEnum = builder.enumType('ErrorCode', {
  description: 'Why a request was refused. Each code has the registry result code that REST clients know.',
  values: Object.fromEntries(
    errorCodes.map((code) => [
      code,
      { value: code, description: `${errorCatalogue[code].resultCode} ${errorCatalogue[code].message}.` },
    ]),
  ) as Record<ErrorCode, { value: ErrorCode; description: string }>,
});

export const UserErrorRef = builder.objectRef<Failure>('UserError').implement({
  description: 'One thing that is wrong with what the caller asked for.',
  fields: (t) => ({
    code: t.expose('code', { type: ErrorCodeEnum, description: 'What kind of refusal it is.' }),
    resultCode: t.exposeInt('resultCode', { description: 'The result code of the registry, such as 2305.' }),
    message: t.exposeString('message', {
      description: 'What is wrong, in the words that REST clients see too.',
    }),
    path: t.stringList({
      nullable: true,
      description: 'The input field it is about.',
      resolve: ({ path }) => (path ? [...path] : null),
    }),
    retryable: t.exposeBoolean('retryable', { description: 'Whether the same request may succeed later.' }),
    details: t.field({
      type: 'JSON',
      nullable: true,
      description: 'More about it, where there is more to say.',
      resolve: ({ details }) => details ?? null,
    }),
  }),
});
