import cluster from 'node:cluster';
import type { Extension } from '../../apis/extension-points.ts';
import { insertAgentCall } from './store/sandbox-agent-calls.ts';
import { refuseRegistry } from './store/sandbox-mark.ts';
import { welcome } from './welcome.ts';
import { seedWorld } from './world.ts';
import './fields.ts';
import { addNarrowing } from '../../apis/graphql/served-fields.ts';
import { tellOfCallsTo } from '../agents/mcp/told.ts';
import { sandboxNarrowing } from './narrowed.ts';
import { movableTime } from './reset.ts';
import { openSandbox } from './sandbox.ts';

addNarrowing(sandboxNarrowing);
tellOfCallsTo(async ({ config, database }, call) => {
  if (config.isTrial) await insertAgentCall(database.db, call);
});

export const extension: Extension = {
  name: 'sandbox',
  about: 'Stand-ins for other services, the demo world, a clock that callers move.',
  needs: ['kit', 'workshop', 'agents'],
  greeting: ({ config, address }) =>
    config.isTrial && (cluster.worker?.id ?? 1) === 1 ? welcome(address.publicUrl, config) : undefined,
  trial: {
    check: refuseRegistry,
    fill: (services) => seedWorld(services, services.config.hasExamples ? 'demo' : 'bare'),
    standIns: openSandbox,
    movableTime,
  },
};
