import { parseDomainName } from './domain-name.ts';

/**
 * Why a name cannot be reserved now (docs/rules/reservation.md#availability). Auctions belong to another
 * service and are not known here.
 */
export type NameObstacle =
  | 'invalidFormat'
  | 'registered'
  | 'blocked'
  | 'disputed'
  | 'reserved'
  /** Paid for; its code is issued when the payer first requests it. */
  | 'awaitingCode';

/** The stored facts about a name. */
export interface NameFacts {
  readonly registered: boolean;
  readonly blocked: boolean;
  readonly disputed: boolean;
  readonly reserved: boolean;
  readonly awaitsCode: boolean;
}

export function nameObstacle(
  name: string,
  zones: readonly string[],
  facts: NameFacts | undefined,
): NameObstacle | undefined {
  if (!parseDomainName(name, zones).ok) return 'invalidFormat';
  if (facts?.registered) return 'registered';
  if (facts?.blocked) return 'blocked';
  if (facts?.disputed) return 'disputed';
  if (facts?.awaitsCode) return 'awaitingCode';
  return facts?.reserved ? 'reserved' : undefined;
}
