#!/usr/bin/env node
/**
 * The command of the packed server: `zonegraph` and `zonegraph start` run it, every other word is a command of the CLI
 * (`zonegraph help`). In a clone `npm start` and `npm run zonegraph --` do the same.
 */
import cluster from 'node:cluster';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const source = fileURLToPath(new URL('../..', import.meta.url));
const [, , word, ...rest] = process.argv;
const script =
  word === undefined || word === 'start'
    ? 'main.ts'
    : word === 'facade' && rest.length === 0
      ? 'server/try-facade.ts'
      : 'server/cli/main.ts';

// npx sends a signal to the shell that it runs this command in, and some shells end without sending it on. In a clone `exec`,
// in package.json's scripts, leaves no shell between.
if (process.env.npm_command === 'exec' && cluster.isPrimary) {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200).unref();
}

// As package.json's scripts start it in a clone.
setFlagsFromString('--max-semi-space-size=64');
process.setSourceMapsEnabled(true);
process.env.ZONEGRAPH_BUNDLE = join(source, '../dist/zonegraph.cjs');
process.argv.splice(
  2,
  process.argv.length,
  join(source, script),
  ...(script === 'server/cli/main.ts' ? [word, ...rest] : rest),
);
await import('./run.mjs');
