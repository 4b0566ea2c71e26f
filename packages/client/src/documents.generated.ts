/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { ShippedDocument as DocumentNode } from './document.ts';
/** Conditions on a true-or-false value: {eq: true}. */
export type BooleanFilter = {
  /** Is exactly this. */
  eq?: boolean | null | undefined;
  /** Is anything but this, or is neither. */
  ne?: boolean | null | undefined;
};

/** The ways in which an object can change. */
export type ChangeKind =
  /** It was registered, or made. */
  | 'CREATED'
  /** It was deleted; the name of a domain is free. */
  | 'DELETED'
  /** Something about it was changed. */
  | 'UPDATED';

/** Conditions on a calendar day; all that are given must hold. Give a day or a distance from today: {lte: "P30D"} is today plus 30 days or earlier. */
export type DateFilter = {
  /** Is exactly this day, such as "2026-12-31". */
  eq?: string | null | undefined;
  /** After this day. */
  gt?: string | null | undefined;
  /** On this day or after it. */
  gte?: string | null | undefined;
  /** true: only where there is no value; false: only where there is one. */
  isNull?: boolean | null | undefined;
  /** Before this day. */
  lt?: string | null | undefined;
  /** On this day or before it. */
  lte?: string | null | undefined;
};

/** Conditions on a moment; all that are given must hold. Give a moment or a distance from now: {gte: "PT0S", lt: "P30D"} is within the next 30 days, {gte: "-P7D"} the last week and later, {lt: "2026-12-31"} before that day. */
export type DateTimeFilter = {
  /** After this moment. */
  gt?: string | null | undefined;
  /** At this moment or after it. */
  gte?: string | null | undefined;
  /** true: only where there is no value; false: only where there is one. */
  isNull?: boolean | null | undefined;
  /** Before this moment. */
  lt?: string | null | undefined;
  /** At this moment or before it. */
  lte?: string | null | undefined;
};

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

/** The things that can be done with a domain. */
export type DomainAction =
  /** Take part in a bulk replacement of a nameserver. */
  | 'BULK_NAMESERVER_REPLACE'
  /** Take part in a bulk replacement of a tech contact. */
  | 'BULK_TECH_REPLACE'
  /** Add or remove admin contacts. */
  | 'CHANGE_ADMIN_CONTACTS'
  /** Add or remove DNSSEC keys. */
  | 'CHANGE_DNSSEC_KEYS'
  /** Add or remove nameservers. */
  | 'CHANGE_NAMESERVERS'
  /** Hand the domain over to another registrant. */
  | 'CHANGE_REGISTRANT'
  /** Add or remove tech contacts. */
  | 'CHANGE_TECH_CONTACTS'
  /** Delete the domain; a registrar that does not sponsor it needs its transfer code. */
  | 'DELETE'
  /** Take the domain off hold: it works in the DNS again. */
  | 'REMOVE_CLIENT_HOLD'
  /** Extend the period that is paid for. */
  | 'RENEW'
  /** Put the domain on hold: it stops working in the DNS. */
  | 'SET_CLIENT_HOLD'
  /** Move the domain to another registrar, who has its transfer code. */
  | 'TRANSFER'
  /** Change the transfer code, or name the same person under another code as the registrant. Where all reasons against it are about the registrant, the latter is possible all the same. */
  | 'UPDATE';

/** Input of domainBulkRenew. */
export type DomainBulkRenewInput = {
  /** Names of up to 1000 domains that you sponsor; all of them are renewed or none. */
  names: Array<string>;
  /** For how long: three, six or nine months (P3M, P6M, P9M) or one to ten years (P1Y to P10Y). */
  period: string;
};

/** The field to sort domains by, and the direction. */
export type DomainOrder = {
  /** Ascending (ASC) by default. */
  direction?: SortDirection | null | undefined;
  /** The field to sort by. */
  field: DomainOrderField;
};

