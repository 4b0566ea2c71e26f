import { type ErrorCode, errorCatalogue, errorCodes, helpUrl } from '../../base/error-catalogue.ts';
import { type Failure, plainMessage } from '../../base/errors.ts';
import { reasonInWords } from '../../registry/rules/domain/reason-in-words.ts';
import { builder } from './builder.ts';
import { measure } from './measures.ts';
import { byPeopleExcept, byRegistry } from './written.ts';

export const ErrorCodeEnum = builder.enumType('ErrorCode', {
  description: 'Why a request was refused. Each has the number that the REST APIs and EPP use.',
  values: Object.fromEntries(
    errorCodes.map((code) => [
      code,
      {
        value: code,
        description: `${errorCatalogue[code].help} Result code ${errorCatalogue[code].resultCode}: ${errorCatalogue[code].message}.`,
      },
    ]),
  ) as Record<ErrorCode, { value: ErrorCode; description: string }>,
});

/** The details that never repeat what somebody wrote. */
const ownDetails = [
  ...['address', 'approval', 'changed', 'endsAt', 'guard', 'left', 'operators', 'permits'],
  ...['renewableFrom', 'scope', 'state', 'statuses'],
];

export const UserErrorRef = builder.objectRef<Failure>('UserError').implement({
  description: 'A problem with the request that the caller can fix.',
  fields: (t) => ({
    code: t.expose('code', {
      type: ErrorCodeEnum,
      description: 'The kind of refusal, for programs; errorCatalogue explains each.',
    }),
    resultCode: t.exposeInt('resultCode', {
      extensions: measure('KEY'),
      description: 'The same as a number, as used by the REST APIs and EPP: 2305.',
    }),
    message: t.string({
      extensions: byRegistry,
      description: 'What is wrong, for people, in English; the REST APIs use the same words.',
      resolve: plainMessage,
    }),
    explanation: t.string({
      nullable: true,
      extensions: byRegistry,
      description:
        'The reason in a sentence that helps to go on, such as the day from which a domain can be renewed; null where the message is enough.',
      resolve: (reason) => reasonInWords(reason),
    }),
    path: t.stringList({
      nullable: true,
      extensions: byRegistry,
      description:
        'Which field of the input it is about, from the outside in, such as ["ident", "code"]; null when it is about the whole.',
      resolve: ({ path }) => (path ? [...path] : null),
    }),
    retryable: t.exposeBoolean('retryable', {
      description: 'Whether the very same request may succeed when it is sent again later.',
    }),
    helpUrl: t.string({
      extensions: byRegistry,
      description: 'The page that explains the code, for people.',
      resolve: ({ code }, _, { container }) => helpUrl(container.address.publicUrl, code),
    }),
    details: t.field({
      type: 'JSON',
      nullable: true,
      extensions: byPeopleExcept(...ownDetails),
      description:
        'More about it for programs, such as the value that was refused; null when there is nothing to add.',
      resolve: ({ details }) => details ?? null,
    }),
  }),
});
