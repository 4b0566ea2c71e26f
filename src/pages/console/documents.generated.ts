/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type AccessLogWhere = {
  actor?: StringFilter | null | undefined;
  and?: Array<AccessLogWhere> | null | undefined;
  at?: DateTimeFilter | null | undefined;
  not?: AccessLogWhere | null | undefined;
  objectKey?: StringFilter | null | undefined;
  objectType?: StringFilter | null | undefined;
  or?: Array<AccessLogWhere> | null | undefined;
  requestId?: StringFilter | null | undefined;
};

export type AccessTokenScope =
  | 'BILLING'
  | 'READ'
  | 'SECRETS'
  | 'WRITE';

export type AccessTokenScopeListFilter = {
  contains?: Array<AccessTokenScope> | null | undefined;
  containsAny?: Array<AccessTokenScope> | null | undefined;
  notContains?: Array<AccessTokenScope> | null | undefined;
};

export type AccessTokenWhere = {
  and?: Array<AccessTokenWhere> | null | undefined;
  createdAt?: DateTimeFilter | null | undefined;
  createdBy?: StringFilter | null | undefined;
  expiresAt?: DateTimeFilter | null | undefined;
  lastUsedAt?: DateTimeFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: AccessTokenWhere | null | undefined;
  or?: Array<AccessTokenWhere> | null | undefined;
  registrar?: StringFilter | null | undefined;
  scopes?: AccessTokenScopeListFilter | null | undefined;
};

export type ApiUserWhere = {
  active?: BooleanFilter | null | undefined;
  and?: Array<ApiUserWhere> | null | undefined;
  createdAt?: DateTimeFilter | null | undefined;
  email?: StringFilter | null | undefined;
  identityCode?: StringFilter | null | undefined;
  lastLoginAt?: DateTimeFilter | null | undefined;
  not?: ApiUserWhere | null | undefined;
  or?: Array<ApiUserWhere> | null | undefined;
  registrar?: StringFilter | null | undefined;
  roles?: UserRoleListFilter | null | undefined;
  username?: StringFilter | null | undefined;
};

export type BlockedNameWhere = {
  and?: Array<BlockedNameWhere> | null | undefined;
  createdAt?: DateTimeFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: BlockedNameWhere | null | undefined;
  or?: Array<BlockedNameWhere> | null | undefined;
};

export type BoardWhere = {
  and?: Array<BoardWhere> | null | undefined;
  createdAt?: DateTimeFilter | null | undefined;
  createdBy?: StringFilter | null | undefined;
  expiresAt?: DateTimeFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: BoardWhere | null | undefined;
  or?: Array<BoardWhere> | null | undefined;
  registrar?: StringFilter | null | undefined;
};

export type BooleanFilter = {
  eq?: boolean | null | undefined;
  ne?: boolean | null | undefined;
};

export type CallerInterface =
  | 'API'
  | 'REGISTRAR';

export type ContactWhere = {
  addressCity?: StringFilter | null | undefined;
  addressCountryCode?: StringFilter | null | undefined;
  and?: Array<ContactWhere> | null | undefined;
  code?: StringFilter | null | undefined;
  countryCode?: StringFilter | null | undefined;
  createdAt?: DateTimeFilter | null | undefined;
  email?: StringFilter | null | undefined;
  ident?: StringFilter | null | undefined;
  identType?: IdentTypeFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: ContactWhere | null | undefined;
  or?: Array<ContactWhere> | null | undefined;
  phone?: StringFilter | null | undefined;
  registrar?: StringFilter | null | undefined;
  statuses?: StringListFilter | null | undefined;
  updatedAt?: DateTimeFilter | null | undefined;
};

export type DateFilter = {
  eq?: string | null | undefined;
  gt?: string | null | undefined;
  gte?: string | null | undefined;
  isNull?: boolean | null | undefined;
  lt?: string | null | undefined;
  lte?: string | null | undefined;
};

export type DateTimeFilter = {
  gt?: string | null | undefined;
  gte?: string | null | undefined;
  isNull?: boolean | null | undefined;
  lt?: string | null | undefined;
  lte?: string | null | undefined;
};

export type DecimalFilter = {
  eq?: string | null | undefined;
  gt?: string | null | undefined;
  gte?: string | null | undefined;
  in?: Array<string> | null | undefined;
  lt?: string | null | undefined;
  lte?: string | null | undefined;
  ne?: string | null | undefined;
  notIn?: Array<string> | null | undefined;
};

