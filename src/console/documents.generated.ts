/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** Which looks to list; all conditions that are given must hold. {objectKey: {eq: "ALPHA:TAMM"}} tells who has looked at this contact. */
export type AccessLogWhere = {
  /** By which operator it was. */
  actor?: StringFilter | null | undefined;
  /** All of these conditions hold. */
  and?: Array<AccessLogWhere> | null | undefined;
  /** By when it was looked at: {gte: "-P7D"} is the last week. */
  at?: DateTimeFilter | null | undefined;
  /** This condition does not hold. */
  not?: AccessLogWhere | null | undefined;
  /** By whose data it was: {eq: "ALPHA:TAMM"}. */
  objectKey?: StringFilter | null | undefined;
  /** By what was looked at: {eq: "contact"}. */
  objectType?: StringFilter | null | undefined;
  /** One or more of these conditions hold. */
  or?: Array<AccessLogWhere> | null | undefined;
  /** By the request that showed it. */
  requestId?: StringFilter | null | undefined;
};

/** What an access token is for. Each includes READ, and none includes another. */
export type AccessTokenScope =
  /** Also the balance, invoices and topping up. */
  | 'BILLING'
  /** Queries and subscriptions; balance and invoices are refused, fields of type Secret are null. */
  | 'READ'
  /** Also shows transfer codes and auth info. */
  | 'SECRETS'
  /** Also whatever the user may change about domains, contacts, messages and addresses. */
  | 'WRITE';

/** Which access tokens to list; all conditions that are given must hold. */
export type AccessTokenWhere = {
  /** All of these conditions hold. */
  and?: Array<AccessTokenWhere> | null | undefined;
  /** By when it was made: {gte: "-P7D"} is the last week. */
  createdAt?: DateTimeFilter | null | undefined;
  /** By who made it: {eq: "alpha"}. */
  createdBy?: StringFilter | null | undefined;
  /** By when it ends: {gte: "PT0S"} are those that still open something. */
  expiresAt?: DateTimeFilter | null | undefined;
  /** By when it was last used: {isNull: true} are those that never were. */
  lastUsedAt?: DateTimeFilter | null | undefined;
  /** By what its maker calls it. */
  name?: StringFilter | null | undefined;
  /** This condition does not hold. */
  not?: AccessTokenWhere | null | undefined;
  /** One or more of these conditions hold. */
  or?: Array<AccessTokenWhere> | null | undefined;
  /** By the code of the registrar that it acts for; {isNull: true} are those of operators. */
  registrar?: StringFilter | null | undefined;
  /** By what it is for: {contains: ["WRITE"]}. */
  scopes?: StringListFilter | null | undefined;
};

/** Which users to list; all conditions that are given must hold. */
export type ApiUserWhere = {
  /** By whether it is let in: {eq: false} are those that are locked out. */
  active?: BooleanFilter | null | undefined;
  /** All of these conditions hold. */
  and?: Array<ApiUserWhere> | null | undefined;
  /** By when it was let in: {gte: "-P7D"} is the last week. */
  createdAt?: DateTimeFilter | null | undefined;
  /** By where the person behind it gets mail. */
  email?: StringFilter | null | undefined;
  /** By the personal code of who uses it. */
  identityCode?: StringFilter | null | undefined;
  /** By when it last signed in: {isNull: true} are those that never have. */
  lastLoginAt?: DateTimeFilter | null | undefined;
  /** This condition does not hold. */
  not?: ApiUserWhere | null | undefined;
  /** One or more of these conditions hold. */
  or?: Array<ApiUserWhere> | null | undefined;
  /** By the code of its registrar: {eq: "ALPHA"}. */
  registrar?: StringFilter | null | undefined;
  /** By its roles: {contains: ["super"]}. */
  roles?: StringListFilter | null | undefined;
  /** By the name it signs in with: {startsWith: "alpha"}. */
  username?: StringFilter | null | undefined;
};

/** Which blocked names to list; all conditions that are given must hold. */
export type BlockedNameWhere = {
  /** All of these conditions hold. */
  and?: Array<BlockedNameWhere> | null | undefined;
  /** By since when it is blocked: {gte: "-P7D"} is the last week. */
  createdAt?: DateTimeFilter | null | undefined;
  /** By the name: {startsWith: "tam"}. */
  name?: StringFilter | null | undefined;
  /** This condition does not hold. */
  not?: BlockedNameWhere | null | undefined;
  /** One or more of these conditions hold. */
  or?: Array<BlockedNameWhere> | null | undefined;
};

/** Which boards to list; all conditions that are given must hold. */
export type BoardWhere = {
  /** All of these conditions hold. */
  and?: Array<BoardWhere> | null | undefined;
  /** By when it was published: {gte: "-P7D"} is the last week. */
  createdAt?: DateTimeFilter | null | undefined;
  /** By who made it: {eq: "alpha"}. */
  createdBy?: StringFilter | null | undefined;
  /** By when it ends: {gte: "PT0S"} are those that can still be read. */
  expiresAt?: DateTimeFilter | null | undefined;
  /** By what it is called. */
  name?: StringFilter | null | undefined;
  /** This condition does not hold. */
  not?: BoardWhere | null | undefined;
  /** One or more of these conditions hold. */
  or?: Array<BoardWhere> | null | undefined;
  /** By the code of the registrar whose user made it; {isNull: true} are those of all others. */
  registrar?: StringFilter | null | undefined;
};

/** Conditions on something that is so or is not: {eq: true}. */
export type BooleanFilter = {
  /** Is exactly this. */
  eq?: boolean | null | undefined;
  /** Is anything but this, or is neither. */
  ne?: boolean | null | undefined;
};

/** The ways on which the users of a registrar reach the registry. */
export type CallerInterface =
  /** Programs of the registrar that call directly. */
  | 'API'
  /** People who work with the portal for registrars. */
  | 'REGISTRAR';

