import type { ErrorCode } from '../../../../base/error-catalogue.ts';
import { type Failure, failure, objectDoesNotExist } from '../../../../base/errors.ts';
import type { Money } from '../../../../base/money.ts';
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
  /** The price; null or left out if it is free, or if the price is not known. */
  readonly price?: Money | null;
};

export const succeeded = (name: string, price?: Money): BulkResult => ({
  ...{ name, ok: true, failures: [] },
  ...(price !== undefined && { price }),
});

export const failed = (name: string, failures: readonly Failure[], price?: Money): BulkResult => ({
  ...succeeded(name, price),
  ok: false,
  failures: failures.map(plain),
});

/**
 * A refusal of all rows because of some: `details.ofEach` has the own reasons of each, or none, in the order of the
 * input.
 */
export const refusedRows = (whole: Failure, rows: readonly BulkResult[]): Failure => ({
  ...whole,
  details: { ...whole.details, ofEach: rows },
});

// 2304 for missing domains: docs/rules/registrar.md#bulk-renewal.
export const unknownDomain = (name: string): Failure =>
  failure('OBJECT_STATUS_PROHIBITS', `Object does not exist: ${name}`, { path: ['names'] });

/** The rows of names, some of which are not the caller's. */
export const rowsUnlessUnknown = (names: readonly string[], isOwn: (name: string) => boolean): BulkResult[] =>
  names.map((name) => failed(name, isOwn(name) ? [] : [objectDoesNotExist()]));

const plain = ({ reason: _, details, ...reported }: Failure): PlainFailure => ({
  ...reported,
  ...(details && { details: details as { [key: string]: Plain } }),
});

/** The refusal of a list with too many items. */
export const tooMany = (most: number, field: string): Failure =>
  failure('PARAMETER_VALUE_RANGE', `Domains count must be between 1-${most}`, { path: [field] });
