import type { Extension } from '../../apis/extension-points.ts';
import './fields.ts';
import { addNarrowing } from '../../apis/graphql/served-fields.ts';
import { sandboxNarrowing } from './narrowed.ts';
import { movableTime } from './reset.ts';
import { openSandbox } from './sandbox.ts';

addNarrowing(sandboxNarrowing);

export const extension: Extension = {
  name: 'sandbox',
  about: 'Stand-ins for other services, the demo world, a clock that callers move.',
  needs: ['kit', 'workshop', 'agents'],
  sandbox: { open: openSandbox, movableTime },
};
