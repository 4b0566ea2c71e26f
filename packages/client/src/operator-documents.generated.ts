/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { ShippedDocument as DocumentNode } from './document.ts';
/** The status of an invoice, from unpaid to paid. */
export type InvoiceStatus =
  /** It was cancelled and can no longer be paid. */
  | 'CANCELLED'
  /** A payment was tried and failed; it can be tried again. */
  | 'FAILED'
  /** It is overdue and can still be paid. */
  | 'OVERDUE'
  /** It was paid. */
  | 'PAID'
  /** The money was refunded to the payer. */
  | 'REFUNDED'
  /** Nobody has paid it yet. */
  | 'UNPAID';

/** The destinations of the outbox. */
export type OutboxItemKind =
  /** The system in which the registry keeps its books. */
  | 'ACCOUNTING'
  /** The operator that passes e-invoices on to buyers. */
  | 'E_INVOICE'
  /** The recipient of a mail. */
  | 'MAIL'
  /** The service that an invoice belongs to. */
  | 'OWNER_SERVICE'
  /** The payment provider, to refund a payment. */
  | 'REFUND';

/** The kinds of differences between the payment provider's reports and the registry's books. */
export type PaymentDisagreementKind =
  /** The payment went to a merchant account that is not ours. */
  | 'ACCOUNT_MISMATCH'
  /** The payment is larger than its invoice, which is paid. */
  | 'AMOUNT_TOO_LARGE'
  /** The payment is smaller than its invoice, which stays open. */
  | 'AMOUNT_TOO_SMALL'
  /** The cardholder took the money back through the bank; the invoice is unchanged. */
  | 'CHARGED_BACK'
  /** A bulk payment has settled for an invoice that was no longer open. */
  | 'CHILD_NOT_PAYABLE'
  /** The money was refunded to the customer, but the registrar has already spent the credit. */
  | 'CREDIT_SPENT'
  /** A payment arrived for an invoice that is cancelled or refunded; the invoice stays as it is. */
  | 'MONEY_FOR_CLOSED_INVOICE'
  /** The names were paid for, but somebody else already had them. */
  | 'NAMES_LOST'
  /** A payment that was made for one invoice now names another. */
  | 'ORDER_MISMATCH'
  /** Another payment has settled for an invoice that was paid already. */
  | 'PAID_TWICE'
  /** The provider reported a different payment than the requested one. */
  | 'REFERENCE_MISMATCH'
  /** Only a part of the money was refunded; the invoice stays paid. */
  | 'REFUNDED_IN_PART'
  /** The provider reported a refund for an invoice that is not paid. */
  | 'REFUND_WITHOUT_PAYMENT'
  /** The provider reported a dispute or fraud. */
  | 'REPORTED'
  /** The names stay reserved although the money was refunded. */
  | 'RESERVATION_REFUNDED'
  /** The payment is for an order without a known invoice. */
  | 'UNKNOWN_INVOICE'
  /** A payment that the registry has recorded and the provider does not know. */
  | 'UNKNOWN_PAYMENT'
  /** The provider reported an unknown state. */
  | 'UNKNOWN_STATE';

/** The things that have a price. */
export type PricedOperation =
  /** Registering a name, also a reserved or disputed one with its code. */
  | 'CREATE'
  /** Extending the period of a domain. */
  | 'RENEW';

export type OperatorQueryVariables = Exact<{
  zone?: string | null | undefined;
}>;


export type OperatorQuery = { ledgerProof: { balanced: boolean } | null, paymentDisagreements: { totalCount: number, nodes: Array<{ id: string, kind: PaymentDisagreementKind, about: string | null, details: unknown, invoice: { number: number, status: InvoiceStatus } | null }> } | null, outbox: { totalCount: number, nodes: Array<{ id: string, kind: OutboxItemKind, subject: string, lastError: string | null }> } | null, registrars: { totalCount: number, nodes: Array<{ code: string, name: string, email: string | null }> } | null, zones: Array<{ origin: string }> | null, prices: { nodes: Array<{ operation: PricedOperation, period: string, price: string, validFrom: string }> } | null, settings: Array<{ name: string, value: string, defaultValue: string }> | null };


export const OperatorDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Operator"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"zone"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}},"defaultValue":{"kind":"StringValue","value":"ee","block":false}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"ledgerProof"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"balanced"}}]}},{"kind":"Field","name":{"kind":"Name","value":"paymentDisagreements"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"resolvedAt"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"isNull"},"value":{"kind":"BooleanValue","value":true}}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"about"}},{"kind":"Field","name":{"kind":"Name","value":"details"}},{"kind":"Field","name":{"kind":"Name","value":"invoice"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"status"}}]}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"outbox"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"10"}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"state"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"eq"},"value":{"kind":"EnumValue","value":"DEAD"}}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"id"}},{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"subject"}},{"kind":"Field","name":{"kind":"Name","value":"lastError"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"registrars"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"code"}},{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"email"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"zones"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"origin"}}]}},{"kind":"Field","name":{"kind":"Name","value":"prices"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"IntValue","value":"50"}},{"kind":"Argument","name":{"kind":"Name","value":"where"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"zone"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"eq"},"value":{"kind":"Variable","name":{"kind":"Name","value":"zone"}}}]}},{"kind":"ObjectField","name":{"kind":"Name","value":"current"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"eq"},"value":{"kind":"BooleanValue","value":true}}]}}]}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"operation"}},{"kind":"Field","name":{"kind":"Name","value":"period"}},{"kind":"Field","name":{"kind":"Name","value":"price"}},{"kind":"Field","name":{"kind":"Name","value":"validFrom"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"settings"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"name"}},{"kind":"Field","name":{"kind":"Name","value":"value"}},{"kind":"Field","name":{"kind":"Name","value":"defaultValue"}}]}}]}}]} as unknown as DocumentNode<OperatorQuery, OperatorQueryVariables>;