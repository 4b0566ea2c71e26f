import { type Failure, failure } from '../../base/errors.ts';
import type { Money } from '../../base/money.ts';
import { chargedFor } from './bulk-outcome.ts';
import type { Before } from './lost-answer-probes.ts';
import type { MirroredMovement } from './operations/model/mirrored.ts';
import type { AffectedObjects } from './reader.ts';
import type { CommandName } from './requests.ts';
import type { Subject } from './store/mirror-order.ts';

const outcomeOpen =
  'The registry has not answered, so the result is unknown: repeat the request with the same idempotency key to find out';
/**
 * The commands whose result a look at the registry shows, whatever else has happened: a repeat with the key that was
 * kept for one settles it.
 */
const settledByLook: ReadonlySet<CommandName> = new Set<CommandName>([
  'contact.create',
  'domain.register',
  'domain.renew',
  'domain.bulk-renew',
  'domain.delete',
  'domain.add-nameservers',
  'domain.remove-nameserver',
  'domain.replace-nameserver',
  'domain.add-nameserver-in-bulk',
  'domain.set-client-hold',
  'domain.remove-client-hold',
]);

/** How the account describes what a command costs for a domain. */
const chargeTexts: { readonly [N in CommandName]?: (name: string) => string } = {
  'domain.register': (name) => `Create ${name}`,
  'domain.renew': (name) => `Renew ${name}`,
  'domain.bulk-renew': (name) => `Renew ${name}`,
};

export const isSettledByLook = (operation: CommandName, key: string | undefined): boolean =>
  key !== undefined && settledByLook.has(operation);

/** Returns the failure of an unknown outcome. The same request may be repeated only if that settles it. */
export const outcomeUnknown = (isSettledByRepeat: boolean): Failure =>
  isSettledByRepeat
    ? { ...failure('OUTCOME_UNKNOWN', outcomeOpen), retryable: true }
    : failure('OUTCOME_UNKNOWN');

export const costsMoney = (operation: CommandName): boolean => chargeTexts[operation] !== undefined;

/**
 * Returns what the account shows that a command was charged for these domains; undefined if it was not charged.
 */
export function chargedBy(
  operation: CommandName,
  names: readonly string[],
  movements: readonly MirroredMovement[],
): Money | undefined {
  const describe = chargeTexts[operation];
  return describe && chargedFor(names.map(describe), movements);
}

export const outcomeUnclear =
  'The objects in the registry do not show whether it was done: check them yourself';

export const movementsSince = (
  { at, movedAt }: Before,
  movements: readonly MirroredMovement[],
): MirroredMovement[] => movements.filter((one) => one.at.getTime() > Date.parse(movedAt ?? at));

/** The largest assumed difference between the registry's clock and ours when charges are attributed. */
const clocksDifferMs = 60_000;

/** Those that can be charges for the change; others may have renewed the same domain before. */
export const withinItsTime = (
  { at }: Before,
  movements: readonly MirroredMovement[],
): readonly MirroredMovement[] =>
  movements.filter((one) => one.at.getTime() > Date.parse(at) - clocksDifferMs);

export const subjectsIn = ({
  domains = [],
  contacts = [],
  account,
  notifications,
}: AffectedObjects): Subject[] => [
  ...domains.map((name): Subject => `domain ${name}`),
  ...contacts.map((code): Subject => `contact ${code}`),
  ...(account ? (['account '] as const) : []),
  ...(notifications ? (['notifications '] as const) : []),
];

export const cannot = (asked: 'dryRun' | 'ifOutcome'): Failure =>
  failure('NOT_SUPPORTED_UPSTREAM', `The upstream registry does not support ${asked}`, {
    path: [asked],
  });
