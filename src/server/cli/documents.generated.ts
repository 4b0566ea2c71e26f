/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type ChangeAction =
  | 'CONTACTS'
  | 'NAMESERVERS'
  | 'RENEW'
  | 'TRANSFER';

export type ErrorCode =
  | 'AUTHORIZATION'
  | 'BILLING_FAILURE'
  | 'COMMAND_FAILED'
  | 'COMMAND_SYNTAX'
  | 'COMMAND_USE'
  | 'DATA_MANAGEMENT_POLICY'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INVALID_AUTHORIZATION_INFORMATION'
  | 'NOT_ELIGIBLE_FOR_RENEWAL'
  | 'NOT_ELIGIBLE_FOR_TRANSFER'
  | 'NOT_SUPPORTED_UPSTREAM'
  | 'OBJECT_ASSOCIATION_PROHIBITS'
  | 'OBJECT_DOES_NOT_EXIST'
  | 'OBJECT_EXISTS'
  | 'OBJECT_STATUS_PROHIBITS'
  | 'OUTCOME_CHANGED'
  | 'OUTCOME_UNKNOWN'
  | 'PARAMETER_VALUE_POLICY'
  | 'PARAMETER_VALUE_RANGE'
  | 'PARAMETER_VALUE_SYNTAX'
  | 'RATE_LIMITED'
  | 'REQUIRED_PARAMETER_MISSING'
  | 'SWITCHED_OFF'
  | 'UNIMPLEMENTED';

export type ApplyChangeSetMutationVariables = Exact<{
  csv: string;
  dryRun?: boolean | null | undefined;
  ifOutcome?: string | null | undefined;
  key?: string | null | undefined;
}>;


export type ApplyChangeSetMutation = { changeSetApply: { price: string | null, outcome: string | null, notifies: { summary: string } | null, rows: Array<{ line: number, action: ChangeAction, name: string, price: string | null, pending: boolean, changes: Array<{ field: string, from: unknown, to: unknown }>, userErrors: Array<{ message: string, explanation: string | null }> }>, userErrors: Array<{ code: ErrorCode, message: string, details: unknown }> } | null };
