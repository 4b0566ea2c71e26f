/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
/** The ways on which the users of a registrar reach the registry. */
export type CallerInterface =
  /** Programs of the registrar that call directly. */
  | 'API'
  /** People who work with the portal for registrars. */
  | 'REGISTRAR';

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
  /** Give the domain up. */
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
  /** A person, by a national personal code. */
  | 'PRIV';

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
  /** By when they were paid: {isNull: true} are those that are not. */
  paidAt?: DateTimeFilter | null | undefined;
  /** By how far they have come: {eq: PAID}. */
  status?: InvoiceStatusFilter | null | undefined;
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

/** What a reservation costs, and for how long it holds. */
export type ReservationKind =
  /** Free of charge, for seven days. */
  | 'FREE'
  /** Paid for, for a year from the first paidReservation after payment. */
  | 'PAID';

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

export type OperatorContactQueryVariables = Exact<{
  code: string;
}>;


export type OperatorContactQuery = { viewer: { kind: ViewerKind, name: string }, contact: { code: string, name: string, email: string | null, phone: string | null, createdAt: string | null, updatedAt: string | null, ident: { code: string, type: IdentType, countryCode: string } | null, statuses: Array<{ name: string, note: string | null }> | null, registrar: { code: string, name: string } | null, domains: { totalCount: number, nodes: Array<{ name: string, expiresAt: string, statuses: Array<{ name: string }>, registrar: { code: string }, registrant: { name: string } }> } | null, history: { totalCount: number, nodes: Array<{ at: string, actor: string, operation: string, requestId: string, changes: Array<{ field: string, from: unknown, to: unknown }> }> } | null } | null };

export type OperatorDomainQueryVariables = Exact<{
  name: string;
}>;


export type OperatorDomainQuery = { viewer: { kind: ViewerKind, name: string }, domain: { name: string, punycode: string, createdAt: string, updatedAt: string, expiresAt: string, outzoneAt: string | null, deleteDate: string | null, forceDeleteDate: string | null, disputed: boolean, statuses: Array<{ name: string, note: string | null, setAt: string | null }>, registrar: { code: string, name: string }, registrant: { code: string, name: string, email: string | null, phone: string | null }, adminContacts: Array<{ code: string, name: string, email: string | null, phone: string | null }>, techContacts: Array<{ code: string, name: string, email: string | null, phone: string | null }>, nameservers: Array<{ hostname: string, ipv4: Array<string>, ipv6: Array<string> }>, dnssecKeys: Array<{ keyTag: number, algorithm: number }>, allowedActions: Array<{ action: DomainAction, allowed: boolean, reasons: Array<{ message: string, resultCode: number }> }>, renewQuote: { price: string, currency: string, expiresAt: string } | null, transactions: Array<{ createdAt: string, description: string, sum: string, kind: TransactionKind }> | null, reservation: { userUniqueId: string | null, kind: ReservationKind, createdAt: string } | null, history: { totalCount: number, nodes: Array<{ at: string, actor: string, operation: string, requestId: string, changes: Array<{ field: string, from: unknown, to: unknown }> }> } | null } | null };

export type OperatorInvoiceQueryVariables = Exact<{
  number: number;
  userUniqueId?: string | null | undefined;
}>;


export type OperatorInvoiceQuery = { viewer: { kind: ViewerKind, name: string }, invoice: { number: number, userUniqueId: string | null, kind: InvoiceKind, status: InvoiceStatus, amount: string, currency: string, description: string, initiator: string, referenceNumber: string | null, createdAt: string, dueOn: string | null, paidAt: string | null, cancelledAt: string | null, cancellable: boolean, payable: boolean, paymentReference: string | null, exportedToAccountingAt: string | null, sentAsEInvoiceAt: string | null, buyer: { name: string | null, email: string | null } | null, lines: Array<{ description: string, quantity: number, unit: string, price: string, sum: string }>, payments: Array<{ reference: string, state: string, amount: string | null, standingAmount: string | null, occurredAt: string }>, events: Array<{ name: string | null, outcome: string, receivedAt: string }> } | null };

export type OperatorJobsQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorJobsQuery = { viewer: { kind: ViewerKind, name: string }, jobs: Array<{ name: string, nextDueAt: string | null, lagSeconds: number, heldBy: string | null, lastStartedAt: string | null, lastFinishedAt: string | null, lastError: string | null }> | null };

export type OperatorNamesQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorNamesQuery = { viewer: { kind: ViewerKind, name: string }, blocked: { totalCount: number, nodes: Array<{ name: string }> } | null, reserved: { totalCount: number, nodes: Array<{ name: string }> } | null, disputed: { totalCount: number, nodes: Array<{ name: string }> } | null };