/** The fields by which domains can be sorted. */
export type DomainOrderField =
  /** By registration time. */
  | 'CREATED_AT'
  /** By expiry time. */
  | 'EXPIRES_AT'
  /** By the name in Unicode, in alphabetical order. */
  | 'NAME'
  /** By the full name of their registrant. */
  | 'REGISTRANT_NAME'
  /** By time of the last change. */
  | 'UPDATED_AT';

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
  /** Its present expiry date, so that a request that is sent twice does not renew twice. May be left out with idempotencyKey, ifOutcome or dryRun; in front of another registry it is always needed. */
  expiresOn?: string | null | undefined;
  /** The name of the domain, such as tamm.ee. */
  name: string;
  /** For how long: three, six or nine months (P3M, P6M, P9M) or one to ten years (P1Y to P10Y). */
  period: string;
};

/** Which domains to list; all conditions that are given must hold. {expiresAt: {gte: "PT0S", lt: "P30D"}} are those that expire in the next 30 days. */
export type DomainWhere = {
  /** All of these conditions hold. */
  and?: Array<DomainWhere> | null | undefined;
  /** By the codes of its registrant, admin and tech contacts: {contains: ["ALPHA:TAMM"]}. */
  contactCodes?: StringListFilter | null | undefined;
  /** By the personal codes or registration numbers of its registrant, admin and tech contacts; for registrars, only of their own contacts. */
  contactIdents?: StringListFilter | null | undefined;
  /** By registration time: {gte: "-P7D"} is the last week. */
  createdAt?: DateTimeFilter | null | undefined;
  /** By the day from which it can be deleted: {lte: "P7D"} is within a week. */
  deleteDate?: DateFilter | null | undefined;
  /** By expiry time: {gte: "PT0S", lt: "P30D"} is in the next 30 days, {lt: "PT0S"} has ended already. */
  expiresAt?: DateTimeFilter | null | undefined;
  /** By the day from which the registry deletes it by force: {isNull: false} where that was decided. */
  forceDeleteDate?: DateFilter | null | undefined;
  /** By the name in Unicode: {startsWith: "tam"}. */
  name?: StringFilter | null | undefined;
  /** By the names of its nameservers, in lower case: {contains: ["ns1.hosting.example"]}. */
  nameserverHostnames?: StringListFilter | null | undefined;
  /** This condition does not hold. */
  not?: DomainWhere | null | undefined;
  /** One or more of these conditions hold. */
  or?: Array<DomainWhere> | null | undefined;
  /** By the moment it leaves the DNS: {isNull: false} are those that are about to. */
  outzoneAt?: DateTimeFilter | null | undefined;
  /** By the name in ASCII: {startsWith: "xn--"} are those with letters beyond a to z. */
  punycode?: StringFilter | null | undefined;
  /** By the contact code of its registrant: {eq: "ALPHA:TAMM"}. */
  registrantCode?: StringFilter | null | undefined;
  /** By the full name of its registrant: {contains: "tamm"}. */
  registrantName?: StringFilter | null | undefined;
  /** By the code of its registrar: {eq: "ALPHA"}. */
  registrar?: StringFilter | null | undefined;
  /** By whether it has DNSSEC keys: {eq: true}. */
  signed?: BooleanFilter | null | undefined;
  /** By its statuses: {containsAny: ["expired", "serverHold"]}. DomainStatus.name lists them all. */
  statuses?: StringListFilter | null | undefined;
  /** By time of the last change: {gte: "-P1D"} is the last day. */
  updatedAt?: DateTimeFilter | null | undefined;
  /** By the zone it is registered in: {eq: "com.ee"}. */
  zone?: StringFilter | null | undefined;
};

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

/** What a change did to a list. */
export type ListChange =
  /** It belonged to the list and still does. */
  | 'CHANGED'
  /** It now belongs to the list: it is new, was transferred in, or now matches where. */
  | 'ENTERED'
  /** It no longer belongs to the list: it was deleted, was transferred away, or no longer matches where. */
  | 'LEFT';

/** A nameserver of the domain. One whose name is below the domain itself needs at least one address (glue). */
export type NameserverInput = {
  /** The name of the server, such as ns1.hosting.example. */
  hostname: string;
  /** IPv4 addresses of the server, such as 192.0.2.1; none when left out. */
  ipv4?: Array<string> | null | undefined;
  /** IPv6 addresses of the server, such as 2001:db8::1; none when left out. */
  ipv6?: Array<string> | null | undefined;
};

