export const connections = {
  "Account": {
    "transactions": [
      "orderBy",
      "where"
    ]
  },
  "BulkWork": {
    "rows": [
      "orderBy",
      "where"
    ]
  },
  "Contact": {
    "domains": [
      "orderBy",
      "role",
      "where"
    ],
    "history": []
  },
  "Domain": {
    "history": [],
    "transactions": []
  },
  "Query": {
    "accessLog": [
      "where"
    ],
    "accessTokens": [
      "orderBy",
      "where"
    ],
    "apiUsers": [
      "orderBy",
      "where"
    ],
    "approvals": [
      "orderBy",
      "where"
    ],
    "blockedNames": [
      "orderBy",
      "where"
    ],
    "boards": [
      "orderBy",
      "where"
    ],
    "bulkRows": [
      "orderBy",
      "where"
    ],
    "bulkWorks": [
      "orderBy",
      "where"
    ],
    "contacts": [
      "asOf",
      "orderBy",
      "where"
    ],
    "disputes": [
      "orderBy",
      "where"
    ],
    "domainEvents": [
      "orderBy",
      "where"
    ],
    "domains": [
      "asOf",
      "orderBy",
      "where"
    ],
    "invoices": [
      "orderBy",
      "where"
    ],
    "jobRuns": [
      "orderBy",
      "where"
    ],
    "ledger": [
      "registrar",
      "where"
    ],
    "notifications": [
      "where"
    ],
    "operatorLog": [
      "where"
    ],
    "operators": [
      "orderBy",
      "where"
    ],
    "outbox": [
      "orderBy",
      "where"
    ],
    "paymentDisagreements": [
      "where"
    ],
    "payments": [
      "orderBy",
      "where"
    ],
    "prices": [
      "orderBy",
      "where"
    ],
    "questions": [
      "orderBy",
      "where"
    ],
    "registrars": [
      "orderBy",
      "where"
    ],
    "reservations": [
      "orderBy",
      "where"
    ],
    "reservedNames": [
      "orderBy",
      "where"
    ],
    "retainedNames": [
      "kind"
    ],
    "webhooks": [
      "orderBy",
      "where"
    ]
  },
  "Webhook": {
    "deliveries": []
  }
} as const;