export type OperatorOutboxQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorOutboxQuery = { viewer: { kind: ViewerKind, name: string }, outbox: { pendingCount: number, deadLetterCount: number, lagSeconds: number, pending: Array<{ id: number, kind: string, subject: string, createdAt: string, attempts: number, nextAttemptAt: string, lastError: string | null }>, deadLetters: Array<{ id: number, kind: string, subject: string, createdAt: string, attempts: number, deadAt: string | null, lastError: string | null }> } | null };

export type OperatorOverviewQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorOverviewQuery = { viewer: { kind: ViewerKind, name: string }, registrars: Array<{ code: string }> | null, outbox: { pendingCount: number, deadLetterCount: number, lagSeconds: number } | null, jobs: Array<{ name: string, lagSeconds: number, lastError: string | null }> | null, paymentDisagreements: { totalCount: number } | null, domains: { totalCount: number } | null, registered: { months: Array<{ createdAt: string | null, count: number }> } | null, expiring: { totalCount: number, months: Array<{ expiresAt: string | null, count: number }> } | null, held: { totalCount: number } | null, paid: { months: Array<{ paidAt: string | null, sum: string, count: number }> } | null, unpaid: { totalCount: number } | null };

export type OperatorPaymentsQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorPaymentsQuery = { viewer: { kind: ViewerKind, name: string }, paymentDisagreements: { totalCount: number, nodes: Array<{ id: number, kind: PaymentDisagreementKind, about: string | null, details: unknown, paymentReference: string, raisedAt: string, invoice: { number: number, userUniqueId: string | null, status: InvoiceStatus, amount: string, currency: string, description: string } | null, payment: { state: string, amount: string | null } | null }> } | null, resolved: { totalCount: number, nodes: Array<{ id: number, kind: PaymentDisagreementKind, paymentReference: string, resolvedAt: string | null, resolvedBy: string | null, note: string | null }> } | null, ledgerProof: { adds: boolean, accounts: Array<{ registrar: string, balance: string, sum: string, adds: boolean }> } | null };

export type OperatorRegistrarQueryVariables = Exact<{
  code: string;
  contacts: string;
}>;


export type OperatorRegistrarQuery = { viewer: { kind: ViewerKind, name: string }, registrars: Array<{ code: string, name: string, email: string | null, phone: string | null, website: string | null, regNo: string | null, billingAddress: string | null, billingEmail: string | null, allowedIps: Array<{ address: string, committed: boolean, interfaces: Array<CallerInterface> }> }> | null, ledger: { totalCount: number, nodes: Array<{ createdAt: string, description: string, sum: string, balance: string }> } | null, apiUsers: { nodes: Array<{ username: string, roles: Array<UserRole>, active: boolean, lastLoginAt: string | null, allowedIps: Array<string>, registrar: { code: string } }> } | null, contacts: { totalCount: number } | null };

export type OperatorRegistrarsQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorRegistrarsQuery = { viewer: { kind: ViewerKind, name: string }, registrars: Array<{ code: string, name: string, email: string | null, website: string | null }> | null, ledgerProof: { adds: boolean, accounts: Array<{ registrar: string, balance: string, adds: boolean }> } | null, domains: { totalCount: number, groups: Array<{ count: number, registrar: { code: string } | null }> } | null };

export type OperatorSearchQueryVariables = Exact<{
  text: string;
  domains: DomainWhere;
  invoices: InvoiceWhere;
}>;


export type OperatorSearchQuery = { viewer: { kind: ViewerKind, name: string }, domains: { totalCount: number, nodes: Array<{ name: string, expiresAt: string, statuses: Array<{ name: string }>, registrar: { code: string }, registrant: { name: string } }> } | null, contacts: { totalCount: number, nodes: Array<{ code: string, name: string, email: string | null, registrar: { code: string } | null }> } | null, invoices: { totalCount: number, nodes: Array<{ number: number, userUniqueId: string | null, status: InvoiceStatus, amount: string, currency: string, description: string, initiator: string, createdAt: string }> } | null };

export type OperatorSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorSettingsQuery = { viewer: { kind: ViewerKind, name: string }, settings: Array<{ name: string, value: string, defaultValue: string }> | null };

export type OperatorViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorViewerQuery = { viewer: { kind: ViewerKind, name: string } };

export type OperatorZonesQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorZonesQuery = { viewer: { kind: ViewerKind, name: string }, zones: Array<{ origin: string }> | null, prices: Array<{ zone: string, operation: PricedOperation, period: string, price: string, validFrom: string }> | null, domains: { groups: Array<{ zone: string | null, count: number }> } | null };
