/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { TypedDocument as DocumentNode } from './document.ts';
/** The ways in which a domain can change. */
export type ChangeKind =
  /** It was registered. */
  | 'CREATED'
  /** It was deleted: the name is free. */
  | 'DELETED'
  /** Something about it was changed. */
  | 'UPDATED';

/** A public key with which the DNS answers of a domain are checked (DNSSEC). */
export type DnssecKeyInput = {
  /** The number of the algorithm at IANA, one of 3, 5, 6, 7, 8, 10, 13, 14; 13 is ECDSA P-256. */
  algorithm: number;
  /** What the key is for: 256 signs the zone, 257 signs keys. */
  flags: number;
  /** The protocol number of DNSSEC: always 3. */
  protocol: number;
  /** The public key in base64, without white space. */
  publicKey: string;
};

/** Input of domainBulkRenew. */
export type DomainBulkRenewInput = {
  /** Names of domains that you sponsor; all of them are renewed or none. */
  names: Array<string>;
  /** For how long: three, six or nine months (P3M, P6M, P9M) or one to ten years (P1Y to P10Y). */
  period: string;
};

/** Input of domainRegister. */
export type DomainRegisterInput = {
  /** Codes of up to 10 contacts who will decide about it; they must be adults. Required when the registrant is an organisation or a minor. */
  adminContacts?: Array<string> | null | undefined;
  /** The keys that its DNS answers are signed with: up to 9. */
  dnssecKeys?: Array<DnssecKeyInput> | null | undefined;
  /** The name to register, with its zone, such as tamm.ee. */
  name: string;
  /** The nameservers of the domain: none, or 2 to 11. */
  nameservers?: Array<NameserverInput> | null | undefined;
  /** For how long: three, six or nine months (P3M, P6M, P9M) or one to ten years (P1Y to P10Y). */
  period: string;
  /** The code of the contact that will hold it, such as ALPHA:TAMM. */
  registrant: string;
  /** The code of a name that is reserved or disputed; not needed for other names. */
  reservationCode?: string | null | undefined;
  /** Codes of up to 10 contacts who will look after its technical side; none when left out. */
  techContacts?: Array<string> | null | undefined;
  /** The transfer code, with which another registrar can take it over; random when left out. */
  transferCode?: string | null | undefined;
};

/** Input of domainRenew. */
export type DomainRenewInput = {
  /** Its present expiry date, so that a request that is sent twice does not renew twice. */
  expiresOn: string;
  /** The name of the domain, such as tamm.ee. */
  name: string;
  /** For how long: three, six or nine months (P3M, P6M, P9M) or one to ten years (P1Y to P10Y). */
  period: string;
};

/** Why a request was refused. Each has the number that the REST APIs and EPP use. */
export type ErrorCode =
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

/** A nameserver of the domain. One whose name is below the domain itself needs at least one address (glue). */
export type NameserverInput = {
  /** The name of the server, such as ns1.hosting.example. */
  hostname: string;
  /** IPv4 addresses of the server, such as 192.0.2.1; none when left out. */
  ipv4?: Array<string> | null | undefined;
  /** IPv6 addresses of the server, such as 2001:db8::1; none when left out. */
  ipv6?: Array<string> | null | undefined;
};

/** The kinds of callers that the registry knows. */
export type ViewerKind =
  /** One of the services that bill their customers through the registry. */
  | 'BILLING_CLIENT'
  /** Someone who runs the registry. */
  | 'OPERATOR'
  /** The portal of the business registry, which reserves names for companies being founded. */
  | 'PORTAL'
  /** A user of a registrar, signed in with user name and password. */
  | 'REGISTRAR';

export type DomainChangesSubscriptionVariables = Exact<{
  name: string;
  after?: string | number | null | undefined;
}>;


export type DomainChangesSubscription = { domainChanged: { id: string, at: string, kind: ChangeKind, operation: string, domain: { id: string, name: string, expiresAt: string, statuses: Array<{ name: string }> } | null } };