/** Which contacts to list; all conditions that are given must hold. */
export type ContactWhere = {
  /** By the city of the postal address: {eq: "Tallinn"}. */
  addressCity?: StringFilter | null | undefined;
  /** By the country of the postal address: {eq: "EE"}. */
  addressCountryCode?: StringFilter | null | undefined;
  /** All of these conditions hold. */
  and?: Array<ContactWhere> | null | undefined;
  /** By its code: {eq: "ALPHA:TAMM"}. */
  code?: StringFilter | null | undefined;
  /** By the country that has given the number: {eq: "EE"}. */
  countryCode?: StringFilter | null | undefined;
  /** By when it was created: {gte: "-P7D"} is the last week. */
  createdAt?: DateTimeFilter | null | undefined;
  /** By the e-mail address: {contains: "@tamm.example"}. */
  email?: StringFilter | null | undefined;
  /** By the number that proves who it is, whichever kind it is. */
  ident?: StringFilter | null | undefined;
  /** By the kind of that number: {eq: ORG} are the organisations. */
  identType?: IdentTypeFilter | null | undefined;
  /** By the full name: {contains: "tamm"}. */
  name?: StringFilter | null | undefined;
  /** This condition does not hold. */
  not?: ContactWhere | null | undefined;
  /** One or more of these conditions hold. */
  or?: Array<ContactWhere> | null | undefined;
  /** By the phone number: {startsWith: "+372."}. */
  phone?: StringFilter | null | undefined;
  /** By the code of its registrar: {eq: "ALPHA"}. */
  registrar?: StringFilter | null | undefined;
  /** By what holds for it now: {notContains: ["linked"]} are those on no domain. */
  statuses?: StringListFilter | null | undefined;
  /** By when it was last changed: {gte: "-P7D"} is the last week. */
  updatedAt?: DateTimeFilter | null | undefined;
};

/** Conditions on a calendar day; all that are given must hold. Say which day, or how far from today: {lte: "P30D"} is today plus 30 days or earlier. */
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

/** Conditions on a moment; all that are given must hold. Say when, or how far from now: {gte: "PT0S", lt: "P30D"} is within the next 30 days, {gte: "-P7D"} the last week and later, {lt: "2026-12-31"} before that day. */
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

/** Conditions on an amount of money in euros; all that are given must hold: {gte: "10.00", lt: "100.00"}. */
export type DecimalFilter = {
  /** Is exactly this amount. */
  eq?: string | null | undefined;
  /** Is more than this. */
  gt?: string | null | undefined;
  /** Is this much or more. */
  gte?: string | null | undefined;
  /** Is one of these amounts. */
  in?: Array<string> | null | undefined;
  /** Is less than this. */
  lt?: string | null | undefined;
  /** Is this much or less. */
  lte?: string | null | undefined;
  /** Is any amount but this one. */
  ne?: string | null | undefined;
  /** Is none of these amounts. */
  notIn?: Array<string> | null | undefined;
};

/** Which disputes to list; all conditions that are given must hold. {closedAt: {isNull: true}} are those that nobody has ended. */
export type DisputeWhere = {
  /** All of these conditions hold. */
  and?: Array<DisputeWhere> | null | undefined;
  /** By when it was ended; {isNull: true} are the open ones. */
  closedAt?: DateTimeFilter | null | undefined;
  /** By when it was opened: {gte: "-P7D"} is the last week. */
  createdAt?: DateTimeFilter | null | undefined;
  /** By its last day: {lte: "P30D"} is within 30 days. */
  expiresAt?: DateFilter | null | undefined;
  /** By the name that is disputed: {eq: "tamm.ee"}. */
  name?: StringFilter | null | undefined;
  /** This condition does not hold. */
  not?: DisputeWhere | null | undefined;
  /** One or more of these conditions hold. */
  or?: Array<DisputeWhere> | null | undefined;
  /** By its first day: {gt: "PT0S"} are those yet to begin. */
  startsAt?: DateFilter | null | undefined;
};

/** The things that can be done with a domain. */
export type DomainAction =
  /** Take part in a bulk replacement of a nameserver. */
  | 'BULK_NAMESERVER_REPLACE'
  /** Take part in a bulk replacement of a tech contact. */
  | 'BULK_TECH_REPLACE'
  /** Add admin contacts or take them away. */
  | 'CHANGE_ADMIN_CONTACTS'
  /** Add DNSSEC keys or take them away. */
  | 'CHANGE_DNSSEC_KEYS'
  /** Add nameservers or take them away. */
  | 'CHANGE_NAMESERVERS'
  /** Hand the domain over to another registrant. */
  | 'CHANGE_REGISTRANT'
  /** Add tech contacts or take them away. */
  | 'CHANGE_TECH_CONTACTS'
  /** Give the domain up; a registrar that does not sponsor it needs its transfer code. */
  | 'DELETE'
  /** Take the domain off hold: it works in the DNS again. */
  | 'REMOVE_CLIENT_HOLD'
  /** Extend the period that is paid for. */
  | 'RENEW'
  /** Put the domain on hold: it stops working in the DNS. */
  | 'SET_CLIENT_HOLD'
  /** Move the domain to another registrar, who has its transfer code. */
  | 'TRANSFER'
  /** Change the transfer code, or replace the registrant by the same person under another code: the latter even where only the registrant stands against it. */
  | 'UPDATE';

/** Which domains to list; all conditions that are given must hold. {expiresAt: {gte: "PT0S", lt: "P30D"}} are those that expire in the next 30 days. */
export type DomainWhere = {
  /** All of these conditions hold. */
  and?: Array<DomainWhere> | null | undefined;
  /** By the codes of its registrant, admin and tech contacts: {contains: ["ALPHA:TAMM"]}. */
  contactCodes?: StringListFilter | null | undefined;
  /** By the personal codes or registration numbers of its registrant, admin and tech contacts, as far as they are yours, or you are an operator. */
  contactIdents?: StringListFilter | null | undefined;
  /** By when it was registered: {gte: "-P7D"} is the last week. */
  createdAt?: DateTimeFilter | null | undefined;
  /** By the day from which it can be deleted: {lte: "P7D"} is within a week. */
  deleteDate?: DateFilter | null | undefined;
  /** By when its period ends: {gte: "PT0S", lt: "P30D"} is in the next 30 days, {lt: "PT0S"} has ended already. */
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
  /** By when it leaves the DNS: {isNull: false} are those on their way out. */
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
  /** By what holds for it now: {containsAny: ["expired", "serverHold"]}. DomainStatus.name lists them all. */
  statuses?: StringListFilter | null | undefined;
  /** By when it was last changed: {gte: "-P1D"} is the last day. */
  updatedAt?: DateTimeFilter | null | undefined;
  /** By the zone it is registered in: {eq: "com.ee"}. */
  zone?: StringFilter | null | undefined;
};