export type DisputeWhere = {
  and?: Array<DisputeWhere> | null | undefined;
  closedAt?: DateTimeFilter | null | undefined;
  createdAt?: DateTimeFilter | null | undefined;
  expiresAt?: DateFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: DisputeWhere | null | undefined;
  or?: Array<DisputeWhere> | null | undefined;
  startsAt?: DateFilter | null | undefined;
};

export type DomainAction =
  | 'BULK_NAMESERVER_REPLACE'
  | 'BULK_TECH_REPLACE'
  | 'CHANGE_ADMIN_CONTACTS'
  | 'CHANGE_DNSSEC_KEYS'
  | 'CHANGE_NAMESERVERS'
  | 'CHANGE_REGISTRANT'
  | 'CHANGE_TECH_CONTACTS'
  | 'DELETE'
  | 'REMOVE_CLIENT_HOLD'
  | 'RENEW'
  | 'SET_CLIENT_HOLD'
  | 'TRANSFER'
  | 'UPDATE';

export type DomainWhere = {
  and?: Array<DomainWhere> | null | undefined;
  contactCodes?: StringListFilter | null | undefined;
  contactIdents?: StringListFilter | null | undefined;
  createdAt?: DateTimeFilter | null | undefined;
  deleteDate?: DateFilter | null | undefined;
  expiresAt?: DateTimeFilter | null | undefined;
  forceDeleteDate?: DateFilter | null | undefined;
  name?: StringFilter | null | undefined;
  nameserverHostnames?: StringListFilter | null | undefined;
  not?: DomainWhere | null | undefined;
  or?: Array<DomainWhere> | null | undefined;
  outzoneAt?: DateTimeFilter | null | undefined;
  punycode?: StringFilter | null | undefined;
  registrantCode?: StringFilter | null | undefined;
  registrantName?: StringFilter | null | undefined;
  registrar?: StringFilter | null | undefined;
  signed?: BooleanFilter | null | undefined;
  statuses?: StringListFilter | null | undefined;
  updatedAt?: DateTimeFilter | null | undefined;
  zone?: StringFilter | null | undefined;
};

export type IdentType =
  | 'BIRTHDAY'
  | 'ORG'
  | 'PASSPORT'
  | 'PRIV';

export type IdentTypeFilter = {
  eq?: IdentType | null | undefined;
  in?: Array<IdentType> | null | undefined;
  ne?: IdentType | null | undefined;
  notIn?: Array<IdentType> | null | undefined;
};

export type IntFilter = {
  eq?: number | null | undefined;
  gt?: number | null | undefined;
  gte?: number | null | undefined;
  in?: Array<number> | null | undefined;
  lt?: number | null | undefined;
  lte?: number | null | undefined;
  ne?: number | null | undefined;
  notIn?: Array<number> | null | undefined;
};

export type InvoiceKind =
  | 'DEPOSIT'
  | 'MONTHLY_SUMMARY'
  | 'OTHER'
  | 'PREPAYMENT'
  | 'RESERVATION';

export type InvoiceKindFilter = {
  eq?: InvoiceKind | null | undefined;
  in?: Array<InvoiceKind> | null | undefined;
  ne?: InvoiceKind | null | undefined;
  notIn?: Array<InvoiceKind> | null | undefined;
};

export type InvoiceStatus =
  | 'CANCELLED'
  | 'FAILED'
  | 'OVERDUE'
  | 'PAID'
  | 'REFUNDED'
  | 'UNPAID';

export type InvoiceStatusFilter = {
  eq?: InvoiceStatus | null | undefined;
  in?: Array<InvoiceStatus> | null | undefined;
  ne?: InvoiceStatus | null | undefined;
  notIn?: Array<InvoiceStatus> | null | undefined;
};

export type InvoiceWhere = {
  amount?: DecimalFilter | null | undefined;
  and?: Array<InvoiceWhere> | null | undefined;
  cancelledAt?: DateTimeFilter | null | undefined;
  createdAt?: DateTimeFilter | null | undefined;
  description?: StringFilter | null | undefined;
  dueOn?: DateFilter | null | undefined;
  initiator?: StringFilter | null | undefined;
  kind?: InvoiceKindFilter | null | undefined;
  not?: InvoiceWhere | null | undefined;
  number?: IntFilter | null | undefined;
  or?: Array<InvoiceWhere> | null | undefined;
  overdueDays?: IntFilter | null | undefined;
  paidAt?: DateTimeFilter | null | undefined;
  status?: InvoiceStatusFilter | null | undefined;
};

