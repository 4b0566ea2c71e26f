import type { Extensions } from '../apis/extension-points.ts';
import { mountAgents } from '../apis/mcp/mount.ts';
import { openUpstream } from '../facade/upstream.ts';
import { mountOperatorConsole } from '../pages/console/mount.ts';
import { mountAsk } from '../pages/graphiql/ask/mount.ts';
import { GraphiQLPage } from '../pages/graphiql/page.ts';
import { mountSql } from '../pages/graphiql/sql/mount.ts';
import '../sandbox/fields.ts';
import { movableTime } from '../sandbox/reset.ts';
import { openSandbox } from '../sandbox/sandbox.ts';

/** The optional parts that are served beside the core. */
export const extensions: Extensions = {
  facade: openUpstream,
  sandbox: { open: openSandbox, movableTime },
  console: mountOperatorConsole,
  agents: mountAgents,
  graphiql: (services, schema) => new GraphiQLPage(services, schema),
  ask: mountAsk,
  sql: mountSql,
};