/** The kinds of numbers by which a person or organisation is known to a state. */
export type IdentType =
  /** A person without such a code, by date of birth. */
  | 'BIRTHDAY'
  /** An organisation, by its number in a business register. */
  | 'ORG'
  /** A person, by the number of a passport: registries hold such contacts from former times, and take no new ones. */
  | 'PASSPORT'
  /** A person, by a national personal code. */
  | 'PRIV';

/** Conditions on the kind of number that proves who a contact is; all that are given must hold. */
export type IdentTypeFilter = {
  /** Is exactly this kind. */
  eq?: IdentType | null | undefined;
  /** Is one of these kinds. */
  in?: Array<IdentType> | null | undefined;
  /** Is any kind but this one. */
  ne?: IdentType | null | undefined;
  /** Is none of these kinds. */
  notIn?: Array<IdentType> | null | undefined;
};

/** Conditions on a whole number; all that are given must hold: {gte: 10000, lt: 20000}. */
export type IntFilter = {
  /** Is exactly this number. */
  eq?: number | null | undefined;
  /** Is greater than this. */
  gt?: number | null | undefined;
  /** Is this or greater. */
  gte?: number | null | undefined;
  /** Is one of these numbers. */
  in?: Array<number> | null | undefined;
  /** Is smaller than this. */
  lt?: number | null | undefined;
  /** Is this or smaller. */
  lte?: number | null | undefined;
  /** Is any number but this one. */
  ne?: number | null | undefined;
  /** Is none of these numbers. */
  notIn?: Array<number> | null | undefined;
};

/** The kinds of things that invoices are made for. */
export type InvoiceKind =
  /** An auction deposit. */
  | 'DEPOSIT'
  /** Sums up what a registrar has bought in a month; there is nothing to pay. */
  | 'MONTHLY_SUMMARY'
  /** Anything else that a service bills. */
  | 'OTHER'
  /** Tops up a registrar's account. */
  | 'PREPAYMENT'
  /** Pays for names that are reserved. */
  | 'RESERVATION';

/** Conditions on what an invoice is for; all that are given must hold: {eq: PREPAYMENT}. */
export type InvoiceKindFilter = {
  /** Is exactly this kind. */
  eq?: InvoiceKind | null | undefined;
  /** Is one of these kinds. */
  in?: Array<InvoiceKind> | null | undefined;
  /** Is any kind but this one. */
  ne?: InvoiceKind | null | undefined;
  /** Is none of these kinds. */
  notIn?: Array<InvoiceKind> | null | undefined;
};

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

/** Conditions on how far an invoice has come; all that are given must hold: {in: [UNPAID, OVERDUE]}. */
export type InvoiceStatusFilter = {
  /** Has exactly this status. */
  eq?: InvoiceStatus | null | undefined;
  /** Has one of these statuses. */
  in?: Array<InvoiceStatus> | null | undefined;
  /** Has any status but this one. */
  ne?: InvoiceStatus | null | undefined;
  /** Has none of these statuses. */
  notIn?: Array<InvoiceStatus> | null | undefined;
};

/** Which invoices to list; all conditions that are given must hold. */
export type InvoiceWhere = {
  /** By how much is to be paid, in euros: {gte: "100.00"}. */
  amount?: DecimalFilter | null | undefined;
  /** All of these conditions hold. */
  and?: Array<InvoiceWhere> | null | undefined;
  /** By when they were called off: {isNull: true} are those that were not. */
  cancelledAt?: DateTimeFilter | null | undefined;
  /** By when they were made: {gte: "-P30D"} is the last 30 days. */
  createdAt?: DateTimeFilter | null | undefined;
  /** By what they are for: {contains: "deposit"}. */
  description?: StringFilter | null | undefined;
  /** By the last day on which they should be paid: {lte: "P7D"}. */
  dueOn?: DateFilter | null | undefined;
  /** By the service they belong to: {eq: "auction"}. */
  initiator?: StringFilter | null | undefined;
  /** By what they are for: {eq: PREPAYMENT}. */
  kind?: InvoiceKindFilter | null | undefined;
  /** This condition does not hold. */
  not?: InvoiceWhere | null | undefined;
  /** By the invoice number: {gte: 10000}. */
  number?: IntFilter | null | undefined;
  /** One or more of these conditions hold. */
  or?: Array<InvoiceWhere> | null | undefined;
  /** By how many days they have been overdue: {gte: 1}; 0 are those that are not. */
  overdueDays?: IntFilter | null | undefined;
  /** By when they were paid: {isNull: true} are those that are not. */
  paidAt?: DateTimeFilter | null | undefined;
  /** By how far they have come: {eq: PAID}. */
  status?: InvoiceStatusFilter | null | undefined;
};

/** Which runs of jobs to list; all conditions that are given must hold. */
export type JobRunWhere = {
  /** All of these conditions hold. */
  and?: Array<JobRunWhere> | null | undefined;
  /** By whether it failed: {eq: true}. */
  failed?: BooleanFilter | null | undefined;
  /** By the name of the job, as jobs lists it. */
  job?: StringFilter | null | undefined;
  /** This condition does not hold. */
  not?: JobRunWhere | null | undefined;
  /** One or more of these conditions hold. */
  or?: Array<JobRunWhere> | null | undefined;
  /** By when it began: {gte: "-P7D"} is the last week. */
  startedAt?: DateTimeFilter | null | undefined;
  /** By how many rows were due: {gte: 1000}. */
  taken?: IntFilter | null | undefined;
};

/** Which changes by operators to list; all conditions that are given must hold. */
export type OperatorLogWhere = {
  /** By which operator it was. */
  actor?: StringFilter | null | undefined;
  /** All of these conditions hold. */
  and?: Array<OperatorLogWhere> | null | undefined;
  /** By when it was done: {gte: "-P7D"} is the last week. */
  at?: DateTimeFilter | null | undefined;
  /** This condition does not hold. */
  not?: OperatorLogWhere | null | undefined;
  /** By to which: {eq: "ALPHA"}. */
  objectKey?: StringFilter | null | undefined;
  /** By what it was done to: {eq: "registrar"}. */
  objectType?: StringFilter | null | undefined;
  /** By what was done: {eq: "registrar.suspend"}. */
  operation?: StringFilter | null | undefined;
  /** One or more of these conditions hold. */
  or?: Array<OperatorLogWhere> | null | undefined;
  /** By the request that did it. */
  requestId?: StringFilter | null | undefined;
};