export const typesWithoutId = [
  "Ability",
  "AccessLogEntryConnection",
  "AccessLogEntryEdge",
  "AccessLogEntryGroup",
  "AccessTokenConnection",
  "AccessTokenCreatePayload",
  "AccessTokenEdge",
  "AccessTokenGroup",
  "AccessTokenGuards",
  "AccessTokenRevokePayload",
  "AccessTokenSpendLimit",
  "AccountAdjustPayload",
  "AccountAutoReloadDisablePayload",
  "AccountAutoReloadSetPayload",
  "AccountProof",
  "AccountSettingsUpdatePayload",
  "AccountTopUpPayload",
  "AccountUpdatePayload",
  "ActionReason",
  "AllowedAction",
  "AllowedIpAddPayload",
  "AllowedIpCommitPayload",
  "AllowedIpRemovePayload",
  "AllowedIpUpdatePayload",
  "ApiUserConnection",
  "ApiUserCreatePayload",
  "ApiUserDeletePayload",
  "ApiUserEdge",
  "ApiUserGroup",
  "ApiUserUpdatePayload",
  "ApiUserVerification",
  "ApprovalApprovePayload",
  "ApprovalChange",
  "ApprovalConnection",
  "ApprovalDeclinePayload",
  "ApprovalEdge",
  "ApprovalGroup",
  "ApprovalRefusal",
  "ApprovedObject",
  "AutoReload",
  "BankTransferRecordPayload",
  "BlockedNameConnection",
  "BlockedNameEdge",
  "BlockedNameGroup",
  "BoardCard",
  "BoardConnection",
  "BoardEdge",
  "BoardGroup",
  "BoardPublishPayload",
  "BoardRevokePayload",
  "BoardUpdatePayload",
  "BulkGlance",
  "BulkRefunds",
  "BulkRefusal",
  "BulkResult",
  "BulkRowConnection",
  "BulkRowEdge",
  "BulkRowGroup",
  "BulkStartPayload",
  "BulkStopPayload",
  "BulkWorkConnection",
  "BulkWorkEdge",
  "BulkWorkGroup",
  "CertificateAddPayload",
  "CertificateRequestSubmitPayload",
  "CertificateRevokePayload",
  "CertificateSignPayload",
  "ChangeSetApplyPayload",
  "ChangeSetRow",
  "ClockAdvancePayload",
  "ContactAddress",
  "ContactCodeCheck",
  "ContactConnection",
  "ContactCreatePayload",
  "ContactDeletePayload",
  "ContactEdge",
  "ContactGroup",
  "ContactMergePayload",
  "ContactStatus",
  "ContactUpdatePayload",
  "DayBalance",
  "Deposit",
  "DepositPrepaymentCreatePayload",
  "DepositStatusUpdatePayload",
  "DisputeClosePayload",
  "DisputeConnection",
  "DisputeEdge",
  "DisputeGroup",
  "DisputeOpenPayload",
  "DomainBulkAdminContactReplacePayload",
  "DomainBulkNameserverAddPayload",
  "DomainBulkNameserverReplacePayload",
  "DomainBulkRenewPayload",
  "DomainBulkTechContactReplacePayload",
  "DomainBulkTransferPayload",
  "DomainCheck",
  "DomainClientHoldRemovePayload",
  "DomainClientHoldSetPayload",
  "DomainConnection",
  "DomainContactsAddPayload",
  "DomainContactsRemovePayload",
  "DomainDeletePayload",
  "DomainDnssecKeysAddPayload",
  "DomainDnssecKeysRemovePayload",
  "DomainEdge",
  "DomainEventConnection",
  "DomainEventEdge",
  "DomainEventGroup",
  "DomainForceDeleteCancelPayload",
  "DomainForceDeletePayload",
  "DomainGroup",
  "DomainLockPayload",
  "DomainNameserverRemovePayload",
  "DomainNameserverReplacePayload",
  "DomainNameserversAddPayload",
  "DomainNameserversSetPayload",
  "DomainPendingChangeCancelPayload",
  "DomainPendingSettlePayload",
  "DomainRegisterPayload",
  "DomainRenewPayload",
  "DomainStatistics",
  "DomainStatus",
  "DomainStatusesSetPayload",
  "DomainTransfer",
  "DomainTransferPayload",
  "DomainUnlockPayload",
  "DomainUpdatePayload",
  "ErrorDescription",
  "FieldChange",
  "HistoryEntryConnection",
  "HistoryEntryEdge",
  "Ident",
  "InvoiceAmountUpdatePayload",
  "InvoiceBulkPaymentCreatePayload",
  "InvoiceCancelPayload",
  "InvoiceConnection",
  "InvoiceEdge",
  "InvoiceGroup",
  "InvoiceLine",
  "InvoiceNumberIssuePayload",
  "InvoiceOneOffPaymentCreatePayload",
  "InvoiceParty",
  "InvoicePaymentLinkCreatePayload",
  "InvoiceRefundPayload",
  "InvoiceSendAsEInvoicePayload",
  "InvoiceSendPayload",
  "InvoiceStatusUpdatePayload",
  "InvoicesExportToAccountingPayload",
  "InvoicesImportPayload",
  "JobEvent",
  "JobRunConnection",
  "JobRunEdge",
  "JobRunGroup",
  "JobsRunPayload",
  "LedgerProof",
  "LinkedUser",
  "MarketShare",
  "Mirror",
  "MonthlyInvoiceNumbersIssuePayload",
  "NameBlockPayload",
  "NameReservePayload",
  "NameUnblockPayload",
  "NameUnreservePayload",
  "Notices",
  "NotificationAcknowledgePayload",
  "NotificationConnection",
  "NotificationEdge",
  "NotificationGroup",
  "OperatorConnection",
  "OperatorCreatePayload",
  "OperatorDisablePayload",
  "OperatorEdge",
  "OperatorGroup",
  "OperatorLogEntryConnection",
  "OperatorLogEntryEdge",
  "OperatorLogEntryGroup",
  "OperatorUpdatePayload",
  "OutboxItemConnection",
  "OutboxItemEdge",
  "OutboxItemGroup",
  "OutboxItemRetryPayload",
  "PageInfo",
  "PaidReservationCreatePayload",
  "PaymentConnection",
  "PaymentDisagreementConnection",
  "PaymentDisagreementEdge",
  "PaymentDisagreementResolvePayload",
  "PaymentEdge",
  "PaymentEvent",
  "PaymentGroup",
  "PaymentNotificationReceivePayload",
  "PaymentRefundAbandonPayload",
  "PaymentRefundPayload",
  "Person",
  "PersonErasePayload",
  "PersonPlace",
  "PriceConnection",
  "PriceEdge",
  "PriceGroup",
  "PriceSetPayload",
  "QuestionConnection",
  "QuestionEdge",
  "QuestionGroup",
  "QuestionPublishPayload",
  "QuestionRevokePayload",
  "QuestionUpdatePayload",
  "RateLimit",
  "Recipient",
  "ReferenceNumberIssuePayload",
  "ReferenceNumbersImportPayload",
  "RegistrantDecidePayload",
  "RegistrarConnection",
  "RegistrarCreatePayload",
  "RegistrarEdge",
  "RegistrarGroup",
  "RegistrarNotifyPayload",
  "RegistrarPortfolioMovePayload",
  "RegistrarReinstatePayload",
  "RegistrarShare",
  "RegistrarSuspendPayload",
  "RegistrarUpdatePayload",
  "RenewQuote",
  "ReservationCancelPayload",
  "ReservationConnection",
  "ReservationCreatePayload",
  "ReservationEdge",
  "ReservationEntry",
  "ReservationGroup",
  "ReservationSuggestion",
  "ReservedNameConnection",
  "ReservedNameEdge",
  "ReservedNameGroup",
  "ReservedNameInvoicesCancelPayload",
  "RetainedName",
  "RetainedNameConnection",
  "RetainedNameEdge",
  "SandboxMail",
  "SandboxMailbox",
  "SandboxPaymentCompletePayload",
  "SandboxResetPayload",
  "SessionSwitchPayload",
  "SettingSetPayload",
  "SignInPayload",
  "SignOutPayload",
  "TransactionConnection",
  "TransactionEdge",
  "TransactionGroup",
  "TransferContact",
  "TransferInfo",
  "UserError",
  "Viewer",
  "WebhookConnection",
  "WebhookCreatePayload",
  "WebhookDeletePayload",
  "WebhookDeliveryConnection",
  "WebhookDeliveryEdge",
  "WebhookEdge",
  "WebhookGroup",
  "WebhookRedeliverPayload",
  "WebhookSecretRotatePayload",
  "WebhookTestPayload",
  "WebhookUpdatePayload",
  "ZoneClosePayload",
  "ZoneCreatePayload",
  "ZoneUpdatePayload"
] as const;

export const scalars = {
  "BigInt": "string",
  "CountryCode": "string",
  "Date": "string",
  "DateTime": "string",
  "DateTimeOrDuration": "string",
  "Decimal": "string",
  "DomainName": "string",
  "Duration": "string",
  "JSON": "unknown",
  "Secret": "string"
} as const;