/** What a poll message tells. More kinds may be added: treat one that you do not know as OTHER. */
export type NotificationKind =
  /** An access token is about to expire. */
  | 'ACCESS_TOKEN_ENDING'
  /** A published board is about to expire. */
  | 'BOARD_ENDING'
  /** A certificate is about to expire. */
  | 'CERTIFICATE_ENDING'
  /** A domain under force delete was taken out of the zone. */
  | 'CLIENT_HOLD_SET'
  /** A contact that no domain used for long was archived. */
  | 'CONTACT_ARCHIVED'
  /** A contact was merged into another. */
  | 'CONTACT_MERGED'
  /** A domain was deleted. */
  | 'DOMAIN_DELETED'
  /** The registrant has confirmed the deletion of a domain. */
  | 'DOMAIN_DELETION_CONFIRMED'
  /** The registrant has not confirmed the deletion of a domain in time. */
  | 'DOMAIN_DELETION_NOT_CONFIRMED'
  /** The registrant has rejected the deletion of a domain. */
  | 'DOMAIN_DELETION_REJECTED'
  /** A domain was transferred to another registrar. */
  | 'DOMAIN_TRANSFERRED'
  /** The registrant has confirmed a change of a domain. */
  | 'DOMAIN_UPDATE_CONFIRMED'
  /** The registrant has not confirmed a change of a domain in time. */
  | 'DOMAIN_UPDATE_NOT_CONFIRMED'
  /** The registrant has rejected a change of a domain. */
  | 'DOMAIN_UPDATE_REJECTED'
  /** The force delete of a domain was cancelled. */
  | 'FORCE_DELETE_CANCELLED'
  /** A domain was put under force delete. */
  | 'FORCE_DELETE_SET'
  /** An invoice was paid, and the account was credited. */
  | 'INVOICE_PAID'
  /** Something else, which only its text tells: a registry behind a facade has sent it. */
  | 'OTHER'
  /** A published question is about to expire. */
  | 'QUESTION_ENDING'
  /** The redemption grace period of a domain has begun. */
  | 'REDEMPTION_STARTED'
  /** An operator of the registry has acted in your place; the text says what was done, and why. */
  | 'REGISTRY_ACT'
  /** Trouble with the service. */
  | 'REGISTRY_INCIDENT'
  /** Planned work on the service. */
  | 'REGISTRY_MAINTENANCE'
  /** News of the registry that need no action. */
  | 'REGISTRY_NEWS'
  /** A change of rules or prices. */
  | 'REGISTRY_RULES'
  /** The registry has removed a status of a domain. */
  | 'STATUS_CANCELLED'
  /** The registry has set a status on a domain. */
  | 'STATUS_SET'
  /** A user is no longer linked with users at other registrars. */
  | 'USER_LINK_ENDED'
  /** A webhook was switched off, because nothing could be delivered to it. */
  | 'WEBHOOK_SWITCHED_OFF';

/** In which direction a list is sorted. */
export type SortDirection =
  /** From small to large, from early to late, from A to Z. */
  | 'ASC'
  /** From large to small, from late to early, from Z to A. */
  | 'DESC';

/** Conditions on a text; all that are given must hold. contains and startsWith ignore case, the others do not: {startsWith: "tam"}. */
export type StringFilter = {
  /** Has this somewhere in it, in small or capital letters; % and _ are not wildcards. */
  contains?: string | null | undefined;
  /** Is exactly this text. */
  eq?: string | null | undefined;
  /** Is one of these texts. */
  in?: Array<string> | null | undefined;
  /** true: only where there is no value; false: only where there is one. */
  isNull?: boolean | null | undefined;
  /** Is anything but this text, or has no value. */
  ne?: string | null | undefined;
  /** Is none of these texts. */
  notIn?: Array<string> | null | undefined;
  /** Begins with this, in small or capital letters. */
  startsWith?: string | null | undefined;
};