/** Which items of the outbox to list; all conditions that are given must hold. {state: {eq: "dead"}} are those that were given up. */
export type OutboxItemWhere = {
  /** All of these conditions hold. */
  and?: Array<OutboxItemWhere> | null | undefined;
  /** By how often they were tried: {gte: 2}. */
  attempts?: IntFilter | null | undefined;
  /** By when they were put in: {gte: "-P1D"} is the last day. */
  createdAt?: DateTimeFilter | null | undefined;
  /** By when they were given up. */
  deadAt?: DateTimeFilter | null | undefined;
  /** By when they were delivered. */
  doneAt?: DateTimeFilter | null | undefined;
  /** By where they go: {eq: "mail"}. */
  kind?: StringFilter | null | undefined;
  /** By when they are tried the next time. */
  nextAttemptAt?: DateTimeFilter | null | undefined;
  /** This condition does not hold. */
  not?: OutboxItemWhere | null | undefined;
  /** One or more of these conditions hold. */
  or?: Array<OutboxItemWhere> | null | undefined;
  /** By what became of them: pending, done or dead. */
  state?: StringFilter | null | undefined;
  /** By what they are about: {eq: "tamm.ee"}. */
  subject?: StringFilter | null | undefined;
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

/** Conditions on the way in which the two differ; all that are given must hold. */
export type PaymentDisagreementKindFilter = {
  /** Is exactly this kind of disagreement. */
  eq?: PaymentDisagreementKind | null | undefined;
  /** Is one of these kinds of disagreement. */
  in?: Array<PaymentDisagreementKind> | null | undefined;
  /** Is any kind of disagreement but this one. */
  ne?: PaymentDisagreementKind | null | undefined;
  /** Is none of these kinds of disagreement. */
  notIn?: Array<PaymentDisagreementKind> | null | undefined;
};

/** Which disagreements to list; all conditions that are given must hold. */
export type PaymentDisagreementWhere = {
  /** All of these conditions hold. */
  and?: Array<PaymentDisagreementWhere> | null | undefined;
  /** By the way in which the two differ: {eq: PAID_TWICE}. */
  kind?: PaymentDisagreementKindFilter | null | undefined;
  /** This condition does not hold. */
  not?: PaymentDisagreementWhere | null | undefined;
  /** One or more of these conditions hold. */
  or?: Array<PaymentDisagreementWhere> | null | undefined;
  /** By the reference of the payment at the provider. */
  paymentReference?: StringFilter | null | undefined;
  /** By when they were first seen: {gte: "-P7D"} is the last week. */
  raisedAt?: DateTimeFilter | null | undefined;
  /** By when they were dealt with; {isNull: true} are the open ones. */
  resolvedAt?: DateTimeFilter | null | undefined;
};

/** Which payments to list; all conditions that are given must hold. {stray: {eq: true}, state: {eq: "settled"}} is money that came for no invoice. */
export type PaymentWhere = {
  /** By how much it was made for: {gte: "100.00"}. */
  amount?: DecimalFilter | null | undefined;
  /** All of these conditions hold. */
  and?: Array<PaymentWhere> | null | undefined;
  /** By the number of the invoice that it pays: {eq: 10001}. */
  invoiceNumber?: IntFilter | null | undefined;
  /** This condition does not hold. */
  not?: PaymentWhere | null | undefined;
  /** By when it happened: {gte: "-P7D"} is the last week. */
  occurredAt?: DateTimeFilter | null | undefined;
  /** One or more of these conditions hold. */
  or?: Array<PaymentWhere> | null | undefined;
  /** By the reference of the payment at the provider. */
  reference?: StringFilter | null | undefined;
  /** By how much of it has not been given back. */
  standingAmount?: DecimalFilter | null | undefined;
  /** By what the provider said of it last: {eq: "settled"}. */
  state?: StringFilter | null | undefined;
  /** By whether it belongs to no invoice that is known. */
  stray?: BooleanFilter | null | undefined;
};

/** Which prices to list; all conditions that are given must hold. {validFrom: {gt: "PT0S"}} are those to come. */
export type PriceWhere = {
  /** All of these conditions hold. */
  and?: Array<PriceWhere> | null | undefined;
  /** By whether they are valid today: {eq: true}. */
  current?: BooleanFilter | null | undefined;
  /** By for how many months they pay: {eq: 12}. */
  months?: IntFilter | null | undefined;
  /** This condition does not hold. */
  not?: PriceWhere | null | undefined;
  /** By whether they are for registering or renewing: {eq: RENEW}. */
  operation?: PricedOperationFilter | null | undefined;
  /** One or more of these conditions hold. */
  or?: Array<PriceWhere> | null | undefined;
  /** By how much they are: {gte: "10.00"}. */
  price?: DecimalFilter | null | undefined;
  /** By their first day: {gt: "PT0S"} are those to come. */
  validFrom?: DateFilter | null | undefined;
  /** By their last day: {lt: "PT0S"} are those that were, {isNull: true} those that no other follows. */
  validTo?: DateFilter | null | undefined;
  /** By the zone they are for: {eq: "ee"}. */
  zone?: StringFilter | null | undefined;
};

/** The things that have a price. */
export type PricedOperation =
  /** Registering a name that nobody has. */
  | 'CREATE'
  /** Extending the period of a domain. */
  | 'RENEW';

/** Conditions on what a price is for; all that are given must hold. */
export type PricedOperationFilter = {
  /** Is exactly this operation. */
  eq?: PricedOperation | null | undefined;
  /** Is one of these operations. */
  in?: Array<PricedOperation> | null | undefined;
  /** Is any operation but this one. */
  ne?: PricedOperation | null | undefined;
  /** Is none of these operations. */
  notIn?: Array<PricedOperation> | null | undefined;
};

/** Which questions to list; all conditions that are given must hold. */
export type QuestionWhere = {
  /** All of these conditions hold. */
  and?: Array<QuestionWhere> | null | undefined;
  /** By when it was published: {gte: "-P7D"} is the last week. */
  createdAt?: DateTimeFilter | null | undefined;
  /** By who made it: {eq: "alpha"}. */
  createdBy?: StringFilter | null | undefined;
  /** By when it ends: {gte: "PT0S"} are those that can still be read. */
  expiresAt?: DateTimeFilter | null | undefined;
  /** By when it was last read: {isNull: true} are those that never were. */
  lastReadAt?: DateTimeFilter | null | undefined;
  /** By what it is called. */
  name?: StringFilter | null | undefined;
  /** This condition does not hold. */
  not?: QuestionWhere | null | undefined;
  /** One or more of these conditions hold. */
  or?: Array<QuestionWhere> | null | undefined;
  /** Whether it may show personal data. */
  personalData?: BooleanFilter | null | undefined;
  /** By the code of the registrar whose user made it; {isNull: true} are those of all others. */
  registrar?: StringFilter | null | undefined;
};

/** Which registrars to list; all conditions that are given must hold. {balance: {lt: "50.00"}} are those that are running short. */
export type RegistrarWhere = {
  /** All of these conditions hold. */
  and?: Array<RegistrarWhere> | null | undefined;
  /** By how many euros are on the account: {lt: "50.00"}. */
  balance?: DecimalFilter | null | undefined;
  /** By the code: {eq: "ALPHA"}. */
  code?: StringFilter | null | undefined;
  /** By the country: {ne: "EE"}. */
  countryCode?: StringFilter | null | undefined;
  /** By when they were let in: {gte: "-P1Y"} is the last year. */
  createdAt?: DateTimeFilter | null | undefined;
  /** By the e-mail address. */
  email?: StringFilter | null | undefined;
  /** By the name: {contains: "domain"}. */
  name?: StringFilter | null | undefined;
  /** This condition does not hold. */
  not?: RegistrarWhere | null | undefined;
  /** One or more of these conditions hold. */
  or?: Array<RegistrarWhere> | null | undefined;
  /** By the number in the business register. */
  regNo?: StringFilter | null | undefined;
  /** By since when they are suspended: {isNull: true} are those that are not. */
  suspendedAt?: DateTimeFilter | null | undefined;
};

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

/** Conditions on what became of the names of a reservation; all that are given must hold. eq and in: of one or more of its names; ne and notIn: of all of them. */
export type ReservationEntryStatusFilter = {
  /** Has exactly this status. */
  eq?: ReservationEntryStatus | null | undefined;
  /** Has one of these statuses. */
  in?: Array<ReservationEntryStatus> | null | undefined;
  /** Has any status but this one. */
  ne?: ReservationEntryStatus | null | undefined;
  /** Has none of these statuses. */
  notIn?: Array<ReservationEntryStatus> | null | undefined;
};

/** What a reservation costs, and for how long it holds. */
export type ReservationKind =
  /** Free of charge, for seven days. */
  | 'FREE'
  /** Paid for, for a year from the first paidReservation after payment. */
  | 'PAID';

/** Conditions on what a reservation costs; all that are given must hold. */
export type ReservationKindFilter = {
  /** Is exactly this kind. */
  eq?: ReservationKind | null | undefined;
  /** Is one of these kinds. */
  in?: Array<ReservationKind> | null | undefined;
  /** Is any kind but this one. */
  ne?: ReservationKind | null | undefined;
  /** Is none of these kinds. */
  notIn?: Array<ReservationKind> | null | undefined;
};

/** Which reservations to list; all conditions that are given must hold. {paid: {eq: false}, createdAt: {lt: "-P1D"}} are those that nobody has paid for in a day. */
export type ReservationWhere = {
  /** All of these conditions hold. */
  and?: Array<ReservationWhere> | null | undefined;
  /** By when they were made: {lt: "-P1D"} is more than a day ago. */
  createdAt?: DateTimeFilter | null | undefined;
  /** By what they cost: {eq: PAID}. */
  kind?: ReservationKindFilter | null | undefined;
  /** By the names that they hold: {eq: "tamm.ee"} are those with this name among them. */
  name?: StringFilter | null | undefined;
  /** This condition does not hold. */
  not?: ReservationWhere | null | undefined;
  /** One or more of these conditions hold. */
  or?: Array<ReservationWhere> | null | undefined;
  /** By whether their invoice is paid: {eq: false} are those that wait for it. Free ones are neither. */
  paid?: BooleanFilter | null | undefined;
  /** By what became of their names: {eq: PENDING} are those with a name that waits. */
  status?: ReservationEntryStatusFilter | null | undefined;
};

/** Which reserved names to list; all conditions that are given must hold. */
export type ReservedNameWhere = {
  /** All of these conditions hold. */
  and?: Array<ReservedNameWhere> | null | undefined;
  /** By who holds it: {eq: true} are those of reservations, {eq: false} those of operators. */
  byPortal?: BooleanFilter | null | undefined;
  /** By since when it is kept back: {gte: "-P7D"} is the last week. */
  createdAt?: DateTimeFilter | null | undefined;
  /** By until when it is kept back: {isNull: true} are those that are for good. */
  expiresAt?: DateTimeFilter | null | undefined;
  /** By the name: {startsWith: "tam"}. */
  name?: StringFilter | null | undefined;
  /** This condition does not hold. */
  not?: ReservedNameWhere | null | undefined;
  /** One or more of these conditions hold. */
  or?: Array<ReservedNameWhere> | null | undefined;
};

/** Conditions on a text; all that are given must hold. contains and startsWith ignore case, the others do not: {startsWith: "tam"}. */
export type StringFilter = {
  /** Has this somewhere in it, in small or capital letters; % and _ are no wildcards. */
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
  /** Has not a single one of these. */
  notContains?: Array<string> | null | undefined;
};

/** What money moves for on an account. */
export type TransactionActivity =
  /** A prepayment that was paid, or the opening balance. */
  | 'ADD_CREDIT'
  /** A domain was registered. */
  | 'CREATE'
  /** A domain was renewed. */
  | 'RENEW'
  /** A prepayment whose money went back. */
  | 'REVERSAL'
  /** A correction by an operator. */
  | 'UPDATE_CREDIT';

/** Conditions on what money moved for; all that are given must hold: {in: [CREATE, RENEW]}. */
export type TransactionActivityFilter = {
  /** Is exactly this activity. */
  eq?: TransactionActivity | null | undefined;
  /** Is one of these activities. */
  in?: Array<TransactionActivity> | null | undefined;
  /** Is any activity but this one. */
  ne?: TransactionActivity | null | undefined;
  /** Is none of these activities. */
  notIn?: Array<TransactionActivity> | null | undefined;
};

/** What moved the money. */
export type TransactionKind =
  /** A correction by an operator. */
  | 'ADJUSTMENT'
  /** A prepayment whose money went back. */
  | 'REFUND'
  /** A domain was registered. */
  | 'REGISTRATION'
  /** A domain was renewed. */
  | 'RENEWAL'
  /** A prepayment that was paid, or the opening balance. */
  | 'TOP_UP';

/** Conditions on what moved the money; all that are given must hold: {in: [REGISTRATION, RENEWAL]}. */
export type TransactionKindFilter = {
  /** Is exactly this kind. */
  eq?: TransactionKind | null | undefined;
  /** Is one of these kinds. */
  in?: Array<TransactionKind> | null | undefined;
  /** Is any kind but this one. */
  ne?: TransactionKind | null | undefined;
  /** Is none of these kinds. */
  notIn?: Array<TransactionKind> | null | undefined;
};

/** Which transactions to list; all conditions that are given must hold. */
export type TransactionWhere = {
  /** By what it was for: {in: [CREATE, RENEW]}. */
  activity?: TransactionActivityFilter | null | undefined;
  /** All of these conditions hold. */
  and?: Array<TransactionWhere> | null | undefined;
  /** By when the money moved: {gte: "-P30D"} is the last 30 days. */
  createdAt?: DateTimeFilter | null | undefined;
  /** By the words of its description: {contains: "tamm.ee"}. */
  description?: StringFilter | null | undefined;
  /** By what moved the money: {eq: RENEWAL}. */
  kind?: TransactionKindFilter | null | undefined;
  /** This condition does not hold. */
  not?: TransactionWhere | null | undefined;
  /** One or more of these conditions hold. */
  or?: Array<TransactionWhere> | null | undefined;
  /** By its amount, negative when it was taken: {lt: "0"} is everything that was charged. */
  sum?: DecimalFilter | null | undefined;
};

/** The roles that a registrar's user can have. */
export type UserRole =
  /** May only read the account and its transactions. */
  | 'BILLING'
  /** May do everything about domains, contacts and poll messages. */
  | 'EPP'
  /** May do everything, also read the account. */
  | 'SUPER';

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

/** An event that a webhook can receive. */
export type WebhookEvent =
  /** A domain of yours was registered, changed or deleted, or came or went: domain.changed. */
  | 'DOMAIN_CHANGED'
  /** An invoice of yours was issued, or its status changed: invoice.changed. */
  | 'INVOICE_CHANGED'
  /** You have got a poll message: notification.created. */
  | 'NOTIFICATION_CREATED';

/** Which webhooks to list; all conditions that are given must hold. */
export type WebhookWhere = {
  /** All of these conditions hold. */
  and?: Array<WebhookWhere> | null | undefined;
  /** By when it was made: {gte: "-P7D"} is the last week. */
  createdAt?: DateTimeFilter | null | undefined;
  /** By whether it is switched on: {eq: false} are those that are off. */
  enabled?: BooleanFilter | null | undefined;
  /** By its events: {contains: ["domain.changed"]}. */
  events?: StringListFilter | null | undefined;
  /** By since when messages do not arrive; {isNull: false} where they do not. */
  failingSince?: DateTimeFilter | null | undefined;
  /** This condition does not hold. */
  not?: WebhookWhere | null | undefined;
  /** One or more of these conditions hold. */
  or?: Array<WebhookWhere> | null | undefined;
  /** By the code of the registrar whose it is: {eq: "ALPHA"}. */
  registrar?: StringFilter | null | undefined;
  /** By where messages are sent: {contains: "alpha.example"}. */
  url?: StringFilter | null | undefined;
};

export type OperatorAccessLogQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: AccessLogWhere | null | undefined;
}>;


