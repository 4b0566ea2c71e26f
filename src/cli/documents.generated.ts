/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** What a row of a file of changes does with its domain. */
export type ChangeAction =
  /** It gets another registrant, or other contacts in a role. */
  | 'CONTACTS'
  /** The nameservers of the row take the place of all that it has. */
  | 'NAMESERVERS'
  /** Its period is extended, and the registrar is charged. */
  | 'RENEW'
  /** It is taken over from another registrar with its transfer code. */
  | 'TRANSFER';

/** Why a request was refused. Each has the number that the REST APIs and EPP use. */
export type ErrorCode =
  /** The caller's role does not permit this operation. Result code 2201: Authorization error. */
  | 'AUTHORIZATION'
  /** The operation has no price, or the balance is too low for it. Result code 2104: Billing failure. */
  | 'BILLING_FAILURE'
  /** A fault of ours or of a service we depend on: try again; quote the request id if it persists. Result code 2400: Command failed. */
  | 'COMMAND_FAILED'
  /** The request is not well-formed: send valid JSON in UTF-8. Result code 2001: Command syntax error. */
  | 'COMMAND_SYNTAX'
  /** The request makes no sense for this object in its present state. Result code 2002: Command use error. */
  | 'COMMAND_USE'
  /** The change would leave the object in a forbidden shape. Result code 2308: Data management policy violation. */
  | 'DATA_MANAGEMENT_POLICY'
  /** Use a new idempotency key for every new request; repeat a key only with the same input. Result code 2002: Idempotency key was already used with another input. */
  | 'IDEMPOTENCY_KEY_REUSED'
  /** The credentials, transfer code or registration code are wrong. Result code 2202: Invalid authorization information. */
  | 'INVALID_AUTHORIZATION_INFORMATION'
  /** The new expiry date would lie too far ahead. Result code 2105: Object is not eligible for renewal. */
  | 'NOT_ELIGIBLE_FOR_RENEWAL'
  /** The domain is about to be deleted. Result code 2106: Object is not eligible for transfer. */
  | 'NOT_ELIGIBLE_FOR_TRANSFER'
  /** Leave out what the message names, such as dryRun, or ask the registry itself for it. Result code 2101: The registry behind this service cannot do this. */
  | 'NOT_SUPPORTED_UPSTREAM'
  /** Other objects still use this one. Result code 2305: Object association prohibits operation. */
  | 'OBJECT_ASSOCIATION_PROHIBITS'
  /** Nothing is there under this name, or it belongs to another registrar. Result code 2303: Object does not exist. */
  | 'OBJECT_DOES_NOT_EXIST'
  /** An object with this name or code is there already. Result code 2302: Object exists. */
  | 'OBJECT_EXISTS'
  /** The object's statuses forbid it; allowedActions tells which. Result code 2304: Object status prohibits operation. */
  | 'OBJECT_STATUS_PROHIBITS'
  /** Something has changed since the dry run, which `details.changed` names (`data.changed` over REST): make the dry run again, look at what it shows, and send its outcome. Result code 2308: This would no longer do what was shown: nothing was done. */
  | 'OUTCOME_CHANGED'
  /** Repeat it with the same idempotency key: it is looked whether it was done, and not sent again unless the registry knows keys. A new key sends it again: look first. Without a key, look yourself. Result code 2400: The registry has not answered: nobody knows whether it was done. */
  | 'OUTCOME_UNKNOWN'
  /** The value is well-formed but against the registry's rules. Result code 2306: Parameter value policy error. */
  | 'PARAMETER_VALUE_POLICY'
  /** A count or value is outside the range that the message names. Result code 2004: Parameter value range error. */
  | 'PARAMETER_VALUE_RANGE'
  /** A value has the wrong type or form; the message names it. Result code 2005: Parameter value syntax error. */
  | 'PARAMETER_VALUE_SYNTAX'
  /** Wait for the number of seconds in the Retry-After header. Result code 2502: Session limit exceeded. */
  | 'RATE_LIMITED'
  /** Add the parameter that the message names. Result code 2003: Required parameter missing. */
  | 'REQUIRED_PARAMETER_MISSING'
  /** The registry has switched off what this needs; its operator, whom the message speaks of, can switch it on. Result code 2101: This registry does without it. */
  | 'SWITCHED_OFF'
  /** The path exists, the method does not: see the Allow header. Result code 2101: Unimplemented command. */
  | 'UNIMPLEMENTED';

export type ApplyChangeSetMutationVariables = Exact<{
  csv: string;
  dryRun?: boolean | null | undefined;
  ifOutcome?: string | null | undefined;
  key?: string | null | undefined;
}>;


export type ApplyChangeSetMutation = { changeSetApply: { price: string | null, outcome: string | null, notifies: { summary: string } | null, rows: Array<{ line: number, action: ChangeAction, domain: string, price: string | null, pending: boolean, changes: Array<{ field: string, from: unknown, to: unknown }>, userErrors: Array<{ message: string, explanation: string | null }> }>, userErrors: Array<{ code: ErrorCode, message: string, details: unknown }> } | null };
