import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { area } from './areas.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));

/** Stryker brings a hundred packages that nothing else needs, so `npm ci` of the project leaves them out. */
function installStryker() {
  if (existsSync(`${here}node_modules`)) return;
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: here, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}

installStryker();
// Pure functions, and what is drawn at random, have runners of their own, which are faster; all the rest is Stryker's.
if (area.pure) await import('./rules.mjs');
else if (area.sampledFrom) await import('./sampled.mjs');
else {
  const stryker = `${here}node_modules/.bin/stryker`;
  const { status } = spawnSync(stryker, ['run', ...process.argv.slice(2)], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}
