import type { Extension } from '../../apis/extension-points.ts';
import { addNarrowing } from '../../apis/graphql/served-fields.ts';
import { mayBeStale } from '../../apis/stale-header.ts';
import './graph/queries.ts';
import { keptOperator } from './kept-operator.ts';
import { facadeNarrowing } from './narrowed.ts';
import { facadeSteps } from './steps.ts';
import { firstOperatorToken, openUpstream, withKeptSecret } from './upstream.ts';
import { ways } from './ways.ts';

for (const name of ways.mirror) mayBeStale.add(name);
addNarrowing(facadeNarrowing);

export const extension: Extension = {
  name: 'facade',
  about: 'Stands in front of another registry, with a mirror of it.',
  settle: withKeptSecret,
  open: openUpstream,
  stepsOfRunning: facadeSteps(() => {
    throw new Error('nothing is asked here');
  }),
  greeting: firstOperatorToken,
  operator: keptOperator,
};
