import { parseDomainName } from './domain-name.ts';

/** Why a name cannot be had now (reference/reservation.md 5.5). Auctions are run by another service, not here. */
export type NameObstacle =
  | 'invalidFormat'
  | 'zone'
  | 'registered'
  | 'blocked'
  | 'disputed'
  | 'reserved'
  /** Paid for; its code is issued when the payer first asks. */
  | 'awaitingCode';

/** The texts of the registry's own availability check. */
export const obstacleTexts: Readonly<Record<NameObstacle, string>> = {
  invalidFormat: 'invalid format',
  zone: 'Zone with the same origin exists',
  registered: 'in use',
  blocked: 'Blocked',
  disputed: 'Disputed',
  reserved: 'Reserved',
  awaitingCode: 'Reserved',
};

/** What the name alone tells, before anything is looked up. */
export function formObstacle(name: string, zones: readonly string[]): NameObstacle | undefined {
  if (zones.includes(name)) return 'zone';
  return parseDomainName(name, zones).ok ? undefined : 'invalidFormat';
}
