import { type Failure, failure } from '../core/errors.ts';
import { add, type Money, negate, zero } from '../core/money.ts';
import { type BulkResult, failed, succeeded } from '../registry/operations/domains/model/bulk-result.ts';
import type { MirroredDomain, MirroredMovement } from '../registry/operations/mirror/model/mirrored.ts';
import { normaliseLookup } from '../registry/rules/domain/domain-name.ts';
import type { Before, BulkProbe } from './lost-answer-probes.ts';

/** How a change ended that was not answered with success. */
export type Ending =
  /** The registry has refused it. */
  | { readonly kind: 'refused'; readonly failure: Failure }
  /** The registry has failed, and works on it no longer. */
  | { readonly kind: 'failed' }
  /** The registry may still be working on it. */
  | { readonly kind: 'open' };

/** The outcome of a change for its names, so far as they show it. */
export interface Outcomes {
  readonly became: readonly Became[];
  readonly ending: Ending;
  readonly movements: readonly MirroredMovement[] | undefined;
  /** The failure of a name whose outcome is not known. */
  readonly unknown: Failure;
}

/** The outcome for one name; undefined: unknown. */
interface Became {
  readonly name: string;
  readonly isDone: boolean | undefined;
}

export function outcomesOf<I>(
  { names, became }: BulkProbe<I>,
  input: I,
  before: Before,
  domains: ReadonlyMap<string, MirroredDomain | undefined>,
): Became[] {
  const all = new Set(names(input, before).map(normaliseLookup));
  return [...all].map((name) => {
    const there = domains.get(name);
    const isGone = domains.has(name) && !there;
    return { name, isDone: there ? became(there, input, before) : isGone ? false : undefined };
  });
}

/** The most names in a message; all of them are in `details`. */
const mostNamed = 20;

/** The failure of the whole change, with the outcome for each name: in its message, and as `details.results`. */
export function outcomeOfEach(
  verb: BulkProbe<never>['verb'],
  { became, ending, movements, unknown: notKnown }: Outcomes,
): Failure {
  const whole = wholeOf(ending) ?? notKnown;
  const isUnknown = (isDone: boolean | undefined): boolean =>
    isDone === undefined || (isDone === false && ending.kind === 'open');
  const results: BulkResult[] = became.map(({ name, isDone }) =>
    isDone ? succeeded(name) : failed(name, [isUnknown(isDone) ? notKnown : whole]),
  );
  const done = became.filter(({ isDone }) => isDone).map(({ name }) => name);
  const unknown = became.filter(({ isDone }) => isUnknown(isDone)).map(({ name }) => name);
  const nothing = `nothing was ${verb}`;
  const isNothing = done.length === 0 && unknown.length === 0;
  const texts = [
    whole.message.replace(`; ${nothing}`, ''),
    done.length > 0 && `${verb}: ${listed(done)}`,
    // A change that is refused for any other reason was never begun, which need not be said.
    isNothing && (ending.kind === 'failed' || whole.code === 'COMMAND_USE') && nothing,
    unknown.length > 0 && became.length > 1 && `not known: ${listed(unknown)}`,
  ];
  const price =
    verb === 'renewed' && movements
      ? chargedFor(
          done.map((name) => `Renew ${name}`),
          movements,
        )
      : undefined;
  return {
    ...whole,
    message: texts.filter(Boolean).join('; '),
    details: { ...whole.details, results, ...(price && { price }) },
  };
}

function wholeOf(ending: Ending): Failure | undefined {
  if (ending.kind === 'refused') return ending.failure;
  if (ending.kind === 'open') return undefined;
  const message = 'The upstream registry has failed';
  return { ...failure('COMMAND_FAILED', message, { reason: 'service-away' }), retryable: false };
}

const listed = (names: readonly string[]): string =>
  names.length > mostNamed
    ? `${names.slice(0, mostNamed).join(', ')} and ${names.length - mostNamed} others`
    : names.join(', ');

/** The sum of the charges on the account that have these descriptions; undefined if there are none. */
export function chargedFor(
  descriptions: readonly string[],
  movements: readonly MirroredMovement[],
): Money | undefined {
  const taken = movements.filter(({ description }) => descriptions.includes(description));
  return taken.length > 0 ? negate(add(zero, ...taken.map(({ sum }) => sum))) : undefined;
}
