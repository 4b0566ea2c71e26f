#!/usr/bin/env node
/**
 * The command of the packed server: `zonegraph` and `zonegraph start` start the server, any other word is a CLI command
 * (`zonegraph help`). In a clone `npm start` and `npm run zonegraph --` do the same.
 */
import cluster from 'node:cluster';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

const source = fileURLToPath(new URL('../..', import.meta.url));
const [, , word, ...rest] = process.argv;
const script = word === undefined || word === 'start' ? 'main.ts' : 'server/cli/main.ts';

// npx sends signals to the shell in which it runs this command, and some shells exit without forwarding them. In a
// clone, `exec` in package.json's scripts replaces that shell.
if (process.env.npm_command === 'exec' && cluster.isPrimary) {
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 200).unref();
}

// The scripts of package.json set these, too.
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