/** Conditions on a list of texts, such as the statuses of a domain; all that are given must hold: {containsAny: ["expired", "serverHold"]}. */
export type StringListFilter = {
  /** Has every one of these, and perhaps others. */
  contains?: Array<string> | null | undefined;
  /** Has one or more of these. */
  containsAny?: Array<string> | null | undefined;
  /** Has none of these. */
  notContains?: Array<string> | null | undefined;
};

/** The kinds of callers that the registry knows. */
export type ViewerKind =
  /** One of the services that bill their customers through the registry. */
  | 'BILLING_CLIENT'
  /** Someone who runs the registry. */
  | 'OPERATOR'
  /** The portal of the business registry, which reserves names for companies being founded. */
  | 'PORTAL'
  /** A user of a registrar, or a program with one of its access tokens. */
  | 'REGISTRAR';

export type DomainChangesSubscriptionVariables = Exact<{
  name: string;
  after?: string | number | null | undefined;
}>;


export type DomainChangesSubscription = { domainChanged: { id: string, at: string, kind: ChangeKind, operation: string, domain: { id: string, name: string, expiresAt: string, statuses: Array<{ name: string }> } | null } };

export type DomainDetailQueryVariables = Exact<{
  name: string;
}>;


export type DomainDetailQuery = { domain: { id: string, name: string, createdAt: string, expiresAt: string, transferCode: string | null, statuses: Array<{ name: string, note: string | null }>, registrant: { id: string, code: string, name: string, email: string | null, phone: string | null }, adminContacts: Array<{ id: string, code: string, name: string, email: string | null }>, techContacts: Array<{ id: string, code: string, name: string, email: string | null }>, nameservers: Array<{ id: string, hostname: string, ipv4: Array<string>, ipv6: Array<string> }>, dnssecKeys: Array<{ id: string, keyTag: number, algorithm: number }>, renewQuote: { price: string, currency: string, expiresAt: string } | null, allowedActions: Array<{ action: DomainAction, allowed: boolean, reasons: Array<{ message: string, explanation: string | null }> }> | null } | null };

export type DomainListChangesSubscriptionVariables = Exact<{
  where?: DomainWhere | null | undefined;
  after?: string | number | null | undefined;
}>;


export type DomainListChangesSubscription = { domainsChanged: { id: string, change: ListChange, name: string, domain: { id: string, name: string, expiresAt: string, statuses: Array<{ name: string }>, registrant: { id: string, code: string, name: string } } | null } };