export type JobRunWhere = {
  and?: Array<JobRunWhere> | null | undefined;
  failed?: BooleanFilter | null | undefined;
  job?: StringFilter | null | undefined;
  not?: JobRunWhere | null | undefined;
  or?: Array<JobRunWhere> | null | undefined;
  startedAt?: DateTimeFilter | null | undefined;
  taken?: IntFilter | null | undefined;
};

export type OperatorLogWhere = {
  actor?: StringFilter | null | undefined;
  and?: Array<OperatorLogWhere> | null | undefined;
  at?: DateTimeFilter | null | undefined;
  not?: OperatorLogWhere | null | undefined;
  objectKey?: StringFilter | null | undefined;
  objectType?: StringFilter | null | undefined;
  operation?: StringFilter | null | undefined;
  or?: Array<OperatorLogWhere> | null | undefined;
  requestId?: StringFilter | null | undefined;
};

export type OutboxItemKind =
  | 'ACCOUNTING'
  | 'E_INVOICE'
  | 'MAIL'
  | 'OWNER_SERVICE'
  | 'REFUND';

export type OutboxItemKindFilter = {
  eq?: OutboxItemKind | null | undefined;
  in?: Array<OutboxItemKind> | null | undefined;
  ne?: OutboxItemKind | null | undefined;
  notIn?: Array<OutboxItemKind> | null | undefined;
};

export type OutboxItemState =
  | 'DEAD'
  | 'DONE'
  | 'PENDING';

export type OutboxItemStateFilter = {
  eq?: OutboxItemState | null | undefined;
  in?: Array<OutboxItemState> | null | undefined;
  ne?: OutboxItemState | null | undefined;
  notIn?: Array<OutboxItemState> | null | undefined;
};

export type OutboxItemWhere = {
  and?: Array<OutboxItemWhere> | null | undefined;
  attempts?: IntFilter | null | undefined;
  createdAt?: DateTimeFilter | null | undefined;
  deadAt?: DateTimeFilter | null | undefined;
  doneAt?: DateTimeFilter | null | undefined;
  kind?: OutboxItemKindFilter | null | undefined;
  nextAttemptAt?: DateTimeFilter | null | undefined;
  not?: OutboxItemWhere | null | undefined;
  or?: Array<OutboxItemWhere> | null | undefined;
  state?: OutboxItemStateFilter | null | undefined;
  subject?: StringFilter | null | undefined;
};

export type PaymentDisagreementKind =
  | 'ACCOUNT_MISMATCH'
  | 'AMOUNT_TOO_LARGE'
  | 'AMOUNT_TOO_SMALL'
  | 'CHARGED_BACK'
  | 'CHILD_NOT_PAYABLE'
  | 'CREDIT_SPENT'
  | 'MONEY_FOR_CLOSED_INVOICE'
  | 'NAMES_LOST'
  | 'ORDER_MISMATCH'
  | 'PAID_TWICE'
  | 'REFERENCE_MISMATCH'
  | 'REFUNDED_IN_PART'
  | 'REFUND_WITHOUT_PAYMENT'
  | 'REPORTED'
  | 'RESERVATION_REFUNDED'
  | 'UNKNOWN_INVOICE'
  | 'UNKNOWN_PAYMENT'
  | 'UNKNOWN_STATE';

export type PaymentDisagreementKindFilter = {
  eq?: PaymentDisagreementKind | null | undefined;
  in?: Array<PaymentDisagreementKind> | null | undefined;
  ne?: PaymentDisagreementKind | null | undefined;
  notIn?: Array<PaymentDisagreementKind> | null | undefined;
};

export type PaymentDisagreementWhere = {
  and?: Array<PaymentDisagreementWhere> | null | undefined;
  kind?: PaymentDisagreementKindFilter | null | undefined;
  not?: PaymentDisagreementWhere | null | undefined;
  or?: Array<PaymentDisagreementWhere> | null | undefined;
  paymentReference?: StringFilter | null | undefined;
  raisedAt?: DateTimeFilter | null | undefined;
  resolvedAt?: DateTimeFilter | null | undefined;
};

