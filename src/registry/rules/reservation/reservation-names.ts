import { type Failure, failure } from '../../../base/errors.ts';
import { limit } from '../../../base/limits.ts';
import { type Money, money, times } from '../../../base/money.ts';
import { normaliseLookup } from '../domain/domain-name.ts';
import { composed } from '../text.ts';

export const maxNamesPerRequest = limit('names in one reservation', 20, 'The documented limit.');

/** Gross, for each name (docs/rules/reservation.md#life-of-a-reserved-name). */
export const pricePerName: Money = money('10.00');

export const reservationPrice = (names: number): Money => times(pricePerName, names);

export type CheckedReservationNames =
  | { readonly ok: true; readonly names: readonly string[] }
  | { readonly ok: false; readonly failures: readonly Failure[] };

const nameSyntax = /^[\p{L}\p{N}.-]+$/u;

/**
 * Checks the request as a whole: a list of names, not too long. Whether a name is available is a separate
 * check, never a malformed request (docs/rules/reservation.md#request-syntax, #reserving-free).
 */
export function checkReservationNames(input: unknown): CheckedReservationNames {
  const given = Array.isArray(input) ? input.filter((item) => item !== null) : [];
  if (given.length === 0) return { ok: false, failures: [malformedNames()] };
  if (given.length > maxNamesPerRequest) return { ok: false, failures: [tooManyNames()] };
  const failures = given.flatMap((item, index) =>
    looksLikeName(item) ? [] : [malformedNames(['names', String(index)])],
  );
  if (failures.length > 0) return { ok: false, failures };
  return { ok: true, names: [...new Set(given.filter(looksLikeName).map(normaliseLookup))] };
}

const looksLikeName = (item: unknown): item is string =>
  typeof item === 'string' && nameSyntax.test(composed(item));

export const malformedNames = (path = ['names']): Failure =>
  failure(
    'PARAMETER_VALUE_SYNTAX',
    'Invalid parameter: domain_names must be a non-empty array of valid domain names',
    { path },
  );

export const tooManyNames = (): Failure =>
  failure(
    'PARAMETER_VALUE_RANGE',
    `The maximum number of domain names per request is ${maxNamesPerRequest}`,
    { path: ['names'] },
  );

export const noAvailableNames = (taken: readonly string[]): Failure =>
  failure('OBJECT_EXISTS', 'No available domains', ofNames(taken));

/** A paid reservation takes all of its names or none (docs/rules/reservation.md#reserving-paid). */
export const someNamesUnavailable = (taken: readonly string[]): Failure =>
  failure('OBJECT_EXISTS', 'Some domains are not available', ofNames(taken));

/** One of the names is paid for and its code not yet fetched. */
export const intersectingInvoicesPaid = (taken: readonly string[]): Failure =>
  failure('OBJECT_STATUS_PROHIBITS', 'Some intersecting invoices are paid', ofNames(taken));

/** The unavailable names: GraphQL shows them, the REST API only what its documentation has. */
const ofNames = (taken: readonly string[]) => ({ path: ['names'], details: { taken } });

/** The beginning of a UUID, which every reservation has; other texts need no lookup. */
export const isUserUniqueId = (text: string): boolean => /^[0-9a-f]{8}-[0-9a-f]$/.test(text);

export const reservedNamesNotFound = (): Failure =>
  failure('OBJECT_DOES_NOT_EXIST', 'Reserved domains not found. Invalid user_unique_id', {
    path: ['userUniqueId'],
  });

export const reservedInvoiceNotFound = (): Failure =>
  failure('OBJECT_DOES_NOT_EXIST', 'Reserved domain invoice not found', {
    path: ['invoiceNumber', 'userUniqueId'],
  });

export const invoiceNotPaid = (details: { readonly status: string; readonly message: string }): Failure =>
  failure('OBJECT_STATUS_PROHIBITS', 'Invoice is not paid', { details });

/**
 * Billing is part of this application, so it is always reachable; the only case left is that no invoice
 * number is left (docs/rules/reservation.md#reserving-paid).
 */
export const billingUnavailable = (reason: string): Failure =>
  failure('COMMAND_FAILED', 'Billing service unavailable', { reason: 'service-away', details: { reason } });