export type ExpiringDomainsQueryVariables = Exact<{
  within?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ExpiringDomainsQuery = { domains: { totalCount: number, nodes: Array<{ name: string, expiresAt: string, registrant: { code: string, name: string, email: string | null, phone: string | null }, renewQuote: { price: string, currency: string, expiresAt: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type NotificationsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
}>;


export type NotificationsSubscription = { notificationReceived: { id: string, number: number, kind: string, text: string, createdAt: string, readAt: string | null } };

export type RegisterAndRenewMutationVariables = Exact<{
  register: DomainRegisterInput;
  renew: DomainBulkRenewInput;
}>;


export type RegisterAndRenewMutation = { domainRegister: { price: string | null, domain: { name: string, expiresAt: string, registrant: { name: string }, nameservers: Array<{ hostname: string }>, statuses: Array<{ name: string }> } | null, userErrors: Array<{ code: ErrorCode, resultCode: number, message: string, path: Array<string> | null }> } | null, domainBulkRenew: { price: string | null, results: Array<{ name: string, ok: boolean, userErrors: Array<{ code: ErrorCode, message: string }> }>, userErrors: Array<{ code: ErrorCode, resultCode: number, message: string, path: Array<string> | null }>, query: { account: { balance: string, currency: string } | null } } | null };

export type RegisterDomainMutationVariables = Exact<{
  input: DomainRegisterInput;
  idempotencyKey?: string | null | undefined;
  dryRun?: boolean | null | undefined;
}>;


export type RegisterDomainMutation = { domainRegister: { domain: { id: string, name: string, expiresAt: string, transferCode: string | null, registrant: { code: string, name: string } } | null, userErrors: Array<{ code: ErrorCode, resultCode: number, message: string, path: Array<string> | null, retryable: boolean }> } | null };

export type RegistrarTourQueryVariables = Exact<{ [key: string]: never; }>;


export type RegistrarTourQuery = { viewer: { kind: ViewerKind, name: string, registrar: { code: string, name: string } | null }, account: { balance: string, currency: string, transactions: { nodes: Array<{ createdAt: string, description: string | null, sum: string, balance: string }> } } | null, notifications: { totalCount: number, nodes: Array<{ number: number, text: string, createdAt: string }> } | null, contacts: { totalCount: number, nodes: Array<{ code: string, name: string, email: string | null }> } | null };

export type RenewDomainMutationVariables = Exact<{
  input: DomainRenewInput;
  idempotencyKey?: string | null | undefined;
  dryRun?: boolean | null | undefined;
}>;


export type RenewDomainMutation = { domainRenew: { domain: { id: string, name: string, expiresAt: string } | null, userErrors: Array<{ code: ErrorCode, resultCode: number, message: string, path: Array<string> | null, retryable: boolean }> } | null };


export const DomainChangesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"DomainChanges"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DomainName"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domainChanged"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"operation"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"statuses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]} as unknown as DocumentNode<DomainChangesSubscription, DomainChangesSubscriptionVariables>;
export const ExpiringDomainsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ExpiringDomains"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"within"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTimeOrDuration"}},"defaultValue":{"kind":"StringValue","value":"P30D","block":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"50"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domains"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"expiresAt"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"gte"},"value":{"kind":"StringValue","value":"PT0S","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"lt"},"value":{"kind":"Variable","name":{"kind":"Name","value":"within"}}}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"EXPIRES_AT"}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"registrant"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"renewQuote"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"period"},"value":{"kind":"StringValue","value":"P1Y","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<ExpiringDomainsQuery, ExpiringDomainsQueryVariables>;
export const NotificationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Notifications"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"notificationReceived"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"readAt"}}]}}]}}]} as unknown as DocumentNode<NotificationsSubscription, NotificationsSubscriptionVariables>;
export const RegisterAndRenewDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RegisterAndRenew"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"register"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DomainRegisterInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"renew"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DomainBulkRenewInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domainRegister"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"register"}}},{"kind":"Argument","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"registrant"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nameservers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hostname"}}]}},{"kind":"Field","name":{"kind":"Name","value":"statuses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"domainBulkRenew"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"renew"}}},{"kind":"Argument","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"ok"}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"Field","name":{"kind":"Name","value":"query"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}}]}}]}}]}}]} as unknown as DocumentNode<RegisterAndRenewMutation, RegisterAndRenewMutationVariables>;
export const RegisterDomainDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RegisterDomain"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DomainRegisterInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}},"defaultValue":{"kind":"BooleanValue","value":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domainRegister"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}}},{"kind":"Argument","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"transferCode"}},{"kind":"Field","name":{"kind":"Name","value":"registrant"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"retryable"}}]}}]}}]}}]} as unknown as DocumentNode<RegisterDomainMutation, RegisterDomainMutationVariables>;
export const RegistrarTourDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RegistrarTour"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"registrar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"transactions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"3"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"sum"}},{"kind":"Field","name":{"kind":"Name","value":"balance"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"notifications"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"readAt"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"isNull"},"value":{"kind":"BooleanValue","value":true}}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"contacts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"NAME"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]}}]}}]} as unknown as DocumentNode<RegistrarTourQuery, RegistrarTourQueryVariables>;
export const RenewDomainDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RenewDomain"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DomainRenewInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}},"defaultValue":{"kind":"BooleanValue","value":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domainRenew"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}}},{"kind":"Argument","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"retryable"}}]}}]}}]}}]} as unknown as DocumentNode<RenewDomainMutation, RenewDomainMutationVariables>;