export type OperatorAccessLogQuery = { viewer: { kind: ViewerKind, name: string }, accessLog: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ at: string, actor: string, objectType: string, objectKey: string, requestId: string }> } | null };

export type OperatorBlockedNamesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: BlockedNameWhere | null | undefined;
}>;


export type OperatorBlockedNamesQuery = { viewer: { kind: ViewerKind, name: string }, blockedNames: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ name: string, blockedAt: string | null }> } | null };

export type OperatorBoardsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: BoardWhere | null | undefined;
}>;


export type OperatorBoardsQuery = { viewer: { kind: ViewerKind, name: string }, boards: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, name: string, createdBy: string, createdAt: string, expiresAt: string, questions: Array<{ name: string }>, registrar: { code: string } | null }> } | null };

export type OperatorContactQueryVariables = Exact<{
  code: string;
  after?: string | null | undefined;
}>;


export type OperatorContactQuery = { viewer: { kind: ViewerKind, name: string }, contact: { code: string, name: string, email: string | null, phone: string | null, createdAt: string | null, updatedAt: string | null, address: { street: string | null, city: string | null, zip: string | null, state: string | null, countryCode: string | null } | null, ident: { code: string, type: IdentType | null, countryCode: string | null } | null, statuses: Array<{ name: string, note: string | null }> | null, registrar: { code: string, name: string } | null, domains: { totalCount: number, nodes: Array<{ name: string, expiresAt: string, deleteDate: string | null, statuses: Array<{ name: string }>, registrar: { code: string }, registrant: { name: string } }> } | null, legalDocuments: Array<{ id: number, type: string, size: number, sha256: string, operation: string, actor: string, createdAt: string }> | null, history: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ at: string, actor: string, operation: string, requestId: string, changes: Array<{ field: string, from: unknown, to: unknown }> }> } | null } | null };

