import { type Failure, isAboutOutcome, type Problems, plainMessage, Refusal } from '../../base/errors.ts';

/**
 * A refusal of the registry, which reports one problem, with the mistakes of the input that are found here: the graph
 * shows all of them (docs/rules/graph.md#errors), REST what the registry reports. A problem that both find has the
 * field that it is about.
 */
export function withMistakes(refused: Failure, mistakes: () => Problems): Refusal {
  if (!isAboutInput(refused)) return new Refusal([refused]);
  const own = mistakes().all;
  const same = own.find((one) => one.code === refused.code && plainMessage(one) === plainMessage(refused));
  const others = own.filter((one) => (same ? one !== same : !refused.message.includes(plainMessage(one))));
  return new Refusal([
    // The registry says in its own words what does not have a price: with a path we would list the periods instead.
    { ...(same?.path && refused.code !== 'BILLING_FAILURE' && { path: same.path }), ...refused },
    ...others.map((one): Failure => ({ ...one, isFurther: true })),
  ]);
}

/**
 * Tells whether the refusal is about the input. One that is about the caller, a secret or a fault stands alone.
 */
const isAboutInput = (refused: Failure): boolean =>
  refused.resultCode < 2400 && Math.floor(refused.resultCode / 100) !== 22 && !isAboutOutcome(refused);