export type DomainListQueryVariables = Exact<{
  where?: DomainWhere | null | undefined;
  orderBy?: DomainOrder | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type DomainListQuery = { domains: { totalCount: number, nodes: Array<{ id: string, name: string, expiresAt: string, statuses: Array<{ name: string }>, registrant: { id: string, code: string, name: string } }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type ExpiringDomainsQueryVariables = Exact<{
  within?: string | null | undefined;
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type ExpiringDomainsQuery = { domains: { totalCount: number, nodes: Array<{ id: string, name: string, expiresAt: string, registrant: { id: string, code: string, name: string, email: string | null, phone: string | null }, renewQuote: { price: string, currency: string, expiresAt: string } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };

export type NotificationsSubscriptionVariables = Exact<{
  after?: string | number | null | undefined;
}>;


export type NotificationsSubscription = { notificationReceived: { id: string, databaseId: string, kind: NotificationKind, text: string, createdAt: string, readAt: string | null } };

export type RegisterAndRenewMutationVariables = Exact<{
  register: DomainRegisterInput;
  renew: DomainBulkRenewInput;
}>;


export type RegisterAndRenewMutation = { domainRegister: { price: string | null, domain: { name: string, expiresAt: string, registrant: { name: string }, nameservers: Array<{ hostname: string }>, statuses: Array<{ name: string }> } | null, userErrors: Array<{ code: ErrorCode, resultCode: number, message: string, path: Array<string> | null }> } | null, domainBulkRenew: { price: string | null, results: Array<{ name: string, ok: boolean, userErrors: Array<{ code: ErrorCode, message: string }> }>, userErrors: Array<{ code: ErrorCode, resultCode: number, message: string, path: Array<string> | null }>, query: { account: { balance: string, currency: string } | null } } | null };

export type RegisterDomainMutationVariables = Exact<{
  input: DomainRegisterInput;
  idempotencyKey?: string | null | undefined;
  dryRun?: boolean | null | undefined;
  ifOutcome?: string | null | undefined;
}>;


export type RegisterDomainMutation = { domainRegister: { price: string | null, outcome: string | null, domain: { id: string, name: string, expiresAt: string, transferCode: string | null, registrant: { id: string, code: string, name: string } } | null, userErrors: Array<{ code: ErrorCode, resultCode: number, message: string, explanation: string | null, path: Array<string> | null, retryable: boolean }> } | null };

export type RegistrarTourQueryVariables = Exact<{ [key: string]: never; }>;


export type RegistrarTourQuery = { viewer: { kind: ViewerKind, name: string, registrar: { code: string, name: string } | null }, account: { balance: string, currency: string, transactions: { nodes: Array<{ createdAt: string, description: string | null, amount: string, balance: string }> } } | null, notifications: { totalCount: number, nodes: Array<{ databaseId: string, text: string, createdAt: string }> } | null, contacts: { totalCount: number, nodes: Array<{ code: string, name: string, email: string | null }> } | null };

export type RenewDomainMutationVariables = Exact<{
  input: DomainRenewInput;
  idempotencyKey?: string | null | undefined;
  dryRun?: boolean | null | undefined;
  ifOutcome?: string | null | undefined;
}>;


export type RenewDomainMutation = { domainRenew: { price: string | null, outcome: string | null, domain: { id: string, name: string, expiresAt: string } | null, userErrors: Array<{ code: ErrorCode, resultCode: number, message: string, explanation: string | null, path: Array<string> | null, retryable: boolean }> } | null };


export const DomainChangesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"DomainChanges"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DomainName"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domainChanged"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"at"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"operation"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"statuses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]} as unknown as DocumentNode<DomainChangesSubscription, DomainChangesSubscriptionVariables>;
export const DomainDetailDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DomainDetail"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"name"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DomainName"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domain"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"name"},"value":{"kind":"Variable","name":{"kind":"Name","value":"name"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"transferCode"}},{"kind":"Field","name":{"kind":"Name","value":"statuses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"note"}}]}},{"kind":"Field","name":{"kind":"Name","value":"registrant"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"adminContacts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"techContacts"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nameservers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"hostname"}},{"kind":"Field","name":{"kind":"Name","value":"ipv4"}},{"kind":"Field","name":{"kind":"Name","value":"ipv6"}}]}},{"kind":"Field","name":{"kind":"Name","value":"dnssecKeys"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"keyTag"}},{"kind":"Field","name":{"kind":"Name","value":"algorithm"}}]}},{"kind":"Field","name":{"kind":"Name","value":"renewQuote"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"period"},"value":{"kind":"StringValue","value":"P1Y","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"allowedActions"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"action"}},{"kind":"Field","name":{"kind":"Name","value":"allowed"}},{"kind":"Field","name":{"kind":"Name","value":"reasons"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"explanation"}}]}}]}}]}}]}}]} as unknown as DocumentNode<DomainDetailQuery, DomainDetailQueryVariables>;
export const DomainListChangesDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"DomainListChanges"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DomainWhere"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domainsChanged"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"change"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"statuses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"registrant"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}}]}}]}}]} as unknown as DocumentNode<DomainListChangesSubscription, DomainListChangesSubscriptionVariables>;
export const DomainListDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"DomainList"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"where"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DomainWhere"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DomainOrder"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"50"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domains"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"Variable","name":{"kind":"Name","value":"where"}}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"Variable","name":{"kind":"Name","value":"orderBy"}}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"statuses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"registrant"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<DomainListQuery, DomainListQueryVariables>;
export const ExpiringDomainsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"ExpiringDomains"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"within"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"DateTimeOrDuration"}},"defaultValue":{"kind":"StringValue","value":"P30D","block":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"50"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domains"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"expiresAt"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"gte"},"value":{"kind":"StringValue","value":"PT0S","block":false}},{"kind":"ObjectField","name":{"kind":"Name","value":"lt"},"value":{"kind":"Variable","name":{"kind":"Name","value":"within"}}}]}}]}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"EXPIRES_AT"}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"registrant"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}},{"kind":"Field","name":{"kind":"Name","value":"phone"}}]}},{"kind":"Field","name":{"kind":"Name","value":"renewQuote"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"period"},"value":{"kind":"StringValue","value":"P1Y","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<ExpiringDomainsQuery, ExpiringDomainsQueryVariables>;
export const NotificationsDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"subscription","name":{"kind":"Name","value":"Notifications"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"ID"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"notificationReceived"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"readAt"}}]}}]}}]} as unknown as DocumentNode<NotificationsSubscription, NotificationsSubscriptionVariables>;
export const RegisterAndRenewDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RegisterAndRenew"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"register"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DomainRegisterInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"renew"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DomainBulkRenewInput"}}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domainRegister"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"register"}}},{"kind":"Argument","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"registrant"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"nameservers"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hostname"}}]}},{"kind":"Field","name":{"kind":"Name","value":"statuses"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"domainBulkRenew"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"renew"}}},{"kind":"Argument","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"BooleanValue","value":true}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"results"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"ok"}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"message"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"path"}}]}},{"kind":"Field","name":{"kind":"Name","value":"query"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}}]}}]}}]}}]}}]} as unknown as DocumentNode<RegisterAndRenewMutation, RegisterAndRenewMutationVariables>;
export const RegisterDomainDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RegisterDomain"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DomainRegisterInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}},"defaultValue":{"kind":"BooleanValue","value":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ifOutcome"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domainRegister"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}}},{"kind":"Argument","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}}},{"kind":"Argument","name":{"kind":"Name","value":"ifOutcome"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ifOutcome"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}},{"kind":"Field","name":{"kind":"Name","value":"transferCode"}},{"kind":"Field","name":{"kind":"Name","value":"registrant"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"explanation"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"retryable"}}]}}]}}]}}]} as unknown as DocumentNode<RegisterDomainMutation, RegisterDomainMutationVariables>;
export const RegistrarTourDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"RegistrarTour"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"registrar"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"account"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balance"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"transactions"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"3"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"balance"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"notifications"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"readAt"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"isNull"},"value":{"kind":"BooleanValue","value":true}}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"databaseId"}},{"kind":"Field","name":{"kind":"Name","value":"text"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"contacts"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"5"}},{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"NAME"}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]}}]}}]} as unknown as DocumentNode<RegistrarTourQuery, RegistrarTourQueryVariables>;
export const RenewDomainDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"mutation","name":{"kind":"Name","value":"RenewDomain"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"input"}},"type":{"kind":"NonNullType","type":{"kind":"NamedType","name":{"kind":"Name","value":"DomainRenewInput"}}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Boolean"}},"defaultValue":{"kind":"BooleanValue","value":false}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"ifOutcome"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"domainRenew"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"input"},"value":{"kind":"Variable","name":{"kind":"Name","value":"input"}}},{"kind":"Argument","name":{"kind":"Name","value":"idempotencyKey"},"value":{"kind":"Variable","name":{"kind":"Name","value":"idempotencyKey"}}},{"kind":"Argument","name":{"kind":"Name","value":"dryRun"},"value":{"kind":"Variable","name":{"kind":"Name","value":"dryRun"}}},{"kind":"Argument","name":{"kind":"Name","value":"ifOutcome"},"value":{"kind":"Variable","name":{"kind":"Name","value":"ifOutcome"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"outcome"}},{"kind":"Field","name":{"kind":"Name","value":"domain"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"expiresAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"userErrors"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"resultCode"}},{"kind":"Field","name":{"kind":"Name","value":"message"}},{"kind":"Field","name":{"kind":"Name","value":"explanation"}},{"kind":"Field","name":{"kind":"Name","value":"path"}},{"kind":"Field","name":{"kind":"Name","value":"retryable"}}]}}]}}]}}]} as unknown as DocumentNode<RenewDomainMutation, RenewDomainMutationVariables>;