import type { Extension } from '../../apis/extension-points.ts';
import './bulk/graph/mutations.ts';
import './bulk/graph/queries.ts';
import { bulkJob } from '../../registry/operations/lifecycle/jobs.ts';
import { openBulk } from './bulk/open.ts';
import { rowSteps } from './bulk/row-steps.ts';
import { mountOperatorConsole } from './pages/mount.ts';
import './people/graph/mutations.ts';
import './people/graph/queries.ts';

export const extension: Extension = {
  name: 'console',
  about: "/operator for people who run the registry, work on many objects, people's data.",
  needs: ['kit', 'workshop', 'public'],
  steps: rowSteps,
  jobs: () => [bulkJob],
  open: openBulk,
  mount: mountOperatorConsole,
};
