/**
 * The catalogue of all refusals. It feeds the REST envelope, GraphQL's userErrors and errorCatalogue, and
 * docs/errors.md. Codes and result codes: docs/rules/registrar.md#result-codes.
 */
export const errorCatalogue = {
  COMMAND_SYNTAX: {
    resultCode: 2001,
    httpStatus: 400,
    retryable: false,
    message: 'Command syntax error',
    help: 'The request is not well-formed: send valid JSON in UTF-8.',
  },
  COMMAND_USE: {
    resultCode: 2002,
    httpStatus: 400,
    retryable: false,
    message: 'Command use error',
    help: 'The request does not apply to this object in its present state.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    resultCode: 2002,
    httpStatus: 409,
    retryable: false,
    message: 'Idempotency key was already used with another input',
    help: 'Use a new idempotency key for every new request; repeat a key only with the same input.',
  },
  REQUIRED_PARAMETER_MISSING: {
    resultCode: 2003,
    httpStatus: 400,
    retryable: false,
    message: 'Required parameter missing',
    help: 'Add the parameter that the message names.',
  },
  PARAMETER_VALUE_RANGE: {
    resultCode: 2004,
    httpStatus: 400,
    retryable: false,
    message: 'Parameter value range error',
    help: 'A count or value is outside the range that the message names.',
  },
  PARAMETER_VALUE_SYNTAX: {
    resultCode: 2005,
    httpStatus: 400,
    retryable: false,
    message: 'Parameter value syntax error',
    help: 'A value has the wrong type or form; the message names it.',
  },
  UNIMPLEMENTED: {
    resultCode: 2101,
    httpStatus: 405,
    retryable: false,
    message: 'Unimplemented command',
    help: 'The path exists, the method does not: see the Allow header.',
  },
  BILLING_FAILURE: {
    resultCode: 2104,
    httpStatus: 400,
    retryable: false,
    message: 'Billing failure',
    help: 'The operation has no price, or the balance is too low for it.',
  },
  NOT_ELIGIBLE_FOR_RENEWAL: {
    resultCode: 2105,
    httpStatus: 400,
    retryable: false,
    message: 'Object is not eligible for renewal',
    help: 'The new expiry date would be too far in the future.',
  },
  NOT_ELIGIBLE_FOR_TRANSFER: {
    resultCode: 2106,
    httpStatus: 400,
    retryable: false,
    message: 'Object is not eligible for transfer',
    help: 'The domain is about to be deleted.',
  },
  AUTHORIZATION: {
    resultCode: 2201,
    httpStatus: 401,
    retryable: false,
    message: 'Authorization error',
    help: "The caller's role does not permit this operation.",
  },
  INVALID_AUTHORIZATION_INFORMATION: {
    resultCode: 2202,
    httpStatus: 401,
    retryable: false,
    message: 'Invalid authorization information',
    help: 'The credentials, transfer code or registration code are wrong.',
  },
  OBJECT_EXISTS: {
    resultCode: 2302,
    httpStatus: 400,
    retryable: false,
    message: 'Object exists',
    help: 'An object with this name or code already exists.',
  },
  OBJECT_DOES_NOT_EXIST: {
    resultCode: 2303,
    httpStatus: 404,
    retryable: false,
    message: 'Object does not exist',
    help: 'No object has this name, or it belongs to another registrar.',
  },
  OBJECT_STATUS_PROHIBITS: {
    resultCode: 2304,
    httpStatus: 400,
    retryable: false,
    message: 'Object status prohibits operation',
    help: "The object's statuses forbid it; allowedActions shows which.",
  },
  OBJECT_ASSOCIATION_PROHIBITS: {
    resultCode: 2305,
    httpStatus: 400,
    retryable: false,
    message: 'Object association prohibits operation',
    help: 'Other objects still use this one.',
  },
  PARAMETER_VALUE_POLICY: {
    resultCode: 2306,
    httpStatus: 400,
    retryable: false,
    message: 'Parameter value policy error',
    help: "The value is well-formed but against the registry's rules.",
  },
  DATA_MANAGEMENT_POLICY: {
    resultCode: 2308,
    httpStatus: 400,
    retryable: false,
    message: 'Data management policy violation',
    help: 'The change would leave the object in a forbidden state.',
  },
  OUTCOME_CHANGED: {
    resultCode: 2308,
    httpStatus: 412,
    retryable: false,
    message: 'The outcome has changed since the dry run: nothing was done',
    help: 'Something has changed since the dry run; `details.changed` names it (`data.changed` over REST). Repeat the dry run, check what it shows, and send its outcome.',
  },
  OUTCOME_INVALID: {
    resultCode: 2005,
    httpStatus: 400,
    retryable: false,
    message: 'This is no outcome: nothing was done',
    help: 'The text that was sent as `ifOutcome` (`If-Outcome` over REST) has a typo or is incomplete: an outcome is `oc_` and 41 letters and digits. Send it exactly as the dry run answered it.',
  },
  APPROVAL_NEEDED: {
    resultCode: 1001,
    httpStatus: 202,
    retryable: false,
    message: 'Nothing was done yet: a person of the registrar has to approve it',
    help: 'The access token has the guard `approvalNeeded`: the write is kept for 24 hours and done when a person approves it. `details.address` (`data.address` over REST) is the page on which they do; `approval(id:)` shows its state.',
  },
  COMMAND_FAILED: {
    resultCode: 2400,
    httpStatus: 500,
    retryable: true,
    message: 'Command failed',
    help: 'Our fault, or that of a service we depend on: try again, and quote the request id if it persists.',
  },
  OUTCOME_UNKNOWN: {
    resultCode: 2400,
    httpStatus: 504,
    retryable: false,
    message:
      'The registry has not answered, so the result is unknown: check whether it was done before you send it again',
    help: 'Check the object and the account to see whether it was done: a request without a key, or with a new one, sends it again and may pay twice. Repeating the request with its original idempotency key is safe: the server checks whether it was done, and sends it again only if the registry supports keys. Where that can settle it, `retryable` is true.',
  },
  NOT_SUPPORTED_UPSTREAM: {
    resultCode: 2101,
    httpStatus: 501,
    retryable: false,
    message: 'The upstream registry cannot do this',
    help: 'Leave out what the message names, such as dryRun, or use the registry directly.',
  },
  SWITCHED_OFF: {
    resultCode: 2101,
    httpStatus: 501,
    retryable: false,
    message: 'This registry does not offer this',
    help: 'This needs a feature that the registry has switched off; its operator can switch it on.',
  },
  RATE_LIMITED: {
    resultCode: 2502,
    httpStatus: 429,
    retryable: true,
    message: 'Session limit exceeded',
    help: 'Wait for the number of seconds in the Retry-After header.',
  },
} as const satisfies Record<string, ErrorDescription>;

export interface ErrorDescription {
  readonly resultCode: number;
  readonly httpStatus: number;
  readonly retryable: boolean;
  readonly message: string;
  readonly help: string;
}

export type ErrorCode = keyof typeof errorCatalogue;
export const errorCodes = Object.keys(errorCatalogue) as ErrorCode[];

/** The URL that explains a code: refusals of both APIs link to it. */
export const helpUrl = (publicUrl: string, code: string): string =>
  `${publicUrl}/guides/errors#${code.toLowerCase()}`;
