import { type Failure, failure } from '../../base/errors.ts';
import { limit } from '../../base/limits.ts';
import { add, type Money, negate, zero } from '../../base/money.ts';
import { type BulkResult, failed, succeeded } from '../../registry/operations/domains/model/bulk-result.ts';
import { normaliseLookup } from '../../registry/rules/domain/domain-name.ts';
import type { Before, BulkProbe } from './lost-answer-probes.ts';
import type { MirroredDomain, MirroredMovement } from './operations/model/mirrored.ts';

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
export interface Became {
  readonly name: string;
  readonly isDone: boolean | undefined;
  /** The price that the registry has charged for it without doing it. */
  readonly inVain?: Money | undefined;
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

const mostNamed = limit('names in the message about a bulk change', 20, 'All of them are in its details.');

/** The failure of the whole change, with the outcome for each name: in its message, and as `details.results`. */
export function outcomeOfEach(
  verb: BulkProbe<never>['verb'],
  { became, ending, movements, unknown: notKnown }: Outcomes,
): Failure {
  const isUnknown = ({ isDone, inVain }: Became): boolean =>
    isDone === undefined || (!isDone && !inVain && ending.kind === 'open');
  const unknown = became.filter(isUnknown).map(({ name }) => name);
  const done = became.filter(({ isDone }) => isDone).map(({ name }) => name);
  const vain = became.filter(({ inVain }) => inVain);
  const charged = vain.length > 0 ? add(zero, ...vain.flatMap(({ inVain }) => inVain ?? [])) : undefined;
  const isOpen = ending.kind === 'open' && (unknown.length > 0 || !charged);
  const whole = isOpen ? notKnown : wholeOf(ending);
  const results: BulkResult[] = became.map((one) => {
    if (one.isDone) return succeeded(one.name);
    return failed(one.name, [isUnknown(one) ? notKnown : one.inVain ? notDone(one.inVain) : whole]);
  });
  const nothing = `nothing was ${verb}`;
  const isNothing = done.length === 0 && unknown.length === 0;
  const texts = [
    whole.message.replace(`; ${nothing}`, ''),
    done.length > 0 && `${verb}: ${listed(done)}`,
    charged && `charged ${charged} but not ${verb}: ${listed(vain.map(({ name }) => name))}`,
    // A change that is refused for any other reason was never begun, which need not be said.
    isNothing && !charged && (ending.kind === 'failed' || whole.code === 'COMMAND_USE') && nothing,
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
    details: { ...whole.details, results, ...(price && { price }), ...(charged && { charged }) },
  };
}

function wholeOf(ending: Ending): Failure {
  if (ending.kind === 'refused') return ending.failure;
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

/** The registry has failed, and the same request must not be tried again. */
export const notDone = (charged: Money | undefined): Failure => ({
  ...failure(
    'COMMAND_FAILED',
    charged
      ? `The upstream registry has failed: it charged ${charged} but did not do it. Ask the registry for a refund`
      : 'The upstream registry has failed; nothing was changed or charged',
    { reason: 'service-away', ...(charged && { details: { charged } }) },
  ),
  retryable: false,
});
