import type { ErrorCode } from '../../../../core/error-catalogue.ts';
import { type Failure, failure } from '../../../../core/errors.ts';
import type { Plain } from '../../operation.ts';

/** A failure that is part of a command's stored answer. */
export type PlainFailure = {
  readonly code: ErrorCode;
  readonly resultCode: number;
  readonly message: string;
  readonly retryable: boolean;
  readonly path?: readonly string[];
  readonly details?: { readonly [key: string]: Plain };
};

/** The result of one item of a bulk command. */
export type BulkResult = {
  readonly name: string;
  readonly ok: boolean;
  readonly failures: readonly PlainFailure[];
};

export const succeeded = (name: string): BulkResult => ({ name, ok: true, failures: [] });

export const failed = (name: string, failures: readonly Failure[]): BulkResult => ({
  name,
  ok: false,
  failures: failures.map(plain),
});

const plain = ({ reason: _, details, ...reported }: Failure): PlainFailure => ({
  ...reported,
  ...(details && { details: details as { [key: string]: Plain } }),
});

/** The refusal of a list with too many items. */
export const tooMany = (most: number, field: string): Failure =>
  failure('PARAMETER_VALUE_RANGE', `Domains count must be between 1-${most}`, { path: [field] });