export type PaymentWhere = {
  amount?: DecimalFilter | null | undefined;
  and?: Array<PaymentWhere> | null | undefined;
  invoiceNumber?: IntFilter | null | undefined;
  not?: PaymentWhere | null | undefined;
  occurredAt?: DateTimeFilter | null | undefined;
  or?: Array<PaymentWhere> | null | undefined;
  reference?: StringFilter | null | undefined;
  standingAmount?: DecimalFilter | null | undefined;
  state?: StringFilter | null | undefined;
  stray?: BooleanFilter | null | undefined;
};

export type PriceWhere = {
  and?: Array<PriceWhere> | null | undefined;
  current?: BooleanFilter | null | undefined;
  months?: IntFilter | null | undefined;
  not?: PriceWhere | null | undefined;
  operation?: PricedOperationFilter | null | undefined;
  or?: Array<PriceWhere> | null | undefined;
  price?: DecimalFilter | null | undefined;
  validFrom?: DateFilter | null | undefined;
  validTo?: DateFilter | null | undefined;
  zone?: StringFilter | null | undefined;
};

export type PricedOperation =
  | 'CREATE'
  | 'RENEW';

export type PricedOperationFilter = {
  eq?: PricedOperation | null | undefined;
  in?: Array<PricedOperation> | null | undefined;
  ne?: PricedOperation | null | undefined;
  notIn?: Array<PricedOperation> | null | undefined;
};

export type QuestionWhere = {
  and?: Array<QuestionWhere> | null | undefined;
  createdAt?: DateTimeFilter | null | undefined;
  createdBy?: StringFilter | null | undefined;
  expiresAt?: DateTimeFilter | null | undefined;
  lastReadAt?: DateTimeFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: QuestionWhere | null | undefined;
  or?: Array<QuestionWhere> | null | undefined;
  personalData?: BooleanFilter | null | undefined;
  registrar?: StringFilter | null | undefined;
};

export type RegistrarWhere = {
  and?: Array<RegistrarWhere> | null | undefined;
  balance?: DecimalFilter | null | undefined;
  code?: StringFilter | null | undefined;
  countryCode?: StringFilter | null | undefined;
  createdAt?: DateTimeFilter | null | undefined;
  email?: StringFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: RegistrarWhere | null | undefined;
  or?: Array<RegistrarWhere> | null | undefined;
  regNo?: StringFilter | null | undefined;
  suspendedAt?: DateTimeFilter | null | undefined;
};

export type ReservationEntryStatus =
  | 'EXPIRED'
  | 'PENDING'
  | 'REGISTERED'
  | 'RESERVED';

export type ReservationEntryStatusFilter = {
  eq?: ReservationEntryStatus | null | undefined;
  in?: Array<ReservationEntryStatus> | null | undefined;
  ne?: ReservationEntryStatus | null | undefined;
  notIn?: Array<ReservationEntryStatus> | null | undefined;
};

export type ReservationKind =
  | 'FREE'
  | 'PAID';

export type ReservationKindFilter = {
  eq?: ReservationKind | null | undefined;
  in?: Array<ReservationKind> | null | undefined;
  ne?: ReservationKind | null | undefined;
  notIn?: Array<ReservationKind> | null | undefined;
};

export type ReservationWhere = {
  and?: Array<ReservationWhere> | null | undefined;
  createdAt?: DateTimeFilter | null | undefined;
  kind?: ReservationKindFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: ReservationWhere | null | undefined;
  or?: Array<ReservationWhere> | null | undefined;
  paid?: BooleanFilter | null | undefined;
  status?: ReservationEntryStatusFilter | null | undefined;
};

export type ReservedNameWhere = {
  and?: Array<ReservedNameWhere> | null | undefined;
  byPortal?: BooleanFilter | null | undefined;
  createdAt?: DateTimeFilter | null | undefined;
  expiresAt?: DateTimeFilter | null | undefined;
  name?: StringFilter | null | undefined;
  not?: ReservedNameWhere | null | undefined;
  or?: Array<ReservedNameWhere> | null | undefined;
};

export type StringFilter = {
  contains?: string | null | undefined;
  eq?: string | null | undefined;
  in?: Array<string> | null | undefined;
  isNull?: boolean | null | undefined;
  ne?: string | null | undefined;
  notIn?: Array<string> | null | undefined;
  startsWith?: string | null | undefined;
};

