/**
 * The formats of an invoice's description (docs/rules/billing.md#descriptions), for display only; the facts are in
 * columns.
 */

export interface Deposit {
  readonly domain: string;
  readonly userUuid: string;
  readonly userEmail: string;
}

export const reservationDescription = (names: readonly string[], userUniqueId: string): string =>
  `Reserved domain names: ${names.join(', ')}; User unique id: ${userUniqueId}`;

export const depositDescription = ({ domain, userUuid, userEmail }: Deposit): string =>
  `auction_deposit ${domain}, user_uuid ${userUuid}, user_email ${userEmail}`;

const depositGrammar = /^auction_deposit ([^\s,]+), user_uuid ([^\s,]+), user_email ([^\s,]+)$/;

export function readDeposit(description: string): Deposit | undefined {
  const [, domain, userUuid, userEmail] = depositGrammar.exec(description) ?? [];
  return domain && userUuid && userEmail ? { domain, userUuid, userEmail } : undefined;
}

export const bulkDescription = (numbers: readonly number[]): string => numbers.join(' ');

export const bulkChildDescription = (parent: number): string => `related to ${parent}`;
