import { mountAgents } from './agents/mount.ts';
import { mountOperatorConsole } from './console/mount.ts';
import type { Extensions } from './extension-points.ts';
import { openUpstream } from './facade/upstream.ts';
import { GraphiQLPage } from './graphiql/page.ts';
import './sandbox/fields.ts';
import { movableTime } from './sandbox/reset.ts';
import { openSandbox } from './sandbox/sandbox.ts';

/** Everything that is served beside the core. */
export const extensions: Extensions = {
  facade: openUpstream,
  sandbox: { open: openSandbox, movableTime },
  console: mountOperatorConsole,
  agents: mountAgents,
  graphiql: (config, schema) => new GraphiQLPage(config, schema),
};
