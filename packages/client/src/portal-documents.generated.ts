/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { ShippedDocument as DocumentNode } from './document.ts';
/** Why a request was refused. Each has the number that the REST APIs and EPP use. */
export type ErrorCode =
  /** The access token has the guard `approvalNeeded`: the write is kept for 24 hours and done when a person approves it. `details.address` (`data.address` over REST) is the page on which they do; `approval(id:)` shows its state. Result code 1001: Nothing was done yet: a person of the registrar has to approve it. */
  | 'APPROVAL_NEEDED'
  /** The caller's role does not permit this operation. Result code 2201: Authorization error. */
  | 'AUTHORIZATION'
  /** The operation has no price, or the balance is too low for it. Result code 2104: Billing failure. */
  | 'BILLING_FAILURE'
  /** Our fault, or that of a service we depend on: try again, and quote the request id if it persists. Result code 2400: Command failed. */
  | 'COMMAND_FAILED'
  /** The request is not well-formed: send valid JSON in UTF-8. Result code 2001: Command syntax error. */
  | 'COMMAND_SYNTAX'
  /** The request does not apply to this object in its present state. Result code 2002: Command use error. */
  | 'COMMAND_USE'
  /** The change would leave the object in a forbidden state. Result code 2308: Data management policy violation. */
  | 'DATA_MANAGEMENT_POLICY'
  /** Use a new idempotency key for every new request; repeat a key only with the same input. Result code 2002: Idempotency key was already used with another input. */
  | 'IDEMPOTENCY_KEY_REUSED'
  /** The credentials, transfer code or registration code are wrong. Result code 2202: Invalid authorization information. */
  | 'INVALID_AUTHORIZATION_INFORMATION'
  /** The new expiry date would be too far in the future. Result code 2105: Object is not eligible for renewal. */
  | 'NOT_ELIGIBLE_FOR_RENEWAL'
  /** The domain is about to be deleted. Result code 2106: Object is not eligible for transfer. */
  | 'NOT_ELIGIBLE_FOR_TRANSFER'
  /** Leave out what the message names, such as dryRun, or use the registry directly. Result code 2101: The upstream registry cannot do this. */
  | 'NOT_SUPPORTED_UPSTREAM'
  /** Other objects still use this one. Result code 2305: Object association prohibits operation. */
  | 'OBJECT_ASSOCIATION_PROHIBITS'
  /** No object has this name, or it belongs to another registrar. Result code 2303: Object does not exist. */
  | 'OBJECT_DOES_NOT_EXIST'
  /** An object with this name or code already exists. Result code 2302: Object exists. */
  | 'OBJECT_EXISTS'
  /** The object's statuses forbid it; allowedActions shows which. Result code 2304: Object status prohibits operation. */
  | 'OBJECT_STATUS_PROHIBITS'
  /** Something has changed since the dry run; `details.changed` names it (`data.changed` over REST). Repeat the dry run, check what it shows, and send its outcome. Result code 2308: The outcome has changed since the dry run: nothing was done. */
  | 'OUTCOME_CHANGED'
  /** The text that was sent as `ifOutcome` (`If-Outcome` over REST) has a typo or is incomplete: an outcome is `oc_` and 41 letters and digits. Send it exactly as the dry run answered it. Result code 2005: This is no outcome: nothing was done. */
  | 'OUTCOME_INVALID'
  /** Check the object and the account to see whether it was done: a request without a key, or with a new one, sends it again and may pay twice. Repeating the request with its original idempotency key is safe: the server checks whether it was done, and sends it again only if the registry supports keys. Where that can settle it, `retryable` is true. Result code 2400: The registry has not answered, so the result is unknown: check whether it was done before you send it again. */
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
  /** This needs a feature that the registry has switched off; its operator can switch it on. Result code 2101: This registry does not offer this. */
  | 'SWITCHED_OFF'
  /** The path exists, the method does not: see the Allow header. Result code 2101: Unimplemented command. */
  | 'UNIMPLEMENTED';

/** The status of a reserved name. */
export type ReservationEntryStatus =
  /** It is no longer reserved by this reservation. */
  | 'EXPIRED'
  /** No code yet: the invoice is not paid, or `paidReservation` was not called since it was paid. */
  | 'PENDING'
  /** It is a domain now. */
  | 'REGISTERED'
  /** It is held, and its code registers it. */
  | 'RESERVED';

export type ReservationPortalQueryVariables = Exact<{
  organizationName: string;
  wanted: Array<string> | string;
}>;


export type ReservationPortalQuery = { reservationSuggestions: Array<{ name: string }> | null, domainCheck: Array<{ name: string, available: boolean, reason: string | null, price: string | null }> | null };

export type ReserveNamesMutationVariables = Exact<{
  names: Array<string> | string;
  idempotencyKey?: string | null | undefined;
  dryRun?: boolean | null | undefined;
  ifOutcome?: string | null | undefined;
}>;


export type ReserveNamesMutation = { reservationCreate: { outcome: string | null, reservation: { id: string, userUniqueId: string | null, entries: Array<{ name: string, status: ReservationEntryStatus, password: string | null, expiresAt: string | null }> } | null, userErrors: Array<{ code: ErrorCode, resultCode: number, message: string, explanation: string | null, path: Array<string> | null, retryable: boolean }> } | null };


export const ReservationPortalDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ReservationPortal"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"organizationName"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"wanted"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DomainName"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reservationSuggestions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"organizationName"},"value":{"kind":"Variable","name":{"kind":"Name","value":"organizationName"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"domainCheck"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"names"},"value":{"kind":"Variable","name":{"kind":"Name","value":"wanted"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"available"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"price"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"period"},"value":{"kind":"StringValue","value":"P1Y","block":false}}]}]}}]}}]} as unknown as DocumentNode<ReservationPortalQuery, ReservationPortalQueryVariables>;
export const ReserveNamesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ReserveNames"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"names"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DomainName"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}},"defaultValue":{"kind":"BooleanValue","value":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ifOutcome"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reservationCreate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"names"},"value":{"kind":"Variable","name":{"kind":"Name","value":"names"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}}},{"kind":"Argument","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}}},{"kind":"Argument","name":{"kind":"Name","value":"ifOutcome"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ifOutcome"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"reservation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"userUniqueId"}},{"kind":"Field","name":{"kind":"Name","value":"entries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"password"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"explanation"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"retryable"}}]}}]}}]}}]} as unknown as DocumentNode<ReserveNamesMutation, ReserveNamesMutationVariables>;