export type StringListFilter = {
  contains?: Array<string> | null | undefined;
  containsAny?: Array<string> | null | undefined;
  notContains?: Array<string> | null | undefined;
};

export type TransactionKind =
  | 'ADJUSTMENT'
  | 'REFUND'
  | 'REGISTRATION'
  | 'RENEWAL'
  | 'TOP_UP';

export type TransactionKindFilter = {
  eq?: TransactionKind | null | undefined;
  in?: Array<TransactionKind> | null | undefined;
  ne?: TransactionKind | null | undefined;
  notIn?: Array<TransactionKind> | null | undefined;
};

export type TransactionWhere = {
  amount?: DecimalFilter | null | undefined;
  and?: Array<TransactionWhere> | null | undefined;
  createdAt?: DateTimeFilter | null | undefined;
  description?: StringFilter | null | undefined;
  kind?: TransactionKindFilter | null | undefined;
  not?: TransactionWhere | null | undefined;
  or?: Array<TransactionWhere> | null | undefined;
};

export type UserRole =
  | 'BILLING'
  | 'EPP'
  | 'SUPER';

export type UserRoleListFilter = {
  contains?: Array<UserRole> | null | undefined;
  containsAny?: Array<UserRole> | null | undefined;
  notContains?: Array<UserRole> | null | undefined;
};

export type ViewerKind =
  | 'BILLING_CLIENT'
  | 'OPERATOR'
  | 'PORTAL'
  | 'REGISTRAR';

export type WebhookEvent =
  | 'DOMAIN_CHANGED'
  | 'INVOICE_CHANGED'
  | 'NOTIFICATION_CREATED';

export type WebhookEventListFilter = {
  contains?: Array<WebhookEvent> | null | undefined;
  containsAny?: Array<WebhookEvent> | null | undefined;
  notContains?: Array<WebhookEvent> | null | undefined;
};

export type WebhookWhere = {
  and?: Array<WebhookWhere> | null | undefined;
  createdAt?: DateTimeFilter | null | undefined;
  enabled?: BooleanFilter | null | undefined;
  events?: WebhookEventListFilter | null | undefined;
  failingSince?: DateTimeFilter | null | undefined;
  not?: WebhookWhere | null | undefined;
  or?: Array<WebhookWhere> | null | undefined;
  registrar?: StringFilter | null | undefined;
  url?: StringFilter | null | undefined;
};

export type OperatorAccessLogQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: AccessLogWhere | null | undefined;
}>;


export type OperatorAccessLogQuery = { accessLog: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ at: string, actor: string, objectType: string, objectKey: string, requestId: string }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorBlockedNamesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: BlockedNameWhere | null | undefined;
}>;


export type OperatorBlockedNamesQuery = { blockedNames: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ name: string, createdAt: string | null }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorBoardsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: BoardWhere | null | undefined;
}>;


export type OperatorBoardsQuery = { boards: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, name: string, createdBy: string, createdAt: string, expiresAt: string, questions: Array<{ name: string }>, registrar: { code: string } | null }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorContactQueryVariables = Exact<{
  code: string;
  after?: string | null | undefined;
}>;


export type OperatorContactQuery = { contact: { code: string, name: string, email: string | null, phone: string | null, createdAt: string | null, updatedAt: string | null, address: { street: string | null, city: string | null, zip: string | null, state: string | null, countryCode: string | null } | null, ident: { code: string, type: IdentType | null, countryCode: string | null } | null, statuses: Array<{ name: string, note: string | null }> | null, registrar: { code: string, name: string } | null, domains: { totalCount: number, nodes: Array<{ name: string, expiresAt: string, deleteDate: string | null, statuses: Array<{ name: string }>, registrar: { code: string }, registrant: { name: string } }> } | null, legalDocuments: Array<{ id: string, type: string, size: number, sha256: string, operation: string, actor: string, createdAt: string }> | null, history: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ at: string, actor: string | null, operation: string, requestId: string | null, changes: Array<{ field: string, from: unknown, to: unknown }> }> } | null } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorContactsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: ContactWhere | null | undefined;
}>;


export type OperatorContactsQuery = { contacts: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ code: string, name: string, email: string | null, registrar: { code: string } | null }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorDisagreementsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: PaymentDisagreementWhere | null | undefined;
}>;