export type OperatorContactsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: ContactWhere | null | undefined;
}>;


export type OperatorContactsQuery = { viewer: { kind: ViewerKind, name: string }, contacts: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ code: string, name: string, email: string | null, registrar: { code: string } | null }> } | null };

export type OperatorDisagreementsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: PaymentDisagreementWhere | null | undefined;
}>;


export type OperatorDisagreementsQuery = { viewer: { kind: ViewerKind, name: string }, paymentDisagreements: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: number, kind: PaymentDisagreementKind, about: string | null, details: unknown, paymentReference: string, raisedAt: string, resolvedAt: string | null, resolvedBy: string | null, note: string | null, invoice: { number: number, userUniqueId: string | null, status: InvoiceStatus, amount: string, currency: string, description: string } | null, payment: { state: string, amount: string | null } | null }> } | null };

export type OperatorDisputesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: DisputeWhere | null | undefined;
}>;


export type OperatorDisputesQuery = { viewer: { kind: ViewerKind, name: string }, disputes: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ name: string, startsAt: string, expiresAt: string, closedAt: string | null }> } | null };

export type OperatorDomainQueryVariables = Exact<{
  name: string;
  after?: string | null | undefined;
  asOf?: string | null | undefined;
}>;


export type OperatorDomainQuery = { viewer: { kind: ViewerKind, name: string }, domain: { name: string, punycode: string, createdAt: string, updatedAt: string, expiresAt: string, outzoneAt: string | null, deleteDate: string | null, forceDeleteDate: string | null, disputed: boolean, statuses: Array<{ name: string, note: string | null, setAt: string | null }>, registrar: { code: string, name: string }, registrant: { code: string, name: string, email: string | null, phone: string | null }, adminContacts: Array<{ code: string, name: string, email: string | null, phone: string | null }>, techContacts: Array<{ code: string, name: string, email: string | null, phone: string | null }>, nameservers: Array<{ hostname: string, ipv4: Array<string>, ipv6: Array<string> }>, dnssecKeys: Array<{ keyTag: number, algorithm: number }>, allowedActions: Array<{ action: DomainAction, allowed: boolean, reasons: Array<{ explanation: string | null, message: string, resultCode: number }> }> | null, renewQuote: { price: string, currency: string, expiresAt: string } | null, transactions: Array<{ createdAt: string, description: string | null, sum: string, kind: TransactionKind }> | null, reservation: { userUniqueId: string | null, kind: ReservationKind, createdAt: string } | null, legalDocuments: Array<{ id: number, type: string, size: number, sha256: string, operation: string, actor: string, createdAt: string }> | null, history: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ at: string, actor: string, operation: string, requestId: string, changes: Array<{ field: string, from: unknown, to: unknown }> }> } | null } | null };

