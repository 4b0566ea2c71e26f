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

/** The last known state of a payment. */
export type PaymentState =
  /** The customer's bank has taken the money back. */
  | 'CHARGED_BACK'
  /** It failed, or the customer gave up. */
  | 'FAILED'
  /** The customer or the bank has not finished it. */
  | 'IN_PROGRESS'
  /** A state that the registry does not know; providerState has its name. */
  | 'OTHER'
  /** Some or all of the money was refunded; standingAmount is what is left. */
  | 'REFUNDED'
  /** The customer has paid. */
  | 'SETTLED'
  /** It was cancelled before money moved. */
  | 'VOIDED';

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

export type BillingQueryVariables = Exact<{
  first?: number | null | undefined;
  after?: string | null | undefined;
}>;


export type BillingQuery = { viewer: { kind: ViewerKind, name: string }, invoices: { totalCount: number, nodes: Array<{ number: number, status: InvoiceStatus, amount: string, currency: string, description: string, createdAt: string, paidAt: string | null, paymentLink: string | null, payments: Array<{ reference: string, state: PaymentState, amount: string | null, occurredAt: string }>, children: Array<{ number: number, amount: string }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } | null };


export const BillingDocument = {"kind":"Document","definitions":[{"kind":"OperationDefinition","operation":"query","name":{"kind":"Name","value":"Billing"},"variableDefinitions":[{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"first"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"Int"}},"defaultValue":{"kind":"IntValue","value":"10"}},{"kind":"VariableDefinition","variable":{"kind":"Variable","name":{"kind":"Name","value":"after"}},"type":{"kind":"NamedType","name":{"kind":"Name","value":"String"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"viewer"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"kind"}},{"kind":"Field","name":{"kind":"Name","value":"name"}}]}},{"kind":"Field","name":{"kind":"Name","value":"invoices"},"arguments":[{"kind":"Argument","name":{"kind":"Name","value":"orderBy"},"value":{"kind":"ObjectValue","fields":[{"kind":"ObjectField","name":{"kind":"Name","value":"field"},"value":{"kind":"EnumValue","value":"CREATED_AT"}},{"kind":"ObjectField","name":{"kind":"Name","value":"direction"},"value":{"kind":"EnumValue","value":"DESC"}}]}},{"kind":"Argument","name":{"kind":"Name","value":"first"},"value":{"kind":"Variable","name":{"kind":"Name","value":"first"}}},{"kind":"Argument","name":{"kind":"Name","value":"after"},"value":{"kind":"Variable","name":{"kind":"Name","value":"after"}}}],"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"totalCount"}},{"kind":"Field","name":{"kind":"Name","value":"nodes"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"status"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"currency"}},{"kind":"Field","name":{"kind":"Name","value":"description"}},{"kind":"Field","name":{"kind":"Name","value":"createdAt"}},{"kind":"Field","name":{"kind":"Name","value":"paidAt"}},{"kind":"Field","name":{"kind":"Name","value":"paymentLink"}},{"kind":"Field","name":{"kind":"Name","value":"payments"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"reference"}},{"kind":"Field","name":{"kind":"Name","value":"state"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}},{"kind":"Field","name":{"kind":"Name","value":"occurredAt"}}]}},{"kind":"Field","name":{"kind":"Name","value":"children"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"number"}},{"kind":"Field","name":{"kind":"Name","value":"amount"}}]}}]}},{"kind":"Field","name":{"kind":"Name","value":"pageInfo"},"selectionSet":{"kind":"SelectionSet","selections":[{"kind":"Field","name":{"kind":"Name","value":"hasNextPage"}},{"kind":"Field","name":{"kind":"Name","value":"endCursor"}}]}}]}}]}}]} as unknown as DocumentNode<BillingQuery, BillingQueryVariables>;