export type OperatorDisagreementsQuery = { paymentDisagreements: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, kind: PaymentDisagreementKind, about: string | null, details: unknown, paymentReference: string, raisedAt: string, resolvedAt: string | null, resolvedBy: string | null, note: string | null, invoice: { number: number, userUniqueId: string | null, status: InvoiceStatus, amount: string, currency: string, description: string } | null, payment: { state: string, amount: string | null } | null }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorDisputesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: DisputeWhere | null | undefined;
}>;


export type OperatorDisputesQuery = { disputes: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ name: string, startsAt: string, expiresAt: string, closedAt: string | null }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorDomainQueryVariables = Exact<{
  name: string;
  after?: string | null | undefined;
  asOf?: string | null | undefined;
}>;


export type OperatorDomainQuery = { domain: { name: string, punycode: string, createdAt: string, updatedAt: string, expiresAt: string, outzoneAt: string | null, deleteDate: string | null, forceDeleteDate: string | null, disputed: boolean, statuses: Array<{ name: string, note: string | null, setAt: string | null }>, registrar: { code: string, name: string }, registrant: { code: string, name: string, email: string | null, phone: string | null }, adminContacts: Array<{ code: string, name: string, email: string | null, phone: string | null }>, techContacts: Array<{ code: string, name: string, email: string | null, phone: string | null }>, nameservers: Array<{ hostname: string, ipv4: Array<string>, ipv6: Array<string> }>, dnssecKeys: Array<{ keyTag: number, algorithm: number }>, allowedActions: Array<{ action: DomainAction, allowed: boolean, reasons: Array<{ explanation: string | null, message: string, resultCode: number }> }> | null, renewQuote: { price: string, currency: string, expiresAt: string } | null, transactions: { nodes: Array<{ createdAt: string, description: string | null, amount: string, kind: TransactionKind }> } | null, reservation: { userUniqueId: string | null, kind: ReservationKind, createdAt: string } | null, legalDocuments: Array<{ id: string, type: string, size: number, sha256: string, operation: string, actor: string, createdAt: string }> | null, history: { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ at: string, actor: string | null, operation: string, requestId: string | null, changes: Array<{ field: string, from: unknown, to: unknown }> }> } | null } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorDomainsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: DomainWhere | null | undefined;
}>;


export type OperatorDomainsQuery = { domains: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ name: string, expiresAt: string, deleteDate: string | null, statuses: Array<{ name: string }>, registrar: { code: string }, registrant: { name: string } }> } | null, viewer: { kind: ViewerKind, name: string } };

export type CallerFragment = { viewer: { kind: ViewerKind, name: string } };

export type PageFragment = { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null };

export type DomainRowFragment = { name: string, expiresAt: string, deleteDate: string | null, statuses: Array<{ name: string }>, registrar: { code: string }, registrant: { name: string } };

export type ContactRowFragment = { code: string, name: string, email: string | null, registrar: { code: string } | null };

export type InvoiceRowFragment = { number: number, userUniqueId: string | null, status: InvoiceStatus, amount: string, currency: string, description: string, initiator: string, createdAt: string };

export type MovementRowFragment = { createdAt: string, description: string | null, amount: string, balance: string };

export type UserRowFragment = { username: string, roles: Array<UserRole>, active: boolean, lastLoginAt: string | null };

export type InvoiceLinkFragment = { number: number, userUniqueId: string | null, status: InvoiceStatus };

export type PersonFragment = { code: string, name: string, email: string | null, phone: string | null };

export type DocumentRowFragment = { id: string, type: string, size: number, sha256: string, operation: string, actor: string, createdAt: string };

export type HistoryPageFragment = { totalCount: number, pageInfo: { hasNextPage: boolean, endCursor: string | null }, nodes: Array<{ at: string, actor: string | null, operation: string, requestId: string | null, changes: Array<{ field: string, from: unknown, to: unknown }> }> };

export type OperatorInvoiceQueryVariables = Exact<{
  number: number;
  userUniqueId?: string | null | undefined;
}>;