export type OperatorDomainsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: DomainWhere | null | undefined;
}>;


export type OperatorDomainsQuery = { viewer: { kind: ViewerKind, name: string }, domains: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ name: string, expiresAt: string, deleteDate: string | null, statuses: Array<{ name: string }>, registrar: { code: string }, registrant: { name: string } }> } | null };

export type OperatorInvoiceQueryVariables = Exact<{
  number: number;
  userUniqueId?: string | null | undefined;
}>;


export type OperatorInvoiceQuery = { viewer: { kind: ViewerKind, name: string }, invoice: { number: number, userUniqueId: string | null, kind: InvoiceKind, status: InvoiceStatus, amount: string, subtotal: string | null, vatRate: string | null, vatAmount: string | null, currency: string, description: string, initiator: string, referenceNumber: string | null, createdAt: string, dueOn: string | null, paidAt: string | null, cancelledAt: string | null, cancellable: boolean, payable: boolean, paymentReference: string | null, exportedToAccountingAt: string | null, sentAsEInvoiceAt: string | null, buyer: { name: string | null, email: string | null } | null, lines: Array<{ description: string, quantity: number, unit: string, price: string, sum: string }>, payments: Array<{ reference: string, state: string, amount: string | null, standingAmount: string | null, occurredAt: string }>, events: Array<{ name: string | null, outcome: string, receivedAt: string }> } | null };

export type OperatorInvoicesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: InvoiceWhere | null | undefined;
}>;


export type OperatorInvoicesQuery = { viewer: { kind: ViewerKind, name: string }, invoices: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ number: number, userUniqueId: string | null, status: InvoiceStatus, amount: string, currency: string, description: string, initiator: string, createdAt: string }> } | null };

export type OperatorJobRunsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: JobRunWhere | null | undefined;
}>;


export type OperatorJobRunsQuery = { viewer: { kind: ViewerKind, name: string }, jobRuns: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ job: string, startedAt: string, finishedAt: string | null, taken: number, error: string | null }> } | null };

export type OperatorJobsQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorJobsQuery = { viewer: { kind: ViewerKind, name: string }, jobs: Array<{ name: string, description: string, nextDueAt: string | null, lagSeconds: number, heldBy: string | null, lastStartedAt: string | null, lastFinishedAt: string | null, lastError: string | null }> | null };

export type OperatorLedgerQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: TransactionWhere | null | undefined;
  registrar?: string | null | undefined;
}>;


export type OperatorLedgerQuery = { viewer: { kind: ViewerKind, name: string }, ledger: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ createdAt: string, description: string | null, sum: string, balance: string }> } | null };

export type OperatorOperatorLogQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: OperatorLogWhere | null | undefined;
}>;


export type OperatorOperatorLogQuery = { viewer: { kind: ViewerKind, name: string }, operatorLog: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ at: string, actor: string, operation: string, objectType: string, objectKey: string, entry: { requestId: string, changes: Array<{ field: string, from: unknown, to: unknown }> } }> } | null };

export type OperatorOutboxQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorOutboxQuery = { viewer: { kind: ViewerKind, name: string }, outbox: { lagSeconds: number } | null, pending: { totalCount: number, nodes: Array<{ id: number, kind: string, subject: string, createdAt: string, attempts: number, nextAttemptAt: string, lastError: string | null }> } | null, dead: { totalCount: number, nodes: Array<{ id: number, kind: string, subject: string, createdAt: string, attempts: number, deadAt: string | null, lastError: string | null }> } | null };

export type OperatorOutboxAllQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: OutboxItemWhere | null | undefined;
}>;


export type OperatorOutboxAllQuery = { viewer: { kind: ViewerKind, name: string }, outbox: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: number, kind: string, subject: string, createdAt: string, attempts: number, nextAttemptAt: string, doneAt: string | null, deadAt: string | null, lastError: string | null }> } | null };

