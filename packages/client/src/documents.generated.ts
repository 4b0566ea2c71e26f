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
  /** Codes of up to 10 contacts who will decide about it: people of age. Needed when the registrant is an organisation or under age. */
  adminContacts?: Array<string> | null | undefined;
  /** The keys that its DNS answers are signed with: up to 9. */
  dnssecKeys?: Array<DnssecKeyInput> | null | undefined;
  /** The name to register, with its zone, such as tamm.ee. */
  name: string;
  /** The servers that shall answer for it: none, or 2 to 11. */
  nameservers?: Array<NameserverInput> | null | undefined;
  /** For how long: three, six or nine months (P3M, P6M, P9M) or one to ten years (P1Y to P10Y). */
  period: string;
  /** The code of the contact that will hold it, such as ALPHA:TAMM. */
  registrant: string;
  /** The code of a name that is reserved or disputed; not needed for other names. */
  reservationCode?: string | null | undefined;
  /** Codes of up to 10 contacts who will look after its technical side; none when left out. */
  techContacts?: Array<string> | null | undefined;
  /** The code that will let another registrar take it over; random when left out. */
  transferCode?: string | null | undefined;
};

/** Input of domainRenew. */
export type DomainRenewInput = {
  /** The day on which it expires now, so that a request that is sent twice does not renew twice. */
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

/** How far an invoice has come, from unpaid to paid. */
export type InvoiceStatus =
  /** It was called off: nobody shall pay it any more. */
  | 'CANCELLED'
  /** A payment was tried and failed; it can be tried again. */
  | 'FAILED'
  /** It should have been paid by now; it still can be. */
  | 'OVERDUE'
  /** The money is there. */
  | 'PAID'
  /** The money was given back to the payer. */
  | 'REFUNDED'
  /** Nobody has paid it yet. */
  | 'UNPAID';

/** A server that shall answer for the domain in the DNS. One that is named below the domain itself needs at least one address (glue). */
export type NameserverInput = {
  /** The name of the server, such as ns1.hosting.example. */
  hostname: string;
  /** IPv4 addresses of the server, such as 192.0.2.1; none when left out. */
  ipv4?: Array<string> | null | undefined;
  /** IPv6 addresses of the server, such as 2001:db8::1; none when left out. */
  ipv6?: Array<string> | null | undefined;
};

/** The ways in which what the payment provider says and what the registry has written down can differ. */
export type PaymentDisagreementKind =
  /** The payment went to another merchant account than ours. */
  | 'ACCOUNT_MISMATCH'
  /** The payment is larger than its invoice, which is paid. */
  | 'AMOUNT_TOO_LARGE'
  /** The payment is smaller than its invoice, which stays open. */
  | 'AMOUNT_TOO_SMALL'
  /** The cardholder took the money back through the bank; the invoice stays as it is. */
  | 'CHARGED_BACK'
  /** A bulk payment has settled for an invoice that was not open any more. */
  | 'CHILD_NOT_PAYABLE'
  /** The customer has the money back and the registrar's credit is spent already. */
  | 'CREDIT_SPENT'
  /** Money came for an invoice that is cancelled or refunded; it stays so. */
  | 'MONEY_FOR_CLOSED_INVOICE'
  /** Paid for, but somebody else had these names by then. */
  | 'NAMES_LOST'
  /** A payment that was made for one invoice now names another. */
  | 'ORDER_MISMATCH'
  /** Another payment has settled for an invoice that was paid already. */
  | 'PAID_TWICE'
  /** The provider told of another payment than the one it was asked for. */
  | 'REFERENCE_MISMATCH'
  /** Only a part of the money went back; the invoice stays paid. */
  | 'REFUNDED_IN_PART'
  /** The provider tells of a refund for an invoice that is not paid. */
  | 'REFUND_WITHOUT_PAYMENT'
  /** The provider told of a dispute or of fraud. */
  | 'REPORTED'
  /** The names stay reserved although the money went back. */
  | 'RESERVATION_REFUNDED'
  /** The payment is for an order that no invoice is known for. */
  | 'UNKNOWN_INVOICE'
  /** A payment that we know of and the provider does not. */
  | 'UNKNOWN_PAYMENT'
  /** The provider tells of a state that nobody has heard of. */
  | 'UNKNOWN_STATE';

/** The things that have a price. */
export type PricedOperation =
  /** Registering a name that nobody has. */
  | 'CREATE'
  /** Extending the period of a domain. */
  | 'RENEW';

/** How far the reservation of a name has come. */
export type ReservationEntryStatus =
  /** It is not held any more: anybody can have it. */
  | 'EXPIRED'
  /** No code yet: the invoice is not paid, or nobody has asked with `paidReservation` since it was. */
  | 'PENDING'
  /** It is a domain now. */
  | 'REGISTERED'
  /** It is held, and its code registers it. */
  | 'RESERVED';

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

export type BillingQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type BillingQuery = { viewer: { kind: ViewerKind, name: string }, invoices: { totalCount: number, nodes: Array<{ number: number, status: InvoiceStatus, amount: string, currency: string, description: string, createdAt: string, paidAt: string | null, paymentLink: string | null, payments: Array<{ reference: string, state: string, amount: string | null, occurredAt: string }>, children: Array<{ number: number, amount: string }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

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

export type OperatorQueryVariables = Exact<{
  zone?: string | null | undefined;
}>;


export type OperatorQuery = { ledgerProof: { balanced: boolean } | null, paymentDisagreements: { totalCount: number, nodes: Array<{ id: number, kind: PaymentDisagreementKind, about: string | null, details: unknown, invoice: { number: number, status: InvoiceStatus } | null }> } | null, outbox: { totalCount: number, nodes: Array<{ id: number, kind: string, subject: string, lastError: string | null }> } | null, registrars: { totalCount: number, nodes: Array<{ code: string, name: string, email: string | null }> } | null, zones: Array<{ origin: string }> | null, prices: { nodes: Array<{ operation: PricedOperation, period: string, price: string, validFrom: string }> } | null, settings: Array<{ name: string, value: string, defaultValue: string }> | null };

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

export type ReservationPortalQueryVariables = Exact<{
  organizationName: string;
  wanted: Array<string> | string;
}>;


export type ReservationPortalQuery = { reservationSuggestions: Array<{ name: string }> | null, domainCheck: Array<{ name: string, available: boolean, reason: string | null, price: string | null }> | null };

export type ReserveNamesMutationVariables = Exact<{
  names: Array<string> | string;
  idempotencyKey?: string | null | undefined;
  dryRun?: boolean | null | undefined;
}>;


export type ReserveNamesMutation = { reservationCreate: { reservation: { userUniqueId: string | null, entries: Array<{ name: string, status: ReservationEntryStatus, password: string | null, expiresAt: string | null }> } | null, userErrors: Array<{ code: ErrorCode, resultCode: number, message: string, path: Array<string> | null, retryable: boolean }> } | null };


export const BillingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Billing"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"10"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"invoices"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"CREATED_AT"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DESC"}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"paidAt"}},{"kind":"Field","name":{"kind":"Name","value":"paymentLink"}},{"kind":"Field","name":{"kind":"Name","value":"payments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"children"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<BillingQuery, BillingQueryVariables>;
export const DomainChangesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"DomainChanges"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DomainName"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domainChanged"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"operation"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"statuses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]} as unknown as DocumentNode<DomainChangesSubscription, DomainChangesSubscriptionVariables>;
export const ExpiringDomainsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ExpiringDomains"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"within"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTimeOrDuration"}},"defaultValue":{"kind":"StringValue","value":"P30D","block":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"50"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domains"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"expiresAt"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"gte"},"value":{"kind":"StringValue","value":"PT0S","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"lt"},"value":{"kind":"Variable","name":{"kind":"Name","value":"within"}}}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"EXPIRES_AT"}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"registrant"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"renewQuote"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"period"},"value":{"kind":"StringValue","value":"P1Y","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<ExpiringDomainsQuery, ExpiringDomainsQueryVariables>;
export const NotificationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Notifications"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"notificationReceived"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"readAt"}}]}}]}}]} as unknown as DocumentNode<NotificationsSubscription, NotificationsSubscriptionVariables>;
export const OperatorDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Operator"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"zone"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}},"defaultValue":{"kind":"StringValue","value":"ee","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ledgerProof"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balanced"}}]}},{"kind":"Field","name":{"kind":"Name","value":"paymentDisagreements"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"resolvedAt"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"isNull"},"value":{"kind":"BooleanValue","value":true}}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"about"}},{"kind":"Field","name":{"kind":"Name","value":"details"}},{"kind":"Field","name":{"kind":"Name","value":"invoice"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"outbox"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"state"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"eq"},"value":{"kind":"StringValue","value":"dead","block":false}}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"subject"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"registrars"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"zones"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"origin"}}]}},{"kind":"Field","name":{"kind":"Name","value":"prices"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"zone"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"eq"},"value":{"kind":"Variable","name":{"kind":"Name","value":"zone"}}}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"current"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"eq"},"value":{"kind":"BooleanValue","value":true}}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"operation"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"validFrom"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"defaultValue"}}]}}]}}]} as unknown as DocumentNode<OperatorQuery, OperatorQueryVariables>;
export const RegisterAndRenewDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RegisterAndRenew"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"register"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DomainRegisterInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"renew"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DomainBulkRenewInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domainRegister"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"register"}}},{"kind":"Argument","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"registrant"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nameservers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hostname"}}]}},{"kind":"Field","name":{"kind":"Name","value":"statuses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"domainBulkRenew"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"renew"}}},{"kind":"Argument","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"ok"}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"Field","name":{"kind":"Name","value":"query"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}}]}}]}}]}}]} as unknown as DocumentNode<RegisterAndRenewMutation, RegisterAndRenewMutationVariables>;
export const RegisterDomainDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RegisterDomain"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DomainRegisterInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}},"defaultValue":{"kind":"BooleanValue","value":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domainRegister"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}}},{"kind":"Argument","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"transferCode"}},{"kind":"Field","name":{"kind":"Name","value":"registrant"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"retryable"}}]}}]}}]}}]} as unknown as DocumentNode<RegisterDomainMutation, RegisterDomainMutationVariables>;
export const RegistrarTourDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RegistrarTour"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"registrar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"transactions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"3"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"sum"}},{"kind":"Field","name":{"kind":"Name","value":"balance"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"notifications"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"readAt"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"isNull"},"value":{"kind":"BooleanValue","value":true}}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"contacts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"NAME"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]}}]}}]} as unknown as DocumentNode<RegistrarTourQuery, RegistrarTourQueryVariables>;
export const RenewDomainDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RenewDomain"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DomainRenewInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}},"defaultValue":{"kind":"BooleanValue","value":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domainRenew"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}}},{"kind":"Argument","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"retryable"}}]}}]}}]}}]} as unknown as DocumentNode<RenewDomainMutation, RenewDomainMutationVariables>;
export const ReservationPortalDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ReservationPortal"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"organizationName"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"wanted"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DomainName"}}}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reservationSuggestions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"organizationName"},"value":{"kind":"Variable","name":{"kind":"Name","value":"organizationName"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"domainCheck"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"names"},"value":{"kind":"Variable","name":{"kind":"Name","value":"wanted"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"available"}},{"kind":"Field","name":{"kind":"Name","value":"reason"}},{"kind":"Field","name":{"kind":"Name","value":"price"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"period"},"value":{"kind":"StringValue","value":"P1Y","block":false}}]}]}}]}}]} as unknown as DocumentNode<ReservationPortalQuery, ReservationPortalQueryVariables>;
export const ReserveNamesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"ReserveNames"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"names"}},"type":{"kind":"NonNullType","type":{"kind":"ListType","type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DomainName"}}}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}},"defaultValue":{"kind":"BooleanValue","value":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reservationCreate"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"names"},"value":{"kind":"Variable","name":{"kind":"Name","value":"names"}}}]}},{"kind":"Argument","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}}},{"kind":"Argument","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reservation"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"userUniqueId"}},{"kind":"Field","name":{"kind":"Name","value":"entries"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"password"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"retryable"}}]}}]}}]}}]} as unknown as DocumentNode<ReserveNamesMutation, ReserveNamesMutationVariables>;