export type OperatorInvoiceQuery = { invoice: { number: number, userUniqueId: string | null, kind: InvoiceKind, status: InvoiceStatus, amount: string, subtotal: string | null, vatRate: string | null, vatAmount: string | null, currency: string, description: string, initiator: string, referenceNumber: string | null, createdAt: string, dueOn: string | null, paidAt: string | null, cancelledAt: string | null, cancellable: boolean, payable: boolean, paymentReference: string | null, exportedToAccountingAt: string | null, sentAsEInvoiceAt: string | null, buyer: { name: string | null, email: string | null } | null, lines: Array<{ description: string, quantity: number, unit: string, price: string, amount: string }>, payments: Array<{ reference: string, state: string, amount: string | null, standingAmount: string | null, occurredAt: string }>, events: Array<{ name: string | null, outcome: string, receivedAt: string }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorInvoicesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: InvoiceWhere | null | undefined;
}>;


export type OperatorInvoicesQuery = { invoices: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ number: number, userUniqueId: string | null, status: InvoiceStatus, amount: string, currency: string, description: string, initiator: string, createdAt: string }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorJobRunsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: JobRunWhere | null | undefined;
}>;


export type OperatorJobRunsQuery = { jobRuns: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ job: string, startedAt: string, finishedAt: string | null, taken: number, error: string | null }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorJobsQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorJobsQuery = { jobs: Array<{ name: string, description: string, nextDueAt: string | null, lagSeconds: number, heldBy: string | null, lastStartedAt: string | null, lastFinishedAt: string | null, lastError: string | null }> | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorLedgerQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: TransactionWhere | null | undefined;
  registrar?: string | null | undefined;
}>;


export type OperatorLedgerQuery = { ledger: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ createdAt: string, description: string | null, amount: string, balance: string, registrar: { code: string } }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorOperatorLogQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: OperatorLogWhere | null | undefined;
}>;


export type OperatorOperatorLogQuery = { operatorLog: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ at: string, actor: string, operation: string, objectType: string, objectKey: string, entry: { requestId: string | null, changes: Array<{ field: string, from: unknown, to: unknown }> } }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorOutboxQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorOutboxQuery = { outbox: { lagSeconds: number } | null, pending: { totalCount: number, nodes: Array<{ id: string, kind: OutboxItemKind, subject: string, createdAt: string, attempts: number, nextAttemptAt: string, lastError: string | null }> } | null, dead: { totalCount: number, nodes: Array<{ id: string, databaseId: string, kind: OutboxItemKind, subject: string, createdAt: string, attempts: number, deadAt: string | null, lastError: string | null }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorOutboxAllQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: OutboxItemWhere | null | undefined;
}>;


export type OperatorOutboxAllQuery = { outbox: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, databaseId: string, kind: OutboxItemKind, subject: string, createdAt: string, attempts: number, nextAttemptAt: string, doneAt: string | null, deadAt: string | null, lastError: string | null }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorOverviewQueryVariables = Exact<{
  from: string;
  to: string;
}>;


export type OperatorOverviewQuery = { registrars: { totalCount: number } | null, pending: { totalCount: number, lagSeconds: number } | null, dead: { totalCount: number } | null, jobs: Array<{ name: string, lagSeconds: number, lastError: string | null }> | null, paymentDisagreements: { totalCount: number } | null, domains: { totalCount: number } | null, months: Array<{ period: string, atEnd: number, registered: number, renewed: number, transferredIn: number, deleted: number }> | null, expiring: { totalCount: number, months: Array<{ expiresAt: string | null, count: number }> } | null, held: { totalCount: number } | null, paid: { months: Array<{ paidAt: string | null, sum: string, count: number }> } | null, unpaid: { totalCount: number } | null, overdue: { totalCount: number } | null, leaving: { totalCount: number } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorPaymentsAllQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: PaymentWhere | null | undefined;
}>;


export type OperatorPaymentsAllQuery = { payments: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ reference: string, state: string, amount: string | null, standingAmount: string | null, strayAmount: string, refundBegunAt: string | null, occurredAt: string, invoice: { number: number, userUniqueId: string | null, status: InvoiceStatus } | null }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorPricesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: PriceWhere | null | undefined;
}>;