export type OperatorOverviewQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type OperatorOverviewQuery = { viewer: { kind: ViewerKind, name: string }, registrars: { totalCount: number } | null, pending: { totalCount: number, lagSeconds: number } | null, dead: { totalCount: number } | null, jobs: Array<{ name: string, lagSeconds: number, lastError: string | null }> | null, paymentDisagreements: { totalCount: number } | null, domains: { totalCount: number } | null, months: Array<{ period: string, atEnd: number, registered: number, renewed: number, transferredIn: number, deleted: number }> | null, expiring: { totalCount: number, months: Array<{ expiresAt: string | null, count: number }> } | null, held: { totalCount: number } | null, paid: { months: Array<{ paidAt: string | null, sum: string, count: number }> } | null, unpaid: { totalCount: number } | null, overdue: { totalCount: number } | null, leaving: { totalCount: number } | null };

export type OperatorPaymentsAllQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: PaymentWhere | null | undefined;
}>;


export type OperatorPaymentsAllQuery = { viewer: { kind: ViewerKind, name: string }, payments: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ reference: string, state: string, amount: string | null, standingAmount: string | null, strayAmount: string, refundBegunAt: string | null, occurredAt: string, invoice: { number: number, userUniqueId: string | null, status: InvoiceStatus } | null }> } | null };

export type OperatorPricesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: PriceWhere | null | undefined;
}>;


export type OperatorPricesQuery = { viewer: { kind: ViewerKind, name: string }, prices: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ zone: string, operation: PricedOperation, period: string, price: string, validFrom: string, validTo: string | null }> } | null };

export type OperatorProofQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorProofQuery = { viewer: { kind: ViewerKind, name: string }, ledgerProof: { balanced: boolean, accounts: Array<{ registrar: string, balance: string, sum: string, balanced: boolean }> } | null };

export type OperatorQuestionsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: QuestionWhere | null | undefined;
}>;


export type OperatorQuestionsQuery = { viewer: { kind: ViewerKind, name: string }, questions: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, name: string, document: string, variables: unknown, personalData: boolean, createdBy: string, createdAt: string, expiresAt: string, lastReadAt: string | null, reads: number, registrar: { code: string } | null }> } | null };

export type OperatorRegistrarQueryVariables = Exact<{
  code: string;
}>;


export type OperatorRegistrarQuery = { viewer: { kind: ViewerKind, name: string }, registrars: { nodes: Array<{ code: string, name: string, email: string | null, phone: string | null, website: string | null, regNo: string | null, countryCode: string | null, suspendedAt: string | null, suspensionReason: string | null, balance: string | null, billingAddress: string | null, billingEmail: string | null, allowedIps: Array<{ address: string, committed: boolean, interfaces: Array<CallerInterface> }> }> } | null, ledger: { totalCount: number, nodes: Array<{ createdAt: string, description: string | null, sum: string, balance: string }> } | null, apiUsers: { totalCount: number, nodes: Array<{ username: string, roles: Array<UserRole>, active: boolean, lastLoginAt: string | null }> } | null, contacts: { totalCount: number } | null, domains: { totalCount: number } | null, accessTokens: { totalCount: number } | null, webhooks: { totalCount: number } | null };

export type OperatorRegistrarsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: RegistrarWhere | null | undefined;
}>;


export type OperatorRegistrarsQuery = { viewer: { kind: ViewerKind, name: string }, registrars: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ code: string, name: string, email: string | null, suspendedAt: string | null, balance: string | null }> } | null };

export type OperatorReservationsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: ReservationWhere | null | undefined;
}>;


export type OperatorReservationsQuery = { viewer: { kind: ViewerKind, name: string }, reservations: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ userUniqueId: string | null, kind: ReservationKind, createdAt: string, entries: Array<{ name: string, status: ReservationEntryStatus, expiresAt: string | null }>, invoice: { number: number, userUniqueId: string | null, status: InvoiceStatus } | null }> } | null };

export type OperatorReservedNamesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: ReservedNameWhere | null | undefined;
}>;


export type OperatorReservedNamesQuery = { viewer: { kind: ViewerKind, name: string }, reservedNames: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ name: string, createdAt: string, expiresAt: string | null, reservation: { userUniqueId: string | null } | null }> } | null };

export type OperatorSearchQueryVariables = Exact<{
  contacts: ContactWhere;
  domains: DomainWhere;
  invoices: InvoiceWhere;
  registrars: RegistrarWhere;
}>;


export type OperatorSearchQuery = { viewer: { kind: ViewerKind, name: string }, domains: { totalCount: number, nodes: Array<{ name: string, expiresAt: string, deleteDate: string | null, statuses: Array<{ name: string }>, registrar: { code: string }, registrant: { name: string } }> } | null, contacts: { totalCount: number, nodes: Array<{ code: string, name: string, email: string | null, registrar: { code: string } | null }> } | null, invoices: { totalCount: number, nodes: Array<{ number: number, userUniqueId: string | null, status: InvoiceStatus, amount: string, currency: string, description: string, initiator: string, createdAt: string }> } | null, registrars: { totalCount: number, nodes: Array<{ code: string, name: string }> } | null };

export type OperatorSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorSettingsQuery = { viewer: { kind: ViewerKind, name: string }, settings: Array<{ name: string, value: string, defaultValue: string }> | null };

export type OperatorTokensQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: AccessTokenWhere | null | undefined;
}>;


export type OperatorTokensQuery = { viewer: { kind: ViewerKind, name: string }, accessTokens: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, name: string, scopes: Array<AccessTokenScope>, createdBy: string, createdAt: string, lastUsedAt: string | null, expiresAt: string, registrar: { code: string } | null }> } | null };

export type OperatorUsersQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: ApiUserWhere | null | undefined;
}>;


export type OperatorUsersQuery = { viewer: { kind: ViewerKind, name: string }, apiUsers: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ username: string, roles: Array<UserRole>, active: boolean, lastLoginAt: string | null, createdAt: string, registrar: { code: string } }> } | null };

export type OperatorViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorViewerQuery = { viewer: { kind: ViewerKind, name: string } };

export type OperatorWebhooksQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: WebhookWhere | null | undefined;
}>;


export type OperatorWebhooksQuery = { viewer: { kind: ViewerKind, name: string }, webhooks: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ url: string, description: string | null, enabled: boolean, events: Array<WebhookEvent>, failingSince: string | null, createdAt: string, registrar: { code: string } }> } | null };

export type OperatorZonesQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorZonesQuery = { viewer: { kind: ViewerKind, name: string }, zones: Array<{ origin: string, closedAt: string | null }> | null, domains: { groups: Array<{ zone: string | null, count: number }> } | null };