export type OperatorPricesQuery = { prices: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ zone: string, operation: PricedOperation, period: string, price: string, validFrom: string, validTo: string | null }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorProofQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorProofQuery = { ledgerProof: { balanced: boolean, accounts: Array<{ registrar: string, balance: string, amount: string, balanced: boolean }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorQuestionsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: QuestionWhere | null | undefined;
}>;


export type OperatorQuestionsQuery = { questions: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, name: string, document: string, variables: unknown, personalData: boolean, createdBy: string, createdAt: string, expiresAt: string, lastReadAt: string | null, reads: number, registrar: { code: string } | null }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorRegistrarQueryVariables = Exact<{
  code: string;
}>;


export type OperatorRegistrarQuery = { registrars: { nodes: Array<{ code: string, name: string, email: string | null, phone: string | null, website: string | null, regNo: string | null, countryCode: string | null, suspendedAt: string | null, suspensionReason: string | null, balance: string | null, billingAddress: string | null, billingEmail: string | null, allowedIps: Array<{ address: string, committed: boolean, interfaces: Array<CallerInterface> }> }> } | null, ledger: { totalCount: number, nodes: Array<{ createdAt: string, description: string | null, amount: string, balance: string }> } | null, apiUsers: { totalCount: number, nodes: Array<{ username: string, roles: Array<UserRole>, active: boolean, lastLoginAt: string | null }> } | null, contacts: { totalCount: number } | null, domains: { totalCount: number } | null, accessTokens: { totalCount: number } | null, webhooks: { totalCount: number } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorRegistrarsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: RegistrarWhere | null | undefined;
}>;


export type OperatorRegistrarsQuery = { registrars: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ code: string, name: string, email: string | null, suspendedAt: string | null, balance: string | null }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorReservationsQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: ReservationWhere | null | undefined;
}>;


export type OperatorReservationsQuery = { reservations: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ userUniqueId: string | null, kind: ReservationKind, createdAt: string, entries: Array<{ name: string, status: ReservationEntryStatus, expiresAt: string | null }>, invoice: { number: number, userUniqueId: string | null, status: InvoiceStatus } | null }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorReservedNamesQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: ReservedNameWhere | null | undefined;
}>;


export type OperatorReservedNamesQuery = { reservedNames: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ name: string, createdAt: string, expiresAt: string | null, reservation: { userUniqueId: string | null } | null }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorSearchQueryVariables = Exact<{
  contacts: ContactWhere;
  domains: DomainWhere;
  invoices: InvoiceWhere;
  registrars: RegistrarWhere;
}>;


export type OperatorSearchQuery = { domains: { totalCount: number, nodes: Array<{ name: string, expiresAt: string, deleteDate: string | null, statuses: Array<{ name: string }>, registrar: { code: string }, registrant: { name: string } }> } | null, contacts: { totalCount: number, nodes: Array<{ code: string, name: string, email: string | null, registrar: { code: string } | null }> } | null, invoices: { totalCount: number, nodes: Array<{ number: number, userUniqueId: string | null, status: InvoiceStatus, amount: string, currency: string, description: string, initiator: string, createdAt: string }> } | null, registrars: { totalCount: number, nodes: Array<{ code: string, name: string }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorSettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorSettingsQuery = { settings: Array<{ name: string, value: string, defaultValue: string }> | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorTokensQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: AccessTokenWhere | null | undefined;
}>;


export type OperatorTokensQuery = { accessTokens: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ id: string, name: string, scopes: Array<AccessTokenScope>, createdBy: string, createdAt: string, lastUsedAt: string | null, expiresAt: string, registrar: { code: string } | null }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorUsersQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: ApiUserWhere | null | undefined;
}>;


export type OperatorUsersQuery = { apiUsers: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ createdAt: string, username: string, roles: Array<UserRole>, active: boolean, lastLoginAt: string | null, registrar: { code: string } }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorViewerQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorViewerQuery = { viewer: { kind: ViewerKind, name: string } };

export type OperatorWebhooksQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
  last?: number | null | undefined;
  before?: string | null | undefined;
  where?: WebhookWhere | null | undefined;
}>;


export type OperatorWebhooksQuery = { webhooks: { totalCount: number, pageInfo: { hasNextPage: boolean, hasPreviousPage: boolean, startCursor: string | null, endCursor: string | null }, nodes: Array<{ url: string, description: string | null, enabled: boolean, events: Array<WebhookEvent>, failingSince: string | null, createdAt: string, registrar: { code: string } }> } | null, viewer: { kind: ViewerKind, name: string } };

export type OperatorZonesQueryVariables = Exact<{ [key: string]: never; }>;


export type OperatorZonesQuery = { zones: Array<{ origin: string, closedAt: string | null }> | null, domains: { groups: Array<{ zone: string | null, count: number }> } | null, viewer: { kind: ViewerKind, name: string } };
